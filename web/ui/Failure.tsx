/** A failure with its reason and a button to try again. */
interface Props {
  /** A sentence that says what failed. */
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
