/** Acknowledged bytes over time, the rates derived from them, and the times at which a flow is open. */
import { bisector, bisectRight } from 'd3-array';
import { FLOW_STATES } from '../engine/schema';
import { eventsOf } from './series';
import { type Run, runWithin, type Trace } from './trace';
import type { TimeWindow } from './window';

const ENDS = new Set((['done', 'aborted'] as const).map((state) => FLOW_STATES.indexOf(state)));

/**
 * Returns the function from a moment to the bytes of a flow that its sender knows to have arrived by then. Where ACKs are thinned, they
 * are known at moments at which intervals meet, and at the end.
 */
export function acknowledgedBytes(
  { trace, scenario, summary, now_s }: Run,
  flow: number,
): (moment: number) => number {
  const acks = eventsOf(trace, flow, 'ack');
  const smss = scenario.flows[flow]?.smss_bytes ?? 0;
  // The last segment of a connection may be short, and numbers continue from one connection to the next.
  const ends: number[] = [];
  const missing: number[] = [0];
  let segments = 0;
  for (const { bytes } of summary?.flows[flow]?.transfers ?? []) {
    if (bytes === null) break;
    segments += Math.ceil(bytes / smss);
    ends.push(segments);
    missing.push((missing.at(-1) ?? 0) + Math.ceil(bytes / smss) * smss - bytes);
  }
  return (moment) => {
    const acked = acks.valueWhereKnown(moment < now_s ? moment : Number.POSITIVE_INFINITY) ?? 0;
    return acked * smss - (missing[bisectRight(ends, acked)] ?? 0);
  };
}

/** Like `acknowledgedBytes`, from the trace that has the rows of a window; what lies before or after that is in the run's. */
export function acknowledgedWithin(run: Run, window: TimeWindow, flow: number): (moment: number) => number {
  const shown = runWithin(run, window);
  const known = acknowledgedBytes(run, flow);
  if (shown === run) return known;
  const inside = acknowledgedBytes(shown, flow);
  return (moment) => {
    const bytes = inside(moment);
    return Number.isNaN(bytes) ? known(moment) : bytes;
  };
}

/** The length of the intervals for which to count ACKs, at least the given one. Where ACKs are thinned, it's a multiple of the width of their sums. */
export function countableLength({ trace }: Run, window: TimeWindow, length_s: number): number {
  const { width_s } = trace.sums;
  if (width_s === 0 || window.to < trace.whole_until_s || trace.within(window) !== trace) return length_s;
  return Math.ceil(length_s / width_s - 1e-9) * width_s;
}

interface OpenSpan {
  from: number;
  /** Infinity while the connection is open. */
  to: number;
}

const SPANS = new WeakMap<Trace, Map<number, { rows: number; spans: OpenSpan[] }>>();

/** The times at which a flow has an open connection, in order. Later rows extend the known spans. */
export function openSpans(trace: Trace, flow: number): readonly OpenSpan[] {
  const ofTrace = SPANS.get(trace) ?? new Map<number, { rows: number; spans: OpenSpan[] }>();
  SPANS.set(trace, ofTrace);
  const known = ofTrace.get(flow) ?? { rows: 0, spans: [] };
  ofTrace.set(flow, known);
  const { time_s, state } = trace.rows('states', flow);
  for (; known.rows < state.length; known.rows += 1) {
    const last = known.spans.at(-1);
    const isOpen = last?.to === Number.POSITIVE_INFINITY;
    const time = time_s[known.rows] ?? 0;
    if (!ENDS.has(state[known.rows] ?? -1)) {
      if (!isOpen) known.spans.push({ from: time, to: Number.POSITIVE_INFINITY });
    } else if (isOpen) last.to = time;
  }
  return known.spans;
}

const { right: placeAfter } = bisector((span: OpenSpan) => span.from);

/** True if one connection of a flow is open during a whole interval. */
export function isOpenThroughout(spans: readonly OpenSpan[], from: number, to: number): boolean {
  return (spans[placeAfter(spans, from) - 1]?.to ?? Number.NEGATIVE_INFINITY) >= to;
}

/** The shortest round trip that the slowest of some flows measured, s; 0 if none was measured. */
export function longestBaseRtt(trace: Trace, flows: readonly number[]): number {
  let longest = 0;
  for (const flow of flows) {
    const { base_rtt_ms } = trace.rows('rtts', flow);
    // The last row may be unknown; the one before it is recorded then.
    const base = base_rtt_ms.at(-1) || base_rtt_ms.at(-2) || 0;
    if (base / 1000 > longest) longest = base / 1000;
  }
  return longest;
}

/** The least number of the form 1, 2 or 5 times a power of ten that isn't less than a value. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5].find((one) => one * power >= value * (1 - 1e-9));
  return Number(((digit ?? 10) * power).toPrecision(1));
}

/** The rate of a directed link from each time on, as the timeline changes it, bit/s. */
export function linkRates({ links, timeline }: Pick<Run, 'scenario'>['scenario'], directed: number) {
  const ends = links.flatMap((link) => {
    const { name, from, to, rate_bps, both_ways, back } = link;
    const forward = { name, path: `${from}>${to}`, rate_bps };
    return both_ways
      ? [forward, { name, path: `${to}>${from}`, rate_bps: back?.rate_bps ?? rate_bps }]
      : [forward];
  });
  const link = ends[directed];
  const rates = { time_s: [0], value: [link?.rate_bps ?? Number.NaN] };
  for (const { at_s, change } of timeline.toSorted((a, b) => a.at_s - b.at_s)) {
    if (!('link' in change) || (change.link !== link?.path && change.link !== link?.name)) continue;
    if (!('rate_bps' in change) || change.rate_bps === null) continue;
    rates.time_s.push(at_s);
    rates.value.push(change.rate_bps);
  }
  return rates;
}
