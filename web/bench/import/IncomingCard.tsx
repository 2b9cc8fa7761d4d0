/** Shows an opened file: reading progress, a problem, or its content. */
import { useObservable } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { ProblemItems } from '../../ui/ProblemItems';
import { useRoot } from '../../ui/root';
import { dismiss, incoming } from './incoming';
import { putOnBench } from './openText';
import { ReadingProgress } from './ReadingProgress';
import { RealTransfer } from './RealTransfer';

export function IncomingCard({ bench }: { bench: Bench }) {
  const root = useRoot();
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
    case 'elsewhere':
      return (
        <div className="incoming problems" role="alert">
          <p>
            <b>{t('{name} isn’t for the bench.', { name: state.name })}</b> {state.words}
          </p>
          <a className="button" href={root + state.address}>
            {t('Go there')}
          </a>
          <button type="button" onClick={dismiss}>
            {t('Dismiss')}
          </button>
        </div>
      );
    case 'waiting':
      return (
        <div className="incoming" role="alert">
          <p>
            {rich('You haven’t finished your draft under <editor>JSON</editor>. Open {name} in its place?', {
              name: <b>{state.name}</b>,
              editor: (words) => <b>{words}</b>,
            })}
          </p>
          <button type="button" onClick={() => putOnBench(bench, state.name, state.text, state.draft)}>
            {t('Open it')}
          </button>
          <button type="button" onClick={dismiss}>
            {t('Keep the draft')}
          </button>
        </div>
      );
    case 'scenario':
      return <DroppedScenario bench={bench} name={state.name} text={state.text} before={state.draft} />;
    case 'capture':
      return <RealTransfer bench={bench} name={state.name} reader={state.reader} first={state.view} />;
  }
}

interface DroppedProps {
  bench: Bench;
  name: string;
  text: string;
  /** The user's own draft from before; null if there was none. */
  before: string | null;
}

function DroppedScenario({ bench, name, text, before }: DroppedProps) {
  const restore = () => {
    if (before === null) bench.discardDraft();
    else bench.write(before, performance.now());
    dismiss();
  };
  const { draft } = useObservable(bench.state);
  const { phase, problems } = useObservable(bench.runner.state);
  if (draft === text && phase === 'refused')
    return (
      <div className="incoming problems" role="alert">
        <p>
          {rich(
            'The engine can’t run {name}. It’s now a draft under <editor>JSON</editor>, where you can fix it. You still see the previous scenario.',
            { name, editor: (words) => <b>{words}</b> },
          )}
        </p>
        <ProblemItems problems={problems} />
        <button type="button" onClick={restore}>
          {before === null ? t('Discard it') : t('Put your draft back')}
        </button>
      </div>
    );
  return (
    <div className="incoming">
      <p>{rich('{name} is on the bench. Undo restores what was there before.', { name: <b>{name}</b> })}</p>
      {before !== null && (
        <button type="button" onClick={restore}>
          {t('Put your draft back')}
        </button>
      )}
      <button type="button" onClick={dismiss}>
        {t('Dismiss')}
      </button>
    </div>
  );
}
