/** Throughput over time: what each flow's sender knows to have arrived, per interval of time. */
import {
  formatBytes,
  formatGrouped,
  formatMeasuredRate,
  formatPlain,
  formatTime,
} from '../../base/words/format';
import { bitsPerRateUnit, rateUnit } from '../../base/words/units';
import { t } from '../../base/words/words';
import type { Points } from '../../plot/ink';
import { busiest } from '../../run/bottleneck';
import { acknowledgedWithin, countableLength, linkRates, openSpans } from '../../run/goodput';
import { union } from '../../run/series';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { Channel, Definition, RateScale } from './definition';
import { type Interval, intervalOf, intervalRows, intervalsIn } from './intervals';
import { curve } from './marks';
import { nameOf, sentencesOf } from './Panel';
import { type Rows, rowsOf } from './rows';

export interface Common {
  unit: RateScale;
  /** Length of the intervals, s. */
  length_s: number;
}

/** Axis units: the chosen one, unless its numbers would be long. */
const LARGE: RateScale[] = [
  { name: 'Mbit/s', bits: 1e6 },
  { name: 'Gbit/s', bits: 1e9 },
];
/** Axis numbers have at most five digits. */
const LONG = 1e5;

function unitFor(top: number): RateScale {
  const chosen = { name: rateUnit.value, bits: bitsPerRateUnit() };
  return [chosen, ...LARGE].find(({ bits }) => top / bits < LONG) ?? chosen;
}

const inWords = (bits_per_s: number, rateIn: RateScale | undefined): string =>
  rateIn === undefined
    ? formatMeasuredRate(bits_per_s)
    : `${formatGrouped(bits_per_s / rateIn.bits, 0)} ${rateIn.name}`;

/** A rate more than this many times the fastest interval isn't drawn. */
const REACH = 8;

interface Bin extends Interval {
  bytes: number;
}

export function binsOf(run: Run, flow: number, window: TimeWindow, length_s: number): Bin[] {
  const bytesAt = acknowledgedWithin(run, window, flow);
  const intervals = intervalsIn(run, window, length_s);
  const first = intervals[0]?.from ?? 0;
  // What's acknowledged at 0 s counts too.
  let before = bytesAt(first === 0 ? -1 : first);
  return intervals.map(({ from, to }) => {
    const start = before;
    before = bytesAt(to);
    return { from, to, bytes: before - start };
  });
}

/** The rate in each interval in which the flow was open at all, bit/s. */
function ratesOf(run: Run, flow: number, window: TimeWindow, length_s: number): Points {
  const spans = openSpans(run.trace, flow);
  const opened = spans[0]?.from ?? Number.POSITIVE_INFINITY;
  const closed = spans.at(-1)?.to ?? 0;
  const points: Points = { time_s: [], value: [] };
  for (const { from, to, bytes } of binsOf(run, flow, window, length_s)) {
    points.time_s.push(from);
    points.value.push(to <= opened || from >= closed ? Number.NaN : (8 * bytes) / (to - from));
  }
  return points;
}

function unknownBins(run: Run, flow: number, window: TimeWindow, length_s: number): TimeWindow[] {
  return binsOf(run, flow, window, length_s).flatMap(({ from, to, bytes }) =>
    Number.isNaN(bytes) ? [{ from, to }] : [],
  );
}

function maximum(values: readonly number[]): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

/** The part of a step line that a window shows. */
function levelsIn({ time_s, value }: Points, { from, to }: TimeWindow): number[] {
  return value.filter((_, i) => (time_s[i] ?? 0) <= to && (time_s[i + 1] ?? Number.POSITIVE_INFINITY) > from);
}

function rateOf({ from, to, bytes }: Bin): number {
  return (8 * bytes) / (to - from);
}

