/** A file that came in: its progress, what is wrong with it, or what it shows. */
import { ProblemItems } from '../pages/Editor';
import type { Bench } from '../run/bench';
import { useObservable } from '../run/observable';
import { dismiss, incoming } from './incoming';
import { cancelReading } from './open';
import { RealTransfer } from './RealTransfer';

export function IncomingCard({ bench }: { bench: Bench }) {
  const state = useObservable(incoming);
  switch (state.phase) {
    case 'none':
      return null;
    case 'reading':
      return (
        <div className="incoming progress">
          <span>Reading {state.name} …</span>
          <progress value={state.progress} max={1} aria-label={`Progress of reading ${state.name}`} />
          <button type="button" onClick={cancelReading}>
            Cancel
          </button>
        </div>
      );
    case 'failed':
      return (
        <div className="incoming problems" role="alert">
          <p>
            <b>{state.name} was not opened.</b> {state.message}
          </p>
          <button type="button" onClick={dismiss}>
            Dismiss
          </button>
        </div>
      );
    case 'scenario':
      return <DroppedScenario bench={bench} name={state.name} text={state.text} />;
    case 'capture':
      return <RealTransfer key={state.name} bench={bench} name={state.name} found={state.streams} />;
  }
}

function DroppedScenario({ bench, name, text }: { bench: Bench; name: string; text: string }) {
  const { draft } = useObservable(bench.state);
  const { phase, problems } = useObservable(bench.runner.state);
  if (draft === text && phase === 'refused')
    return (
      <div className="incoming problems" role="alert">
        <p>
          The engine does not take {name}. It stays as a draft under <b>Edit as JSON</b>, and the scenario
          before it stays on show.
        </p>
        <ProblemItems problems={problems} />
        <button
          type="button"
          onClick={() => {
            bench.discardDraft();
            dismiss();
          }}
        >
          Discard it
        </button>
      </div>
    );
  return (
    <div className="incoming">
      <p>
        <b>{name}</b> is on the bench. Undo brings back what was there.
      </p>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}
