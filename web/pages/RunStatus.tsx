/** How the run stands: its progress, its end, its failure; and the ways out. */
import { formatTime } from '../plot/format';
import type { Bench } from '../run/bench';
import { useObservable } from '../run/observable';
import type { RunnerState } from '../run/runner';
import { ProblemList } from './Editor';

export function RunStatus({ bench }: { bench: Bench }) {
  const state = useObservable(bench.runner.state);
  const { draft } = useObservable(bench.state);
  const { phase, progress, problems, crash } = state;
  // Short runs come and go with every touch of a control: only one that lasts is worth a bar.
  const lasting = phase === 'running' && progress > 0;
  return (
    <div className="run-status">
      <p className="status" role="status" data-phase={phase}>
        {inWords(state)}
      </p>
      {lasting && (
        <div className="progress">
          <progress value={progress} max={1} aria-label="Progress of the run" />
          <span>{Math.floor(progress * 100)} %</span>
          <button type="button" onClick={() => bench.runner.cancel()}>
            Cancel
          </button>
        </div>
      )}
      {phase === 'cancelled' && (
        <button type="button" onClick={() => bench.runner.again()}>
          Run again
        </button>
      )}
      {phase === 'refused' && draft === null && <ProblemList problems={problems} />}
      {phase === 'crashed' && (
        <div className="failure" role="alert">
          <p>
            <b>The engine stopped:</b> <code>{crash}</code>
          </p>
          <p>Your scenario is untouched. The next run gets a fresh engine.</p>
          <button type="button" onClick={() => bench.runner.again()}>
            Run again
          </button>
        </div>
      )}
    </div>
  );
}

/** Said aloud, so without a figure that changes all the time: that is for the bar. */
function inWords({ phase, shown }: RunnerState): string {
  switch (phase) {
    case 'idle':
      return 'Loading the engine …';
    case 'running':
      return 'Running …';
    case 'cancelled':
      return 'Cancelled. What had been simulated stays on show.';
    case 'refused':
      return 'This scenario was not run.';
    case 'crashed':
      return 'The engine stopped.';
    case 'done':
      return `Simulated ${formatTime(shown?.now_s ?? 0)}.`;
  }
}
