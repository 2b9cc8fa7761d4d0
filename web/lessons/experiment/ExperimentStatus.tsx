/** The status of an experiment's runs: progress with a cancel button for long runs, and failures. */
import { useSyncExternalStore } from 'react';
import { t } from '../../base/words/words';
import { problemInWords } from '../../engine/translate';
import type { Bench } from '../../run/bench';
import type { Phase } from '../../run/runner';
import { EngineFailure, Failure } from '../../ui/Boundary';

interface Props {
  benches: readonly Bench[];
  /** Why the runs couldn't start; null if they could. */
  failure: string | null;
}

export function ExperimentStatus({ benches, failure }: Props) {
  const subscribe = (listener: () => void) => {
    const unsubscribe = benches.map(({ runner }) => runner.state.subscribe(listener));
    return () => {
      for (const one of unsubscribe) one();
    };
  };
  // Serialized, because snapshots are compared by identity and must be equal while nothing has changed.
  const snapshot = useSyncExternalStore(subscribe, () => {
    const states = benches.map(({ runner }) => runner.state.value);
    const phase = combinedPhase(states.map((state) => state.phase));
    const progress = Math.min(...states.map((state) => (state.phase === 'done' ? 1 : state.progress)));
    const crash = states.find((state) => state.crash !== null)?.crash ?? '';
    const problem = states.flatMap(({ problems }) => problems)[0];
    const refusal = problem ? problemInWords(problem) : '';
    const started = states.some(({ catalogue }) => catalogue !== null);
    return JSON.stringify([phase, progress, crash || refusal, started]);
  });
  const [phase, progress, error, started] = JSON.parse(snapshot) as [Phase, number, string, boolean];
  const again = () => {
    for (const { runner } of benches) runner.again();
  };
  const cancel = () => {
    for (const { runner } of benches) runner.cancel();
  };
  const reason = failure ?? (phase === 'crashed' || phase === 'refused' ? error : '');
  return (
    <div className="experiment-status" data-phase={phase}>
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
      {phase === 'crashed' && !started && failure === null ? (
        <EngineFailure started={false} reason={error} label={t('Run again')} again={again} />
      ) : (
        reason !== '' && (
          <Failure
            words={t('This run didn’t finish.')}
            reason={reason}
            label={t('Run again')}
            again={again}
          />
        )
      )}
    </div>
  );
}

/** Phases from most to least urgent. */
const ORDER: readonly Phase[] = ['crashed', 'refused', 'running', 'idle', 'cancelled', 'done'];

/** The phase to report for several runs: the most urgent one that any of them is in. */
export function combinedPhase(phases: readonly Phase[]): Phase {
  return ORDER.find((phase) => phases.includes(phase)) ?? 'idle';
}
