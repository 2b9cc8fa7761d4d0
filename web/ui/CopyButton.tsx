/** Copies a text and reports whether the browser allowed it. Children appear between the button and the message. */
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
