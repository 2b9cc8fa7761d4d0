/** The state of the run (progress, result or failure) and what the user can do about it. */
import { usePart, useReading } from '../base/observable';
import { formatTime } from '../base/words/format';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import type { Phase } from '../run/runner';
import { EngineFailure } from '../ui/Boundary';
import { ProblemList } from './ProblemList';
import './RunStatus.css';

export function RunStatus({ bench }: { bench: Bench }) {
  const { state } = bench.runner;
  const phase = usePart(state, 'phase');
  const progress = usePart(state, 'progress');
  const problems = usePart(state, 'problems');
  const crash = usePart(state, 'crash');
  const now_s = useReading(state, ({ shown }) => (shown === null || shown.stored ? null : shown.now_s));
  const started = useReading(state, ({ catalogue }) => catalogue !== null);
  const draft = usePart(bench.state, 'draft');
  // Every move of a control starts a short run. Show progress only for longer ones.
  const lasting = phase === 'running' && progress > 0;
  return (
    <div className="run-status">
      <p className="status" role="status" data-phase={phase}>
        {inWords(phase, now_s, lasting, started)}
      </p>
      {lasting && (
        <div className="progress">
          <progress value={progress} max={1} aria-label={t('Progress of the run')} />
          <span>{Math.floor(progress * 100)} %</span>
          <button type="button" onClick={() => bench.runner.cancel()}>
            {t('Cancel')}
          </button>
        </div>
      )}
      {phase === 'cancelled' && (
        <button type="button" onClick={() => bench.runner.again()}>
          {t('Run again')}
        </button>
      )}
      {phase === 'refused' && draft === null && <ProblemList problems={problems} />}
      {phase === 'crashed' && (
        <EngineFailure
          started={started}
          reason={crash}
          label={t('Run again')}
          again={() => bench.runner.again()}
        >
          {started && <p>{t('Your scenario is unchanged. The next run starts the engine again.')}</p>}
        </EngineFailure>
      )}
    </div>
  );
}

/** The text that screen readers announce. It leaves out the percentage, which would change all the time. */
function inWords(phase: Phase, now_s: number | null, lasting: boolean, started: boolean): string {
  const ended = () => t('Simulated {time}.', { time: formatTime(now_s ?? 0) });
  switch (phase) {
    case 'idle':
      return t('Loading the engine …');
    case 'running':
      return lasting || now_s === null ? t('Running …') : ended();
    case 'cancelled':
      return t('Canceled. You see what was simulated before.');
    case 'refused':
      return t('The engine didn’t run this scenario.');
    case 'crashed':
      return started ? t('The engine stopped.') : t('The simulator couldn’t start.');
    case 'done':
      return ended();
  }
}
