/** Copies a text, and says whether the browser let it. What else can be done stands between the button and the word. */
import { type ReactNode, useState } from 'react';

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
        Copy
      </button>
      {children}
      <span role="status">
        {copied === text && 'Copied.'}
        {copied === '' && 'The browser does not let pages copy; take it from the field.'}
      </span>
    </>
  );
}