export function describe(run: Run, flows: readonly number[], rateIn?: RateScale): string {
  const whole = { from: 0, to: run.now_s };
  const length_s = intervalOf(run, flows, whole);
  return sentencesOf(flows, (flow) => {
    const name = nameOf(run.scenario, flow);
    const mean = run.summary?.flows[flow]?.goodput_bytes_per_s;
    const bins = binsOf(run, flow, whole, length_s);
    const total = bins.reduce((sum, { bytes }) => sum + bytes, 0);
    if (Number.isNaN(total) && mean !== undefined)
      return t('The goodput of {name} was {mean} on average.', { name, mean: inWords(8 * mean, rateIn) });
    if (total === 0) return t('No byte of {name} was acknowledged.', { name });
    const fastest = bins.reduce((best, bin) => (rateOf(bin) > rateOf(best) ? bin : best));
    return t(
      '{bytes} of {name} were acknowledged: {mean} on average, and at most {most} in {length} s, from {time} on.',
      {
        name,
        bytes: formatBytes(total),
        mean: inWords(8 * (mean ?? total / run.now_s), rateIn),
        most: inWords(rateOf(fastest), rateIn),
        length: formatPlain(length_s),
        time: formatTime(fastest.from),
      },
    );
  });
}

function rows(run: Run, flows: readonly number[], flow: number, rateIn: RateScale | undefined): Rows {
  return rowsOf<Bin>(
    run,
    intervalRows(run, flows, (window, length_s) => binsOf(run, flow, window, length_s)),
    [
      {
        column: { name: 'length (s)', label: () => t('length (s)'), digits: 6 },
        value: ({ from, to }) => to - from,
      },
      {
        column: { name: 'acknowledged (bytes)', label: () => t('acknowledged (bytes)') },
        value: ({ bytes }) => bytes,
      },
      {
        column: { name: 'throughput (bit/s)', label: () => t('throughput (bit/s)'), digits: 0 },
        value: rateOf,
        reads: t('throughput'),
        format: (rate) => inWords(rate, rateIn),
      },
    ],
    flow,
  );
}

export const PLOT: Definition<undefined, Common> = {
  height: 220,
  plot({ run, flows, common, rateIn }) {
    const { trace, scenario } = run;
    const bottleneck = busiest(run);
    const limit = linkRates(scenario, bottleneck);
    const length: Channel<number> = ({ window }) =>
      common ? countableLength(run, window, common.length_s) : intervalOf(run, flows, window);
    const rates: Channel<Points[]> = (frame) =>
      flows.map((flow) => ratesOf(run, flow, frame.window, frame.of(length)));
    const highest: Channel<number> = (frame) =>
      frame.of(rates).reduce((most, { value }) => Math.max(most, maximum(value)), 0);
    /** The bottleneck's rate; null if it's so far above the flows that it would flatten them. */
    const capacity: Channel<number | null> = (frame) => {
      const [most, rate] = [frame.of(highest), maximum(levelsIn(limit, frame.window))];
      return rate <= REACH * most || most === 0 ? rate : null;
    };
    const top: Channel<number> = (frame) => 1.12 * Math.max(1000, frame.of(highest), frame.of(capacity) ?? 0);
    const unit: Channel<RateScale> = (frame) => common?.unit ?? rateIn ?? unitFor(frame.of(top));
    const scaled = ({ time_s, value }: Points, { bits }: RateScale): Points => ({
      time_s,
      value: value.map((rate) => rate / bits),
    });
    return {
      lanes: (frame) => [
        {
          name: 'throughput',
          label: t('Throughput ({unit})', { unit: frame.of(unit).name }),
          domain: [0, frame.of(top) / frame.of(unit).bits],
          share: 1,
        },
      ],
      unrecorded: (frame) =>
        union(flows.flatMap((flow) => unknownBins(run, flow, frame.window, frame.of(length)))),
      marks: [
        ...flows.map((flow, i) =>
          curve({
            kind: 'throughput',
            label: t('acknowledged'),
            flow,
            points: (frame) => scaled(frame.of(rates)[i] as Points, frame.of(unit)),
            width: 1.6,
            compared: 1.4,
          }),
        ),
        curve({
          kind: 'link_rate',
          label: t('rate of {link}', { link: (trace.links[bottleneck] ?? '').replace('>', '→') }),
          points: (frame) =>
            frame.of(capacity) === null ? { time_s: [], value: [] } : scaled(limit, frame.of(unit)),
          token: 'muted',
          width: 1.2,
          line: 'dashed',
          endless: true,
        }),
      ],
      common: (frame) => ({ unit: frame.of(unit), length_s: frame.of(length) }),
      rows: flows.map((flow) => rows(run, flows, flow, rateIn)),
      describe: () => describe(run, flows, rateIn),
    };
  },
};
