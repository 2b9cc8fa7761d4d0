/** Copies a text, and says whether the browser let it. What else can be done stands between the button and the word. */
import { type ReactNode, useState } from 'react';
import { t } from '../words/words';

export function CopyButton({ text, children }: { text: string; children?: ReactNode }) {
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied(text),
            () => setCopied(''),
          )
        }
      >
        {t('Copy')}
      </button>
      {children}
      <span role="status">
        {copied === text && t('Copied.')}
        {copied === '' && t('The browser does not let pages copy; take it from the field.')}
      </span>
    </>
  );
}
