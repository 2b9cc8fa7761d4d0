/** Throughput over time: what each flow's sender knows to have arrived, per interval of time. */
import { memo, useCallback, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { formatBytes, formatMeasuredRate, formatPlain, formatTime } from '../../base/words/format';
import { bitsPerRateUnit, rateUnit } from '../../base/words/units';
import { t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import type { Ink, Points, Stroke } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed } from '../../plot/layout';
import { drawSigns } from '../../plot/signs';
import { steps } from '../../plot/steps';
import { acknowledgedBytes, linkRates, longestBaseRtt, openSpans, roundUp } from '../../run/goodput';
import { useView } from '../../run/hooks';
import { isWhole, union } from '../../run/series';
import type { Run } from '../../run/trace';
import { span, type TimeWindow } from '../../run/window';
import { type Column, FLOW, joined, type Table, TIME } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';
import type { Overlay } from './over';
import { endOf, readings } from './overlays';
import { describeFinished, nameOf, Panel, type PanelProps, sentencesOf } from './Panel';
import { busiest } from './queue';

interface ThroughputMarks {
  unit: Unit;
  /** Length of the intervals, s. */
  bin_s: number;
  top: number;
  /** Name of the bottleneck, a directed link. */
  link: string;
  /** The bottleneck's rate; empty if it's so far above the flows that it would flatten them. */
  rate: Points;
  flows: { flow: number; name: string; token: string; rate: Points }[];
  /** Intervals of which the ACKs at an end weren't recorded. */
  unrecorded: TimeWindow[];
}

interface Unit {
  name: string;
  bits: number;
}

/** Axis units: the chosen one, unless its numbers would be long. */
const LARGE: Unit[] = [
  { name: 'Mbit/s', bits: 1e6 },
  { name: 'Gbit/s', bits: 1e9 },
];
/** Axis numbers have at most five digits. */
const LONG = 1e5;

function unitFor(top: number): Unit {
  const chosen = { name: rateUnit.value, bits: bitsPerRateUnit() };
  return [chosen, ...LARGE].find(({ bits }) => top / bits < LONG) ?? chosen;
}

/** Intervals per time window, at least. */
const BINS = 100;
/** A rate more than this many times the fastest interval isn't drawn. */
const REACH = 8;

/** The length of the intervals: at least a round trip, because a sender's rate has no meaning in less, and longer in a long window. */
export function binOf({ trace }: Run, flows: readonly number[], window: TimeWindow): number {
  return roundUp(Math.max(span(window) / BINS, longestBaseRtt(trace, flows), 1e-6));
}

interface Bin {
  from: number;
  to: number;
  bytes: number;
}

/**
 * The intervals that a window touches, as multiples of one length from 0 s, so that they stay in place while the window moves. The last one
 * ends with the run; it's part of the one before if it's less than half as long.
 */
export function binsOf(run: Run, flow: number, window: TimeWindow, bin_s: number): Bin[] {
  const bytesAt = acknowledgedBytes(run, flow);
  const end = run.now_s;
  const lastStart = Math.max(0, Math.floor(end / bin_s - 0.5));
  const first = Math.max(0, Math.floor(window.from / bin_s + 1e-9));
  const last = Math.min(lastStart, Math.ceil(window.to / bin_s - 1e-9) - 1);
  const bins: Bin[] = [];
  let before = bytesAt(first === 0 ? -1 : first * bin_s);
  for (let bin = Math.min(first, lastStart); bin <= last; bin += 1) {
    const to = bin === lastStart ? end : (bin + 1) * bin_s;
    const bytes = bytesAt(to);
    bins.push({ from: bin * bin_s, to, bytes: bytes - before });
    before = bytes;
  }
  return bins;
}

/** The rate in each interval in which the flow was open at all, bit/s. */
function ratesOf(run: Run, flow: number, window: TimeWindow, bin_s: number): Points {
  const spans = openSpans(run.trace, flow);
  const opened = spans[0]?.from ?? Number.POSITIVE_INFINITY;
  const closed = spans.at(-1)?.to ?? 0;
  const points: Points = { time_s: [], value: [] };
  for (const { from, to, bytes } of binsOf(run, flow, window, bin_s)) {
    points.time_s.push(from);
    points.value.push(to <= opened || from >= closed ? Number.NaN : (8 * bytes) / (to - from));
  }
  return points;
}

function unknownBins(run: Run, flow: number, window: TimeWindow, bin_s: number): TimeWindow[] {
  return binsOf(run, flow, window, bin_s).flatMap(({ from, to, bytes }) =>
    Number.isNaN(bytes) ? [{ from, to }] : [],
  );
}

export function select(
  run: Run,
  flows: readonly number[],
  window: TimeWindow,
  bin_s = binOf(run, flows, window),
): ThroughputMarks {
  const rates = flows.map((flow) => ratesOf(run, flow, window, bin_s));
  const highest = rates.reduce((most, { value }) => Math.max(most, maximum(value)), 0);
  const bottleneck = busiest(run.trace);
  const limit = linkRates(run.scenario, bottleneck);
  const inSight = limit.value.filter(
    (_, i) =>
      (limit.time_s[i] ?? 0) <= window.to && (limit.time_s[i + 1] ?? Number.POSITIVE_INFINITY) > window.from,
  );
  const capacity = maximum(inSight);
  const isShown = capacity <= REACH * highest || highest === 0;
  const top = 1.12 * Math.max(1000, highest, isShown ? capacity : 0);
  const unit = unitFor(top);
  const scaled = ({ time_s, value }: Points): Points => ({
    time_s,
    value: value.map((rate) => rate / unit.bits),
  });
  return {
    unit,
    bin_s,
    top: top / unit.bits,
    link: run.trace.links[bottleneck] ?? '',
    rate: isShown ? scaled(limit) : { time_s: [], value: [] },
    flows: flows.map((flow, i) => ({
      flow,
      name: nameOf(run.scenario, flow),
      token: flowToken(flow),
      rate: scaled(rates[i] ?? { time_s: [], value: [] }),
    })),
    unrecorded: union(flows.flatMap((flow) => unknownBins(run, flow, window, bin_s))),
  };
}

function maximum(values: readonly number[]): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

export function lanes({ unit, top }: ThroughputMarks): Lane[] {
  return [
    { name: 'throughput', label: t('Throughput ({unit})', { unit: unit.name }), domain: [0, top], share: 1 },
  ];
}

function drawUnder(
  context: Ink,
  { unrecorded }: ThroughputMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  hatch(context, unrecorded, layout, laneNamed(layout, 'throughput'), theme, until);
}

export function draw(
  context: Ink,
  marks: ThroughputMarks,
  layout: Layout,
  theme: Theme,
  until: number,
): void {
  const lane = laneNamed(layout, 'throughput');
  const end = Math.min(until, layout.window.to);
  for (const { token, rate } of marks.flows)
    steps(context, rate, layout.x, lane, { color: theme.color(token), width: 1.6, kind: 'throughput' }, end);
}

export function drawFixed(context: Ink, marks: ThroughputMarks, layout: Layout, theme: Theme): void {
  const lane = laneNamed(layout, 'throughput');
  const stroke: Stroke = { color: theme.color('muted'), width: 1.2, dash: [6, 4], kind: 'link_rate' };
  steps(context, marks.rate, layout.x, lane, stroke, layout.window.to);
  const lines = marks.flows.map(({ flow, name, token, rate }) => ({ flow, name, token, points: rate }));
  drawSigns(context, lines, layout, lane, theme);
  nameHatched(context, marks.unrecorded, layout, lane, theme, layout.window.to);
}

function legend(run: Run, flows: readonly number[]): LegendEntry[] {
  const link = run.trace.links[busiest(run.trace)] ?? '';
  return [
    {
      label: t('acknowledged'),
      line: 'solid',
      token: flowToken(flows[0] ?? 0),
      explains: 'throughput',
    },
    {
      label: t('rate of {link}', { link: link.replace('>', '→') }),
      line: 'dashed',
      token: 'muted',
      explains: 'link_rate',
    },
  ];
}

function rateAt(run: Run, flow: number, moment: number, bin_s: number): number | null {
  const bin = binsOf(run, flow, { from: moment, to: moment + bin_s / 1000 }, bin_s)[0];
  return bin === undefined ? null : (8 * bin.bytes) / (bin.to - bin.from);
}

function read(run: Run, flows: readonly number[], moment: number, bin_s: number): Reading[] {
  return flows.flatMap((flow) => {
    const rate = rateAt(run, flow, moment, bin_s);
    if (rate === null) return [];
    const label = flows.length > 1 ? nameOf(run.scenario, flow) : t('throughput');
    return [{ label, value: formatMeasuredRate(rate), token: flowToken(flow) }];
  });
}

export function describe(run: Run, flows: readonly number[]): string {
  const whole = { from: 0, to: run.now_s };
  const bin_s = binOf(run, flows, whole);
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const mean = run.summary?.flows[flow]?.goodput_bytes_per_s;
    if (!isWhole(run.trace, 'segments', flow) && mean !== undefined)
      return t('The goodput of {name} was {mean} on average.', { name, mean: formatMeasuredRate(8 * mean) });
    const bins = binsOf(run, flow, whole, bin_s);
    const total = bins.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total === 0) return t('No byte of {name} was acknowledged.', { name });
    const rate = ({ from, to, bytes }: Bin) => (8 * bytes) / (to - from);
    const fastest = bins.reduce((best, bin) => (rate(bin) > rate(best) ? bin : best));
    return t(
      '{bytes} of {name} were acknowledged: {mean} on average, and at most {most} in {length} s, from {time} on.',
      {
        name,
        bytes: formatBytes(total),
        mean: formatMeasuredRate(8 * (run.summary?.flows[flow]?.goodput_bytes_per_s ?? total / run.now_s)),
        most: formatMeasuredRate(rate(fastest)),
        length: formatPlain(bin_s),
        time: formatTime(fastest.from),
      },
    );
  });
}

