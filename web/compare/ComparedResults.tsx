/** The panels of a comparison, overlaid or side by side, and how the runs differ. */
import { type ReactNode, useMemo, useState } from 'react';
import { useObservable, usePart } from '../base/observable';
import { type ComparedRun, OverlayProvider } from '../panels/over';
import { PanelSlot } from '../panels/PanelSlot';
import type { PanelRecord } from '../panels/record';
import { PANELS } from '../panels/registry';
import { styleOf } from '../plot/runStyle';
import type { Bench } from '../run/bench';
import { useView } from '../run/hooks';
import { labelOf } from '../run/kept';
import type { Run } from '../run/trace';
import { t } from '../words/words';
import { comparisonOf } from './comparison';
import { Divergences } from './Divergences';
import { KeptCards, Sign } from './KeptCards';
import { MetricsTable } from './MetricsTable';
import { Overlaid, overlayLookup, useLongestRun } from './Overlaid';

interface Props {
  bench: Bench;
  run: Run;
  flows: number[];
  /** The plots of the bench's own run. */
  children: ReactNode;
}

export function ComparedResults({ bench, run, flows, children }: Props) {
  const comparison = comparisonOf(bench);
  const compared = useObservable(comparison.state);
  const scenario = usePart(bench.state, 'scenario');
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const [sideBySide, setSideBySide] = useState(false);
  const label = labelOf(run.scenario);
  const others = useMemo(
    () =>
      compared.flatMap(({ kept, style, shown }): ComparedRun[] =>
        shown === null ? [] : [{ style, label: kept.label, run: shown }],
      ),
    [compared],
  );
  useLongestRun(others);
  const runs = [{ style: styleOf('A'), label, run }, ...others];
  const metrics = (
    <section className="comparison" aria-label={t('Figures compared')}>
      <h2>{t('Figures compared')}</h2>
      <MetricsTable
        runs={[
          { letter: 'A', label, summary: run.summary },
          ...compared.map(({ kept, shown }) => ({
            letter: kept.letter,
            label: kept.label,
            summary: shown?.summary ?? null,
          })),
        ]}
      />
    </section>
  );
  return (
    <div className="compared">
      <section className="comparison" aria-label={t('Comparison')}>
        <header>
          <h2>{t('Comparison')}</h2>
          <p className="words">{t('All at seed {seed}, that of the bench.', { seed: run.scenario.seed })}</p>
          <fieldset className="layout-choice">
            <legend className="visually-hidden">{t('Panels')}</legend>
            {[t('over each other'), t('beside each other')].map((name, place) => (
              <label key={name}>
                <input
                  type="radio"
                  name="compared-layout"
                  checked={sideBySide === (place === 1)}
                  onChange={() => setSideBySide(place === 1)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        </header>
        <KeptCards {...{ bench, comparison, compared, scenario, catalogue }} />
        <Divergences own={{ letter: 'A', run }} others={others} />
        {!sideBySide && (
          <p className="words">
            {t(
              'In the panels A is drawn whole, over it each other run’s main line with its dashes and letter, and its losses and repairs in its colour.',
            )}
          </p>
        )}
      </section>
      {sideBySide ? (
        <div className="columns">
          {PANELS.map((panel) => (
            <div key={panel.name} className="panels-beside" data-columns={runs.length}>
              {runs.map((one) => (
                <Column key={one.style.letter} {...{ panel, one, runs, flows }} />
              ))}
            </div>
          ))}
        </div>
      ) : (
        <Overlaid {...{ flows, others, label }}>{children}</Overlaid>
      )}
      {metrics}
    </div>
  );
}

interface ColumnProps {
  panel: PanelRecord;
  one: ComparedRun;
  runs: ComparedRun[];
  flows: number[];
}

function Column({ panel, one, runs, flows }: ColumnProps) {
  const { letter } = one.style;
  const others = runs.filter(({ style }) => style.letter !== letter);
  const theory = useObservable(useView().theory);
  const count = one.run.scenario.flows.length;
  const shown = useMemo(() => flows.filter((flow) => flow < count), [flows, count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `others` is a new array each time; its runs are listed instead
  const over = useMemo(
    () => overlayLookup({ own: { letter, label: one.label }, others, flows, drawn: false, theory }),
    [letter, one.label, flows, theory, ...others.map(({ run }) => run)],
  );
  return (
    <div className="panel-column" data-run={letter}>
      <p className="column-head">
        <Sign letter={letter} /> {one.label}
      </p>
      <OverlayProvider value={over}>
        <PanelSlot panel={panel} run={one.run} flows={shown} />
      </OverlayProvider>
    </div>
  );
}
