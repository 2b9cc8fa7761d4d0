/** How a sweep stands: its progress, the time left, and the ways to hold or end it. */
import { counted, formatCount } from '../plot/format';
import { useObservable } from '../run/observable';
import { failuresOf, type Shown, type Sweep } from './sweep';

interface Props {
  sweep: Sweep;
  shown: Shown | null;
}

export function PoolStatus({ sweep, shown }: Props) {
  const { phase, done, total, failed, left_s } = useObservable(sweep.pool.state);
  if (phase === 'idle') return null;
  const active = phase === 'running' || phase === 'paused';
  return (
    <div className="pool-status" data-phase={phase}>
      <p className="status" role="status">
        {INTRODUCTION[phase]}
        {!active && ` ${formatCount(done)} of ${counted(total, 'run')}.`}
      </p>
      {active && (
        <div className="progress">
          <progress value={done} max={Math.max(1, total)} aria-label="Progress of the sweep" />
          <span>
            {formatCount(done)} of {counted(total, 'run')}
            {left_s !== null && phase === 'running' && `, about ${durationInWords(left_s)} left`}
          </span>
          {phase === 'running' ? (
            <button type="button" onClick={() => sweep.pool.pause()}>
              Pause
            </button>
          ) : (
            <button type="button" onClick={() => sweep.pool.resume()}>
              Go on
            </button>
          )}
          <button type="button" onClick={() => sweep.pool.cancel()}>
            Cancel
          </button>
        </div>
      )}
      {failed > 0 && shown !== null && (
        <details className="wrong">
          <summary>{counted(failed, 'run')} without a result</summary>
          <ul>
            {failuresOf(shown)
              .slice(0, 8)
              .map(({ failure, count }) => (
                <li key={failure}>
                  {formatCount(count)} ×: {failure}
                </li>
              ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const INTRODUCTION = {
  running: 'The runs are being made; results come in as they are done.',
  paused: 'Held: what was running comes to its end, nothing new begins.',
  cancelled: 'Cancelled. What had come back stays on show.',
  done: 'Done.',
};

export function durationInWords(seconds: number): string {
  if (seconds < 1.5) return 'a second';
  if (seconds < 90) return `${Math.round(seconds)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
