/** Something that failed, with the reason and a way to try again. */
interface Props {
  /** A sentence about it. */
  words: string;
  reason: string | null;
  /** The label of the button. */
  label: string;
  again(): void;
}

export function Failure({ words, reason, label, again }: Props) {
  return (
    <div className="failure" role="alert">
      <p>
        <b>{words}</b> <code>{reason}</code>
      </p>
      <button type="button" onClick={again}>
        {label}
      </button>
    </div>
  );
}
