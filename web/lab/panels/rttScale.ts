/** Scales for round-trip times and diff. */
import type { Points } from '../../plot/ink';
import { type Equilibrium, equilibriaOf, mistakenBaseRtt, ofFlow, type Theory } from '../../run/equilibria';
import type { Rows, Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { nameOf } from './Panel';
import { linesOf, widenDomain } from './theory';
import type { Thresholds } from './thresholds';

const ALWAYS = { from: 0, to: Number.POSITIVE_INFINITY };

/**
 * From the shortest RTT to the longest, without outliers. A few samples whose ACK waited for a timeout would flatten all
 * others, so they are drawn at the upper edge instead, and the panel says so.
 */
export function rttDomainOf(
  trace: Trace,
  flows: readonly number[],
  withSrtt: boolean,
  theory: Theory | null = null,
): [number, number] {
  const predicted = flows.flatMap((flow) => rttEquilibria(trace, flow, theory).flatMap(linesOf));
  return widenDomain(measuredDomain(trace, flows, withSrtt), predicted, ALWAYS);
}

/** The theory's RTT of a flow, and its base_rtt if that's an overestimate. */
export function rttEquilibria(
  { scenario }: Pick<Trace, 'scenario'>,
  flow: number,
  theory: Theory | null,
): [rtt: Equilibrium[], base: Equilibrium[]] {
  const name = nameOf(scenario, flow);
  return [equilibriaOf(theory, ofFlow(name, 'rtt_ms')), equilibriaOf(theory, mistakenBaseRtt(name))];
}

/** The theory's diff of a flow in equilibrium: between alpha and beta, unless something else moves it. */
export function diffEquilibria(
  { scenario }: Pick<Trace, 'scenario'>,
  flow: number,
  theory: Theory | null,
): Equilibrium[] {
  return equilibriaOf(theory, ofFlow(nameOf(scenario, flow), 'diff_segments'));
}

/** The drawn values of a flow's diff. */
interface Diffs {
  diff: Points;
  thresholds: Thresholds | null;
  diffTheory: Points[];
}

/** Fits the diffs in the visible time, their thresholds and the theory's values. */
export function diffDomainOf(flows: readonly Diffs[], window: TimeWindow): [number, number] {
  let low = 0;
  let high = 1;
  for (const { diff, thresholds } of flows) {
    high = Math.max(high, (thresholds?.beta ?? 0) * 1.4);
    for (const band of diff.bands ?? []) {
      low = Math.min(low, band.low);
      high = Math.max(high, band.high);
    }
    diff.value.forEach((value, i) => {
      if ((diff.time_s[i] ?? 0) > window.to) return;
      if (value < low) low = value;
      if (value > high) high = value;
    });
  }
  const lines = flows.flatMap(({ diffTheory }) => diffTheory);
  return widenDomain([low, high * 1.1], lines, window);
}

function measuredDomain(trace: Trace, flows: readonly number[], withSrtt: boolean): [number, number] {
  const extents = flows.map((flow) => extentOf(trace.rows('rtts', flow)));
  const low = Math.min(...extents.flatMap(({ rtt, srtt }) => (withSrtt ? [rtt.low, srtt.low] : [rtt.low])));
  const high = Math.max(
    ...extents.flatMap(({ rtt, srtt }) => (withSrtt ? [rtt.high, srtt.high] : [rtt.high])),
  );
  if (!(low <= high)) return [0, 1];
  const room = Math.max(1, (high - low) * 0.08);
  return [Math.max(0, low - room), high + room];
}

/**
 * Returns true if srtt fits on the samples' scale. With a timer that counts ticks of 500 ms it doesn't: srtt would flatten
 * the samples.
 */
export function srttFits(trace: Trace, flows: readonly number[]): boolean {
  return flows.every((flow) => {
    const { rtt, srtt } = extentOf(trace.rows('rtts', flow));
    return !(srtt.high > MAX_SRTT_RATIO * rtt.high);
  });
}

const MAX_SRTT_RATIO = 1.25;

interface Extent {
  low: number;
  /** The largest value that isn't far above the 90th percentile. */
  high: number;
}

/** Ranges of the RTT samples (including base_rtt) and of srtt. */
interface Extents {
  rtt: Extent;
  srtt: Extent;
}

/** Values above this multiple of the 90th percentile are outliers. */
const OUTLIER_RATIO = 2;
/** Number of values from which the 90th percentile is estimated; a scale needn't be exact. */
const SAMPLE_SIZE = 5000;
const EXTENTS = new WeakMap<object, Extents>();

function extentOf(rows: Rows<'rtts'>): Extents {
  const known = EXTENTS.get(rows);
  if (known !== undefined) return known;
  const rtt = joined(extentOfColumn(rows.rtt_ms), extentOfColumn(rows.base_rtt_ms));
  const extents = { rtt, srtt: extentOfColumn(rows.srtt_ms) };
  EXTENTS.set(rows, extents);
  return extents;
}

function extentOfColumn(column: Float64Array): Extent {
  const far = OUTLIER_RATIO * ninetiethPercentile(column);
  const extent = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (const value of column) {
    if (value < extent.low) extent.low = value;
    if (value > extent.high && value <= far) extent.high = value;
  }
  return extent;
}

function joined(a: Extent, b: Extent): Extent {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

function ninetiethPercentile(column: Float64Array): number {
  const stride = Math.ceil(column.length / SAMPLE_SIZE);
  const some: number[] = [];
  for (let row = 0; row < column.length; row += stride) {
    const value = column[row] ?? Number.NaN;
    if (Number.isFinite(value)) some.push(value);
  }
  some.sort((a, b) => a - b);
  return some[Math.floor(some.length * 0.9)] ?? Number.POSITIVE_INFINITY;
}
