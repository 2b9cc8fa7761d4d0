/** Pins runs to compare with the bench's: the most useful one by one click, any other sender from a menu. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { useReady } from '../../run/hooks';
import { PINNED_LETTERS } from '../../run/pinned';
import { Boundary } from '../../ui/Boundary';
import { Floating } from '../../ui/Floating';
import { comparisonInWords, suggestionsFor } from './counterpart';
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
    const { pinned, scenario } = bench.state.value;
    if (scenario === null || bench.runner.state.value.catalogue === null) return t('Compare');
    const [best] = suggestionsFor(bench);
    if (best !== undefined) return comparisonInWords(best);
    return pinned.length > 0 ? null : t('Compare');
  });
}
