/** Tables of a run's metrics, the same as on the command line, with the theory's values where there are any. */
import { memo, useMemo } from 'react';
import { formatCount, formatMs, formatTime } from '../../base/words/format';
import { formatSegments } from '../../base/words/segments';
import { t } from '../../base/words/words';
import { type Prediction, SEND_LIMITS } from '../../engine/schema';
import {
  equilibriaOf,
  meanOf,
  ofFlow,
  ofLink,
  type Quantity,
  type Theory,
  theoryOf,
} from '../../run/equilibria';
import {
  FLOW_METRICS,
  type FlowMetrics,
  formatByteRate,
  formatMetric,
  formatPackets,
  LINK_METRICS,
  type LinkMetrics,
  type SummaryMetric,
} from '../../run/metrics';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { flowToken } from '../../ui/theme';
import { LIMITS } from '../panels/limits';
import type { PanelProps } from '../panels/Panel';
import { RepairsRow, repairsInWords } from './Repairs';

/** A metric: a row in the table of flows, a column in the table of links. */
interface DisplayedMetric<T> {
  name: string;
  label: string;
  value(metrics: T): string;
}

/** The theory's mean. It is a range if alpha and beta allow one. */
function inTheory(
  theory: Theory,
  quantity: Quantity,
  format: (value: number) => string,
  weight?: Quantity,
): string {
  const mean = meanOf(equilibriaOf(theory, quantity), weight && equilibriaOf(theory, weight));
  if (mean === null) return '–';
  const high = format(mean.high);
  if (mean.low === null) return `≤ ${high}`;
  const low = format(mean.low);
  return low === high ? high : `${low} – ${high}`;
}

/** The theory's values of metrics, averaged over the time that the theory covers. */
const IN_THEORY: Record<string, (theory: Theory, name: string) => string> = {
  goodput_bytes_per_s: (theory, name) =>
    inTheory(theory, ofFlow(name, 'payload_rate_bytes_per_s'), formatByteRate),
  // Weighted by the sending rate, because each segment gives one RTT sample.
  mean_rtt_ms: (theory, name) =>
    inTheory(theory, ofFlow(name, 'rtt_ms'), formatMs, ofFlow(name, 'wire_rate_bytes_per_s')),
  mean_cwnd_segments: (theory, name) => inTheory(theory, ofFlow(name, 'cwnd_segments'), formatSegments),
  mean_queue_packets: (theory, name) => inTheory(theory, ofLink(name, 'held_packets'), formatPackets),
};

/** Rows for all metrics. Adds a row with the theory's value after those that have one. */
function withTheory<T extends { name: string }>(
  metrics: SummaryMetric<T>[],
  theory: Theory | null,
): DisplayedMetric<T>[] {
  return metrics.flatMap((metric) => {
    const { name } = metric;
    const label = metric.label();
    const measured = { name, label, value: (f: T) => formatMetric(metric, f) };
    const theoryValue = IN_THEORY[name];
    if (theory === null || theoryValue === undefined) return [measured];
    return [
      measured,
      {
        name: `${name}.theory`,
        label: t('{metric} in theory', { metric: label }),
        value: (f: T) => theoryValue(theory, f.name),
      },
    ];
  });
}

/** The default while there is no prediction. A constant, so that memoized components don't re-render. */
const NO_REPAIRS: Prediction['repairs'] = [];

/** Maximum number of flows and links in the tables. The captions mention how many there are. */
const MAX_FLOWS = 8;
const MAX_LINKS = 24;

export const SummaryTables = memo(function SummaryTables({ run }: PanelProps) {
  const theory = useMemo(() => theoryOf(run), [run]);
  const { summary } = run;
  if (summary === null) return null;
  const repairs = run.prediction?.repairs ?? NO_REPAIRS;
  return (
    <section className="summaries" aria-label={t('Metrics')}>
      <FlowTable flows={summary.flows} theory={theory} repairs={repairs} />
      <LinkTable links={summary.links} theory={theory} />
      {repairs.length > 0 && <p className="repairs">{repairsInWords(repairs)}</p>}
    </section>
  );
});

interface FlowTableProps {
  flows: FlowMetrics[];
  theory: Theory | null;
  repairs: Prediction['repairs'];
}

function FlowTable({ flows, theory, repairs }: FlowTableProps) {
  const shown = flows.slice(0, MAX_FLOWS);
  return (
    <ScrollRegion label={t('Flows')}>
      <table className="figures">
        <caption>
          {flows.length > MAX_FLOWS
            ? t('Flows: the first {shown} of {all}', { shown: MAX_FLOWS, all: formatCount(flows.length) })
            : t('Flows')}
        </caption>
        <thead>
          <tr>
            <td />
            {shown.map(({ name, sender_preset }, flow) => (
              <th key={name} scope="col">
                <i style={{ background: `var(--${flowToken(flow)})` }} />
                {name}
                {sender_preset && <small>{sender_preset}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withTheory(FLOW_METRICS, theory).map(({ name, label, value }) => (
            <tr key={name} data-metric={name}>
              <th scope="row">{label}</th>
              {shown.map((metrics) => (
                <td key={metrics.name}>{value(metrics)}</td>
              ))}
            </tr>
          ))}
          <RepairsRow flows={shown} repairs={repairs} />
          <LimitRows flows={shown} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The time for which each reason kept a flow from sending more; reasons of none of the flows are left out. */
function LimitRows({ flows }: { flows: readonly FlowMetrics[] }) {
  const limits = SEND_LIMITS.filter((limit) => flows.some(({ limited_s }) => limited_s[limit] > 0));
  return limits.map((limit) => (
    <tr key={limit} data-metric={`limited_s.${limit}`}>
      <th scope="row">{LIMITS[limit].label()}</th>
      {flows.map(({ name, limited_s }) => (
        <td key={name}>{formatTime(limited_s[limit])}</td>
      ))}
    </tr>
  ));
}

function LinkTable({ links, theory }: { links: LinkMetrics[]; theory: Theory | null }) {
  const columns = withTheory(LINK_METRICS, theory);
  const shown = links.slice(0, MAX_LINKS);
  return (
    <ScrollRegion label={t('Links')}>
      <table className="figures links">
        <caption>
          {links.length > MAX_LINKS
            ? t('Links, each direction: the first {shown} of {all}', {
                shown: MAX_LINKS,
                all: formatCount(links.length),
              })
            : t('Links, each direction')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('link')}</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((metrics) => (
            <tr key={metrics.name}>
              <th scope="row">{metrics.name.replace('>', ' → ')}</th>
              {columns.map(({ name, value }) => (
                <td key={name} data-metric={name}>
                  {value(metrics)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
