/** Everything about a comparison that doesn't fit above the panels: the table of metrics, cards and first differences. */
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import type { Run } from '../../run/trace';
import { RESULTS_OF } from '../findings/ResultsLine';
import { useLabel } from './ComparedPanels';
import { comparisonOf } from './comparison';
import { Divergences } from './Divergences';
import { MetricsTable } from './MetricsTable';
import { PinnedCards } from './PinnedCards';
import { RunNumbers } from './RunNumbers';
import { useBaseline, useComparedRuns, usePinnedRuns } from './useComparison';

interface Props {
  bench: Bench;
  run: Run;
  /** The flow whose numbers to show if the user hasn't chosen one. */
  flow: number;
}

export function ComparisonDetails({ bench, run, flow: first }: Props) {
  const comparison = comparisonOf(bench);
  const compared = usePinnedRuns(bench);
  const others = useComparedRuns(bench);
  const scenario = usePart(bench.state, 'scenario');
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const label = useLabel(bench, run);
  const baseline = useBaseline(bench);
  const flow = useObservable(bench.view.of(RESULTS_OF)) ?? first;
  if (baseline === null || compared.length === 0) return null;
  const runs = [
    { letter: 'A', label, summary: run.summary },
    ...compared.map(({ pinned, shown }) => ({
      letter: pinned.letter,
      label: pinned.label,
      summary: shown?.summary ?? null,
    })),
  ];
  return (
    <>
      <section className="comparison" aria-label={t('Compared metrics')}>
        <h2>{t('Compared metrics')}</h2>
        <RunNumbers runs={runs} flow={flow} />
        <MetricsTable baseline={baseline} runs={runs} />
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
