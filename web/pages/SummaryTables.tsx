/** The figures of a run, as the command line prints them, with their units; below some of them what theory says. */
import { useMemo } from 'react';
import { ScrollRegion } from '../design/ScrollRegion';
import { flowToken } from '../design/theme';
import type { Prediction, Summary } from '../engine/schema';
import { formatBytes, formatCount, formatMs, formatSegments, formatShare, formatTime } from '../plot/format';
import { meanOf, ofFlow, ofLink, type Quantity, restsOf, type Theory, theoryOf } from '../run/rests';
import type { Run } from '../run/trace';
import { RepairsRow, repairsInWords } from './Repairs';

type FlowFigures = Summary['flows'][number];
type LinkFigures = Summary['links'][number];

interface Figure<T> {
  /** The name in the summary, so that a figure here and one of the command line can be told to be the same. */
  name: string;
  label: string;
  value(figures: T): string;
  /** What the theory says instead of it, on average over the time of which it says something. */
  theory?(theory: Theory, name: string): string;
}

/** A mean in theory: a range where alpha and beta leave one. */
function inTheory(
  theory: Theory,
  quantity: Quantity,
  format: (value: number) => string,
  weight?: Quantity,
): string {
  const mean = meanOf(restsOf(theory, quantity), weight && restsOf(theory, weight));
  if (mean === null) return '–';
  const high = format(mean.high);
  if (mean.low === null) return `≤ ${high}`;
  const low = format(mean.low);
  return low === high ? high : `${low} – ${high}`;
}

const formatByteRate = (bytes_per_s: number) => `${formatBytes(bytes_per_s)}/s`;
const formatPackets = (packets: number) => `${packets.toFixed(1)} packets`;

const orDash = (value: number | null | undefined, format: (value: number) => string) =>
  typeof value === 'number' ? format(value) : '–';

const FLOW_FIGURES: Figure<FlowFigures>[] = [
  {
    name: 'goodput_bytes_per_s',
    label: 'goodput',
    value: (f) => formatByteRate(f.goodput_bytes_per_s),
    theory: (theory, name) => inTheory(theory, ofFlow(name, 'payload_rate_bytes_per_s'), formatByteRate),
  },
  { name: 'completed_at_s', label: 'completed at', value: (f) => orDash(f.completed_at_s, formatTime) },
  {
    name: 'time_to_bytes_s.1048576',
    label: 'time to 1 MiB',
    value: (f) => orDash(f.time_to_bytes_s['1048576'], formatTime),
  },
  {
    name: 'time_to_bytes_s.2097152',
    label: 'time to 2 MiB',
    value: (f) => orDash(f.time_to_bytes_s['2097152'], formatTime),
  },
  { name: 'segments_sent', label: 'segments sent', value: (f) => formatCount(f.segments_sent) },
  {
    name: 'retransmitted_segments',
    label: 'retransmitted',
    value: (f) => `${formatCount(f.retransmitted_segments)} seg`,
  },
  { name: 'retransmitted_bytes', label: 'retransmitted', value: (f) => formatBytes(f.retransmitted_bytes) },
  { name: 'coarse_timeouts', label: 'coarse timeouts', value: (f) => formatCount(f.coarse_timeouts) },
  { name: 'fast_retransmits', label: 'fast retransmits', value: (f) => formatCount(f.fast_retransmits) },
  { name: 'early_retransmits', label: 'early retransmits', value: (f) => formatCount(f.early_retransmits) },
  {
    name: 'mean_rtt_ms',
    label: 'mean RTT',
    value: (f) => orDash(f.mean_rtt_ms, formatMs),
    // There are as many samples in a second as segments.
    theory: (theory, name) =>
      inTheory(theory, ofFlow(name, 'rtt_ms'), formatMs, ofFlow(name, 'wire_rate_bytes_per_s')),
  },
  {
    name: 'var_rtt_ms2',
    label: 'RTT variance',
    value: (f) => orDash(f.var_rtt_ms2, (v) => `${v.toFixed(1)} ms²`),
  },
  {
    name: 'mean_cwnd_segments',
    label: 'mean cwnd',
    value: (f) => formatSegments(f.mean_cwnd_segments),
    theory: (theory, name) => inTheory(theory, ofFlow(name, 'cwnd_segments'), formatSegments),
  },
];

