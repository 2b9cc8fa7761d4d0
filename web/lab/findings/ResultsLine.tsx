/**
 * One line with a run's results: the metrics of a flow, their differences from the baseline while runs are compared, and what happened in a
 * sentence.
 */
import { useMemo } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import type { Bench } from '../../run/bench';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { ViewState } from '../../run/view';
import { Floating } from '../../ui/Floating';
import { flowToken } from '../../ui/theme';
import { useBaseline, useComparedRuns, useComparisonCode } from '../compare/useComparison';
import type { ComparedRun } from '../panels/over';
import { Insights } from './Insights';
import { METRICS, type Metric } from './metrics';
import './ResultsLine.css';

interface Props {
  bench: Bench;
  run: Run;
  /** The flows that the panels show. */
  flows: number[];
}

/** The flow whose results are shown; null for the first in sight. */
export const RESULTS_OF: ViewState<number | null> = { usual: null, until: 'address' };

export function ResultsLine({ bench, run, flows }: Props) {
  const { flows: all } = run.scenario;
  const resultsOf = bench.view.of(RESULTS_OF);
  const chosen = useObservable(resultsOf);
  const flow = chosen !== null && chosen < all.length ? chosen : (flows[0] ?? 0);
  const letter = useBaseline(bench);
  const baseline = useComparedRuns(bench).find(({ style }) => style.letter === letter);
  return (
    <section
      className="results-line"
      aria-label={t('Results')}
      data-comparing={baseline !== undefined}
      data-flows={all.length > 1 ? 'several' : 'one'}
    >
      {all.length > 1 && <FlowMenu {...{ run, flow }} choose={(next) => resultsOf.set(next)} />}
      {baseline && <MeasuredAgainst {...{ bench, run, baseline }} />}
      <Metrics {...{ bench, run, flow, baseline }} />
      <div className="insights">
        <Insights {...{ bench, run, flows }} />
      </div>
    </section>
  );
}

interface MetricsProps {
  bench: Bench;
  run: Run;
  flow: number;
  baseline: ComparedRun | undefined;
}

function Metrics({ bench, run, flow, baseline }: MetricsProps) {
  const code = useComparisonCode(bench);
  const results = run.summary?.flows[flow];
  const base = baseline?.run.summary?.flows[flow];
  return (
    <dl>
      {METRICS.map((metric) => {
        const value = results && metric.of(results);
        const other = base && metric.of(base);
        // A flow that never finishes has no completion time.
        if (value === null && typeof other !== 'number') return null;
        const compared = baseline !== undefined && typeof value === 'number';
        const difference =
          compared && typeof other === 'number'
            ? code?.flowDifference(metric.name, value, other, metric.format)
            : null;
        return (
          <div key={metric.name} data-result={metric.name} data-better={difference?.better ?? undefined}>
            <dt className={compared ? 'visually-hidden' : undefined}>{metric.label()}</dt>
            <dd>{valueInWords(metric, value, compared)}</dd>
            {difference && <dd className="result-difference">{difference.words}</dd>}
          </div>
        );
      })}
    </dl>
  );
}

function valueInWords(metric: Metric, value: number | null | undefined, compared: boolean): string {
  if (typeof value !== 'number') return '–';
  return compared ? metric.named(value) : metric.format(value);
}

interface FlowMenuProps {
  run: Run;
  flow: number;
  choose(flow: number): void;
}

/** The name of the flow whose metrics are shown, and a table of all flows to choose from. */
function FlowMenu({ run, flow, choose }: FlowMenuProps) {
  const { flows } = run.scenario;
  return (
    <Floating
      className="flow-results"
      label={
        <>
          <i style={{ background: `var(--${flowToken(flow)})` }} />
          {flows[flow]?.name}
          <small>{plural(flows.length - 1, 'and {n} more', 'and {n} more')}</small>
        </>
      }
    >
      {(close) => (
        <table>
          <caption className="visually-hidden">{t('Results of all flows')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('flow')}</th>
              {METRICS.map((metric) => (
                <th key={metric.name} scope="col">
                  {metric.label()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {flows.map(({ name }, place) => (
              <tr key={name} data-chosen={place === flow}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={place === flow}
                    onClick={() => {
                      choose(place);
                      close();
                    }}
                  >
                    <i style={{ background: `var(--${flowToken(place)})` }} />
                    {name}
                  </button>
                </th>
                {METRICS.map((metric) => {
                  const results = run.summary?.flows[place];
                  return (
                    <td key={metric.name}>{valueInWords(metric, results && metric.of(results), false)}</td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Floating>
  );
}

/** Share of a run that is shown on either side of the first difference. */
const MARGIN_SHARE = 0.03;

interface MeasuredAgainstProps {
  bench: Bench;
  run: Run;
  baseline: ComparedRun;
}

/** Names the baseline and leads to the first event at which it differs, which is searched for when no control is being dragged. */
function MeasuredAgainst({ bench, run, baseline }: MeasuredAgainstProps) {
  const view = useView();
  const code = useComparisonCode(bench);
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const settled = useSettled(run);
  const { letter } = baseline.style;
  const other = baseline.run;
  const finished = settled.summary !== null && other.summary !== null;
  const found = useMemo(
    () => (finished && code !== null ? code.divergenceOfRuns(settled, other) : undefined),
    [finished, code, settled, other],
  );
  const same = useMemo(
    () => (found === null && code !== null ? code.identicalInWords(settled, other, catalogue) : null),
    [found, code, settled, other, catalogue],
  );
  const look = (moment: number) => {
    const room = MARGIN_SHARE * Math.max(run.now_s, other.now_s);
    view.show({ from: moment - room, to: moment + room });
    view.hold(moment);
  };
  return (
    <div className="measured-against">
      <span>{rich('<b>A</b> against <b>{letter}</b>', { letter, b: (name) => <b>{name}</b> })}</span>
      {same !== null && (
        <span className="same-runs" title={same}>
          {same}
        </span>
      )}
      {found && 'unknown_from_s' in found && (
        <span>
          {t('identical until {time}, then samples are missing', { time: formatTime(found.unknown_from_s) })}
        </span>
      )}
      {found && 'time_s' in found && (
        <button
          type="button"
          className="to-moment"
          aria-label={t('First difference from {letter}: {time}', { letter, time: formatTime(found.time_s) })}
          onClick={() => look(found.time_s)}
        >
          {t('first difference {time}', { time: formatTime(found.time_s) })}
        </button>
      )}
    </div>
  );
}