const COLUMNS: Column[] = [
  TIME,
  FLOW,
  { name: 'length (s)', label: () => t('length (s)'), digits: 6 },
  { name: 'acknowledged (bytes)', label: () => t('acknowledged (bytes)') },
  { name: 'throughput (bit/s)', label: () => t('throughput (bit/s)'), digits: 0 },
];

export function table(run: Run, flows: readonly number[], window: TimeWindow, limit: number): Table {
  const bin_s = binOf(run, flows, window);
  return joined(
    flows.map((flow) => {
      const bins = binsOf(run, flow, window, bin_s);
      const rows = bins
        .slice(0, limit)
        .map(({ from, to, bytes }) => [
          from,
          run.scenario.flows[flow]?.name ?? String(flow),
          to - from,
          bytes,
          (8 * bytes) / (to - from),
        ]);
      return { columns: COLUMNS, rows, total: bins.length };
    }),
    limit,
  );
}

export const OVERLAY: Overlay<ThroughputMarks, ThroughputMarks> = {
  select(own, { run, flows }, window) {
    const marks = select(run, flows, window, own.bin_s);
    const factor = marks.unit.bits / own.unit.bits;
    const scaled = ({ time_s, value }: Points): Points => ({
      time_s,
      value: value.map((rate) => rate * factor),
    });
    return {
      ...marks,
      unit: own.unit,
      top: marks.top * factor,
      rate: scaled(marks.rate),
      flows: marks.flows.map((one) => ({ ...one, rate: scaled(one.rate) })),
    };
  },
  depends: ({ unit, bin_s }) => `${unit.name} ${bin_s}`,
  lanes,
  draw(context, marks, { style, run }, layout, theme) {
    const lane = laneNamed(layout, 'throughput');
    const end = Math.min(run.now_s, layout.window.to);
    const stroke: Stroke = {
      color: theme.color(style.token),
      width: 1.4,
      dash: style.dash,
      kind: 'throughput',
    };
    for (const { rate } of marks.flows) steps(context, rate, layout.x, lane, stroke, end);
    return endOf(marks.flows[0]?.rate, layout, 'throughput', run.now_s);
  },
  place: ({ flows, bin_s }, layout) => {
    const rate = flows[0]?.rate;
    return endOf(rate, layout, 'throughput', (rate?.time_s.at(-1) ?? layout.window.to) + bin_s);
  },
  read: (other, moment) =>
    readings(other, t('throughput'), (flow) => {
      const whole = { from: 0, to: other.run.now_s };
      const rate = rateAt(other.run, flow, moment, binOf(other.run, other.flows, whole));
      return rate === null ? null : formatMeasuredRate(rate);
    }),
  describe: ({ run, flows }) => describe(run, flows),
};

function ThroughputPanel({ run, flows, title = t('Throughput') }: PanelProps) {
  const view = useView();
  const until = run.now_s;
  const unit = useObservable(rateUnit);
  return (
    <Panel
      name="throughput"
      title={title}
      height={220}
      legend={useMemo(() => legend(run, flows), [run, flows])}
      // biome-ignore lint/correctness/useExhaustiveDependencies: the axis is in the chosen unit
      select={useCallback((window: TimeWindow) => select(run, flows, window), [run, flows, unit])}
      lanes={lanes}
      drawUnder={useCallback(
        (context: Ink, marks: ThroughputMarks, layout: Layout, theme: Theme) =>
          drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={useCallback(
        (context: Ink, marks: ThroughputMarks, layout: Layout, theme: Theme) =>
          draw(context, marks, layout, theme, until),
        [until],
      )}
      drawFixed={drawFixed}
      read={(moment) => read(run, flows, moment, binOf(run, flows, view.window))}
      // biome-ignore lint/correctness/useExhaustiveDependencies: so is the description
      words={useCallback(() => describeFinished(run, () => describe(run, flows)), [run, flows, unit])}
      table={(window, limit) => table(run, flows, window, limit)}
    />
  );
}

export const Component = memo(ThroughputPanel);
