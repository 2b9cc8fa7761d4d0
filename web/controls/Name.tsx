import './Name.css';

/** A label for people, and the name in the scenario in small type. */
export function Name({ label, code }: { label: string; code: string | undefined }) {
  return (
    <span className="field-name">
      {label} <code>{code}</code>
    </span>
  );
}
