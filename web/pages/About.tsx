/** A longer text: what to look at stays in sight; which assumptions were made is one click away. */

const SENTENCES_SHOWN = 2;

interface Props {
  /** What stands before the text, if it has to be said whose it is. */
  title?: string;
  text: string;
  /** What the rest is about. */
  of: string;
  /** Whether the rest is in sight at first. */
  whole?: boolean;
}

export function About({ title, text, of, whole = false }: Props) {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
  const rest = sentences.slice(SENTENCES_SHOWN).join(' ');
  return (
    <div className="about">
      <p>
        {title !== undefined && <b>{title}: </b>}
        {sentences.slice(0, SENTENCES_SHOWN).join(' ')}
      </p>
      {rest !== '' && (
        <details open={whole}>
          <summary>More about {of}</summary>
          <p>{rest}</p>
        </details>
      )}
    </div>
  );
}
