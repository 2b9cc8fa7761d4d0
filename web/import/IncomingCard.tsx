/** Shows an opened file: reading progress, a problem, or its content. */
import { useObservable } from '../base/observable';
import type { Bench } from '../run/bench';
import { ProblemItems } from '../ui/ProblemItems';
import { rich } from '../words/rich';
import { t } from '../words/words';
import { dismiss, incoming } from './incoming';
import { ReadingProgress } from './ReadingProgress';
import { RealTransfer } from './RealTransfer';

export function IncomingCard({ bench }: { bench: Bench }) {
  const state = useObservable(incoming);
  switch (state.phase) {
    case 'none':
      return null;
    case 'reading':
      return (
        <div className="incoming">
          <ReadingProgress name={state.name} share={state.progress} cancel={dismiss} />
        </div>
      );
    case 'failed':
      return (
        <div className="incoming problems" role="alert">
          <p>
            <b>{t('{name} couldn’t be opened.', { name: state.name })}</b> {state.message}
          </p>
          <button type="button" onClick={dismiss}>
            {t('Dismiss')}
          </button>
        </div>
      );
    case 'scenario':
      return <DroppedScenario bench={bench} name={state.name} text={state.text} />;
    case 'capture':
      return <RealTransfer bench={bench} name={state.name} reader={state.reader} first={state.view} />;
  }
}

function DroppedScenario({ bench, name, text }: { bench: Bench; name: string; text: string }) {
  const { draft } = useObservable(bench.state);
  const { phase, problems } = useObservable(bench.runner.state);
  if (draft === text && phase === 'refused')
    return (
      <div className="incoming problems" role="alert">
        <p>
          {rich(
            'The engine can’t run {name}. It’s now a draft under <editor>Edit as JSON</editor>, where you can fix it. You still see the previous scenario.',
            { name, editor: (words) => <b>{words}</b> },
          )}
        </p>
        <ProblemItems problems={problems} />
        <button
          type="button"
          onClick={() => {
            bench.discardDraft();
            dismiss();
          }}
        >
          {t('Discard it')}
        </button>
      </div>
    );
  return (
    <div className="incoming">
      <p>{rich('{name} is on the bench. Undo restores what was there before.', { name: <b>{name}</b> })}</p>
      <button type="button" onClick={dismiss}>
        {t('Dismiss')}
      </button>
    </div>
  );
}
