/** A run's letter, with the line that its curves have in the plots. */
import { styleOf } from '../../plot/runStyle';
import './compare.css';

/** @param line false where curves have their flows' colors, because the runs are side by side */
export function Sign({ letter, line = true }: { letter: string; line?: boolean }) {
  const { token, dash } = styleOf(letter);
  return (
    <span className="run-sign">
      <b>{letter}</b>
      {line && (
        <svg width="22" height="8" aria-hidden="true">
          <path d="M0,4H22" stroke={`var(--${token})`} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
        </svg>
      )}
    </span>
  );
}
