/** Copies a text, and says whether the browser let it. */
import { useState } from 'react';

export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<{ text: string; done: boolean } | null>(null);
  const told = copied?.text === text ? copied : null;
  return (
    <>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(text).then(
            () => setCopied({ text, done: true }),
            () => setCopied({ text, done: false }),
          )
        }
      >
        Copy
      </button>
      <span role="status">
        {told?.done === true && 'Copied.'}
        {told?.done === false && 'The browser does not let pages copy; take it from the field.'}
      </span>
    </>
  );
}
