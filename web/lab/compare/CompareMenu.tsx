/** Pins runs to compare with the bench's: the most useful one by one click, any other sender from a menu. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { useReady } from '../../run/hooks';
import { PINNED_LETTERS } from '../../run/pinned';
import { senderName } from '../../scenario/names';
import { Boundary } from '../../ui/Boundary';
import { Floating } from '../../ui/Floating';
import { counterpartOf, suggestionsFor } from './counterpart';
import './compare.css';

const SenderMenu = lazy(async () => ({ default: (await import('./SenderMenu')).SenderMenu }));

export function CompareMenu({ bench }: { bench: Bench }) {
  const ready = useReady(bench);
  const full = usePart(bench.state, 'pinned').length >= PINNED_LETTERS.length;
  const suggestion = useSuggestion(bench);
  return (
    <span className="compare-menu">
      {suggestion !== null && !full && (
        <button
          type="button"
          disabled={!ready}
          onClick={(event) => {
            const [best] = suggestionsFor(bench);
            if (best) bench.pin(best.scenario, best.text, event.timeStamp);
          }}
        >
          {suggestion}
        </button>
      )}
      <Floating
        label={
          suggestion === null || full ? (
            t('Compare')
          ) : (
            <span className="visually-hidden">{t('Compare with another sender')}</span>
          )
        }
        className="compare-choices"
      >
        {(close) => (
          <Boundary name={t('Compare')}>
            <Suspense fallback={<p>{t('Loading …')}</p>}>
              <SenderMenu bench={bench} close={close} />
            </Suspense>
          </Boundary>
        )}
      </Floating>
    </span>
  );
}

/** The label of the best suggestion; null if everything it would pin is pinned. Dragging a control doesn't change it. */
function useSuggestion(bench: Bench): string | null {
  return useSyncExternalStore(bench.state.subscribe, () => {
    const { edited, pinned, scenario } = bench.state.value;
    const { catalogue } = bench.runner.state.value;
    if (scenario === null || catalogue === null) return t('Compare');
    const file = bench.origin?.file;
    if (edited && file !== undefined && pinned.every(({ text }) => text !== file))
      return t('Compare with the original');
    if (pinned.length > 0 && suggestionsFor(bench).length === 0) return null;
    const preset = scenario.flows[0]?.sender.preset ?? null;
    return t('Compare with {sender}', { sender: senderName(counterpartOf(preset), catalogue) });
  });
}
