/** Everything about a comparison that doesn't fit above the panels: the table of metrics, cards and first differences. */
import { usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import type { Run } from '../../run/trace';
import { useLabel } from './ComparedPanels';
import { comparisonOf } from './comparison';
import { Divergences } from './Divergences';
import { MetricsTable } from './MetricsTable';
import { PinnedCards } from './PinnedCards';
import { useBaseline, useComparedRuns, usePinnedRuns } from './useComparison';

export function ComparisonDetails({ bench, run }: { bench: Bench; run: Run }) {
  const comparison = comparisonOf(bench);
  const compared = usePinnedRuns(bench);
  const others = useComparedRuns(bench);
  const scenario = usePart(bench.state, 'scenario');
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const label = useLabel(bench, run);
  const baseline = useBaseline(bench);
  if (baseline === null || compared.length === 0) return null;
  return (
    <>
      <section className="comparison" aria-label={t('Compared metrics')}>
        <h2>{t('Compared metrics')}</h2>
        <MetricsTable
          baseline={baseline}
          runs={[
            { letter: 'A', label, summary: run.summary },
            ...compared.map(({ pinned, shown }) => ({
              letter: pinned.letter,
              label: pinned.label,
              summary: shown?.summary ?? null,
            })),
          ]}
        />
      </section>
      <section className="comparison" aria-label={t('Comparison')}>
        <h2>{t('Comparison')}</h2>
        <p className="words">{t('All runs use seed {seed}, like the bench.', { seed: run.scenario.seed })}</p>
        <PinnedCards {...{ bench, comparison, compared, scenario, catalogue }} />
        <Divergences own={{ letter: 'A', run }} others={others} catalogue={catalogue} />
      </section>
    </>
  );
}