const LINK_FIGURES: Figure<LinkFigures>[] = [
  { name: 'drops', label: 'drops', value: (l) => formatCount(l.drops) },
  { name: 'mean_queue_bytes', label: 'mean queue', value: (l) => formatBytes(l.mean_queue_bytes) },
  {
    name: 'mean_queue_packets',
    label: 'mean queue',
    value: (l) => formatPackets(l.mean_queue_packets),
    theory: (theory, name) => inTheory(theory, ofLink(name, 'held_packets'), formatPackets),
  },
  { name: 'max_queue_bytes', label: 'longest queue', value: (l) => formatBytes(l.max_queue_bytes) },
  { name: 'utilization', label: 'utilisation', value: (l) => formatShare(l.utilization) },
];

/** What the theory says comes after what it is about. */
function withTheory<T extends { name: string }>(figures: Figure<T>[], theory: Theory | null): Figure<T>[] {
  return figures.flatMap((figure) => {
    const { name, label, theory: said } = figure;
    if (theory === null || said === undefined) return [figure];
    return [
      figure,
      { name: `${name}.theory`, label: `${label} in theory`, value: (f: T) => said(theory, f.name) },
    ];
  });
}

/** Before the theory has been asked. */
const NONE: Prediction['repairs'] = [];

/** Tables wider or longer than this say how much they leave out. */
const FLOWS = 8;
const LINKS = 24;

export function SummaryTables({ run, summary }: { run: Run; summary: Summary }) {
  const theory = useMemo(() => theoryOf(run), [run]);
  const repairs = run.prediction?.repairs ?? NONE;
  return (
    <section className="summaries" aria-label="Figures of the run">
      <FlowTable flows={summary.flows} theory={theory} repairs={repairs} />
      <LinkTable links={summary.links} theory={theory} />
      {repairs.length > 0 && <p className="repairs">{repairsInWords(repairs)}</p>}
      <p className="digest">
        Trace digest <code data-testid="digest">{summary.digest}</code>, seed {summary.seed}, engine{' '}
        {summary.engine_version}, {formatCount(summary.rows_recorded)} rows
        {summary.rows_thinned > 0 && `, ${formatCount(summary.rows_thinned)} samples thinned`}. The same
        scenario gives the same digest on every machine.
      </p>
    </section>
  );
}

interface FlowTableProps {
  flows: FlowFigures[];
  theory: Theory | null;
  repairs: Prediction['repairs'];
}

function FlowTable({ flows, theory, repairs }: FlowTableProps) {
  const shown = flows.slice(0, FLOWS);
  return (
    <ScrollRegion label="Flows">
      <table className="figures">
        <caption>
          Flows{flows.length > FLOWS && `: the first ${FLOWS} of ${formatCount(flows.length)}`}
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
          {withTheory(FLOW_FIGURES, theory).map(({ name, label, value }) => (
            <tr key={name} data-figure={name}>
              <th scope="row">{label}</th>
              {shown.map((figures) => (
                <td key={figures.name}>{value(figures)}</td>
              ))}
            </tr>
          ))}
          <RepairsRow flows={shown} repairs={repairs} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function LinkTable({ links, theory }: { links: LinkFigures[]; theory: Theory | null }) {
  const columns = withTheory(LINK_FIGURES, theory);
  const shown = links.slice(0, LINKS);
  return (
    <ScrollRegion label="Links">
      <table className="figures links">
        <caption>
          Links, each direction
          {links.length > LINKS && `: the first ${LINKS} of ${formatCount(links.length)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">link</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((figures) => (
            <tr key={figures.name}>
              <th scope="row">{figures.name.replace('>', ' → ')}</th>
              {columns.map(({ name, value }) => (
                <td key={name} data-figure={name}>
                  {value(figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
