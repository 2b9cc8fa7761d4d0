import { useObservable } from '../../base/observable';
import { codeNames } from './codeNames';
import './Name.css';

/** A label for people, and, if they want it, the name in the scenario in small type: within the label if the label has it. */
export function Name({ label, code }: { label: string; code: string | undefined }) {
  const shown = useObservable(codeNames);
  const words = label.split(' ');
  const place = code === undefined ? -1 : words.indexOf(code);
  if (place < 0)
    return (
      <span className="field-name">
        {label} {shown && <code>{code}</code>}
      </span>
    );
  return (
    <span className="field-name">
      {words.slice(0, place).join(' ')} <code className="in-label">{code}</code>{' '}
      {words.slice(place + 1).join(' ')}
    </span>
  );
}
