/** A sweep's progress, remaining time, and buttons to pause or cancel it. */
import { useObservable } from '../base/observable';
import { formatCount } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { failuresOf, type Sweep, type SweepSnapshot } from './sweep';
import './SweepPage.css';

interface Props {
  sweep: Sweep;
  shown: SweepSnapshot | null;
}

export function PoolStatus({ sweep, shown }: Props) {
  const { phase, done, total, failed, left_s } = useObservable(sweep.jobs.state);
  if (phase === 'idle') return null;
  const active = phase === 'running' || phase === 'paused';
  return (
    <div className="pool-status" data-phase={phase}>
      <p className="status" role="status">
        {INTRODUCTION[phase]()}
        {!active &&
          ` ${plural(total, '{done} of {n} run.', '{done} of {n} runs.', { done: formatCount(done) })}`}
      </p>
      {active && (
        <div className="progress">
          <progress value={done} max={Math.max(1, total)} aria-label={t('Progress of the sweep')} />
          <span>{progressInWords(done, total, phase === 'running' ? left_s : null)}</span>
          {phase === 'running' ? (
            <button type="button" onClick={() => sweep.jobs.pause()}>
              {t('Pause')}
            </button>
          ) : (
            <button type="button" onClick={() => sweep.jobs.resume()}>
              {t('Resume')}
            </button>
          )}
          <button type="button" onClick={() => sweep.jobs.cancel()}>
            {t('Cancel')}
          </button>
        </div>
      )}
      {failed > 0 && shown !== null && (
        <details className="wrong">
          <summary>{plural(failed, '{n} run without a result', '{n} runs without a result')}</summary>
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
  running: () => t('Running. Points appear as their runs finish.'),
  paused: () => t('Paused. Current runs finish; no new ones start.'),
  cancelled: () => t('Canceled. Results so far stay.'),
  done: () => t('Done.'),
};

function progressInWords(runs: number, total: number, left_s: number | null): string {
  const done = formatCount(runs);
  if (left_s === null) return plural(total, '{done} of {n} run', '{done} of {n} runs', { done });
  return plural(total, '{done} of {n} run, about {time} left', '{done} of {n} runs, about {time} left', {
    done,
    time: durationInWords(left_s),
  });
}

export function durationInWords(seconds: number): string {
  if (seconds < 1.5) return t('a second');
  if (seconds < 90) return plural(Math.round(seconds), '{n} second', '{n} seconds');
  return plural(Math.round(seconds / 60), '{n} minute', '{n} minutes');
}
