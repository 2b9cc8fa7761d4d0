/** The state of an experiment's runs: progress and cancel for long ones, and failures. */
import { useSyncExternalStore } from 'react';
import { problemInWords } from '../../engine/translate';
import type { Phase } from '../../run/runner';
import { Failure } from '../../ui/Boundary';
import { t } from '../../words/words';
import type { BenchGroup } from './benchGroup';

export function LabStatus({ group, failure }: { group: BenchGroup; failure: string | null }) {
  const subscribe = (listener: () => void) => {
    const leave = group.benches.map(({ runner }) => runner.state.subscribe(listener));
    return () => {
      for (const one of leave) one();
    };
  };
  // As text, because a snapshot must be the same while nothing has changed.
  const told = useSyncExternalStore(subscribe, () => {
    const states = group.benches.map(({ runner }) => runner.state.value);
    const phase = worst(states.map((state) => state.phase));
    const progress = Math.min(...states.map((state) => (state.phase === 'done' ? 1 : state.progress)));
    const crash = states.find((state) => state.crash !== null)?.crash ?? '';
    const problem = states.flatMap(({ problems }) => problems)[0];
    const wrong = problem ? problemInWords(problem) : '';
    return JSON.stringify([phase, progress, crash || wrong]);
  });
  const [phase, progress, wrong] = JSON.parse(told) as [Phase, number, string];
  const again = () => {
    for (const { runner } of group.benches) runner.again();
  };
  const cancel = () => {
    for (const { runner } of group.benches) runner.cancel();
  };
  const said = failure ?? (phase === 'crashed' || phase === 'refused' ? wrong : '');
  return (
    <div className="lab-status" data-phase={phase}>
      <p role="status" className="visually-hidden">
        {phase === 'done' ? t('Simulated.') : phase === 'running' ? t('Running …') : ''}
      </p>
      {phase === 'running' && progress > 0 && (
        <div className="progress">
          <progress value={progress} max={1} aria-label={t('Progress of the runs')} />
          <button type="button" onClick={cancel}>
            {t('Cancel')}
          </button>
        </div>
      )}
      {phase === 'cancelled' && (
        <button type="button" onClick={again}>
          {t('Run again')}
        </button>
      )}
      {said !== '' && (
        <Failure
          words={t('This run did not come to its end.')}
          reason={said}
          label={t('Run again')}
          again={again}
        />
      )}
    </div>
  );
}

/** The state to report for several runs: the first in this list that any run has. */
const ORDER: readonly Phase[] = ['crashed', 'refused', 'running', 'idle', 'cancelled', 'done'];

/** The phase of several runs together. */
export function worst(phases: readonly Phase[]): Phase {
  return ORDER.find((phase) => phases.includes(phase)) ?? 'idle';
}
