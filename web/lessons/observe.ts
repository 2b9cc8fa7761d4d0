/**
 * Lookups in a run for lessons: metrics from its summary, curves and events from its trace. A run that's too long to record in full keeps
 * one sample in two, four or more. Curves then step from one kept sample to the next: a mean over seconds hardly depends on how many samples
 * it has, and `truth.test.ts` compares each number with that of the whole run. Lists of events are refused.
 */
import { DECISION_VERDICTS } from '../engine/generated/trace';
import type { Summary } from '../engine/schema';
import { ALWAYS, eventsOf, type SegmentKind } from '../run/series';
import type { Run } from '../run/trace';
import { rowAt } from '../run/window';
import type { Curve } from './lesson';
import { NotYet } from './runs';

type FlowSummary = Summary['flows'][number];
type LinkSummary = Summary['links'][number];

export function summaryOf(run: Run): Summary {
  if (run.summary === null) throw new NotYet(`${run.scenario.name} has not finished.`);
  return run.summary;
}

/** The summary of a flow, by its number or its name. */
export function flowOf(run: Run, flow: number | string = 0): FlowSummary {
  const { flows } = summaryOf(run);
  const found = typeof flow === 'number' ? flows[flow] : flows.find(({ name }) => name === flow);
  if (found === undefined) throw new Error(`${run.scenario.name} has no flow ${flow}.`);
  return found;
}

/** The summary of a directed link by its name, e.g. `R1>R2`. */
export function linkOf(run: Run, link: string): LinkSummary {
  const found = summaryOf(run).links.find(({ name }) => name === link);
  if (found === undefined) throw new Error(`${run.scenario.name} has no link ${link}.`);
  return found;
}

/** Packets dropped at all links. */
export function dropsOf(run: Run): number {
  return summaryOf(run).links.reduce((sum, { drops }) => sum + drops, 0);
}

/** Time at which the transfer had delivered this many bytes, s (2^20 and 2^21 are always recorded). Throws if it never did. */
export function timeTo(run: Run, bytes: number, flow: number | string = 0): number {
  const time = flowOf(run, flow).time_to_bytes_s[String(bytes)];
  if (time === undefined || time === null)
    throw new Error(`${run.scenario.name} never delivered ${bytes} bytes.`);
  return time;
}

/** Completion time of the transfer, s. Throws if it didn't complete. */
export function completedAt(run: Run, flow: number | string = 0): number {
  const time = flowOf(run, flow).completed_at_s;
  if (time === null || time === undefined)
    throw new Error(`${run.scenario.name} did not complete flow ${flow}.`);
  return time;
}

/** The kept samples of a curve, without the marker that each gap has. */
function samplesOf({ x, y }: { x: Float64Array; y: ArrayLike<number> }): Curve {
  const kept = Array.from(x.keys()).filter((row) => !Number.isNaN(y[row]));
  if (kept.length === x.length) return { x, y };
  return { x: Float64Array.from(kept, (row) => x[row] ?? 0), y: kept.map((row) => y[row] ?? 0) };
}

/** cwnd over time as a step function: seconds, segments. */
export function cwndOf(run: Run, flow = 0): Curve {
  const { time_s, cwnd } = run.trace.rows('windows', flow);
  return samplesOf({ x: time_s, y: cwnd });
}

/** The queue of a directed link over time: seconds, bytes. */
export function queueOf(run: Run, link: string): Curve {
  const index = run.trace.links.indexOf(link);
  if (index < 0) throw new Error(`${run.scenario.name} has no link ${link}.`);
  const { time_s, bytes } = run.trace.rows('queues', index);
  return samplesOf({ x: time_s, y: bytes });
}

/** RTT samples over time: seconds, ms. */
export function rttOf(run: Run, flow = 0): Curve {
  const { time_s, rtt_ms } = run.trace.rows('rtts', flow);
  return samplesOf({ x: time_s, y: rtt_ms });
}

/** The smallest RTT that a flow measured during the run, ms. */
export function baseRttOf(run: Run, flow = 0): number {
  return run.trace.rows('rtts', flow).base_rtt_ms.findLast((value) => !Number.isNaN(value)) ?? Number.NaN;
}

/** The value of a curve at a moment; NaN before its first point. */
export function valueAt({ x, y }: Curve, moment: number): number {
  const row = rowAt(x as Float64Array, moment);
  return row < 0 ? Number.NaN : (y[row] ?? Number.NaN);
}

/** The largest value of a curve between two moments. */
export function largest(
  { x, y }: Curve,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < x.length; i += 1) {
    const at = x[i] ?? 0;
    if (at >= from && at <= to) most = Math.max(most, y[i] ?? most);
  }
  return most;
}

/** The segments of a kind: time and sequence number (for an ACK, the next expected one). */
export function segmentsOf(run: Run, kind: SegmentKind, flow = 0): { time_s: number; seq: number }[] {
  const events = eventsOf(run.trace, flow, kind);
  if (!events.wholeIn(ALWAYS))
    throw new Error(
      `${run.scenario.name} is too long to record every segment. Raise record.max_rows in the experiment, or shorten it.`,
    );
  return Array.from({ length: events.length }, (_, place) => ({
    time_s: events.time(place),
    seq: events.value(place),
  }));
}

/** The moment at which a delay-based sender leaves slow start by itself, s. */
export function leavesSlowStart(run: Run): number | undefined {
  const { time_s, verdict } = run.trace.rows('decisions', 0);
  const row = verdict.indexOf(DECISION_VERDICTS.indexOf('leave_slow_start'));
  return row < 0 ? undefined : time_s[row];
}

/** True if the sender sent nothing new in the half second before a moment. */
export function isSilentBefore(run: Run, at_s: number): boolean {
  return !segmentsOf(run, 'send').some(({ time_s }) => time_s > at_s - 0.5 && time_s < at_s);
}

/** The time average of a step function between two moments. */
export function meanOver({ x, y }: Curve, from: number, to: number): number {
  let area = 0;
  let row = Math.max(rowAt(x as Float64Array, from), 0);
  for (let at = from; at < to; row += 1) {
    const until = Math.min(Math.max(x[row + 1] ?? to, at), to);
    area += (y[row] ?? 0) * (until - at);
    at = until;
  }
  return area / (to - from);
}

/** A flow's acknowledged segments per second between two moments. */
export function rateOf(run: Run, flow: number, from: number, to: number): number {
  const acks = eventsOf(run.trace, flow, 'ack');
  const nextAt = (moment: number) => {
    const place = acks.placeAt(moment, true);
    return place === 0 ? 0 : acks.value(place - 1);
  };
  return (nextAt(to) - nextAt(from)) / (to - from);
}

/** A flow's goodput between two moments: acknowledged payload, kB/s. */
export function goodputOf(run: Run, flow: number, from: number, to: number): number {
  return (rateOf(run, flow, from, to) * (run.scenario.flows[flow]?.smss_bytes ?? Number.NaN)) / 1000;
}

/** The queue of a directed link over time, including the packet in transmission: seconds, packets. */
export function packetsOf(run: Run, link: string): Curve {
  const index = run.trace.links.indexOf(link);
  if (index < 0) throw new Error(`${run.scenario.name} has no link ${link}.`);
  const { time_s, packets } = run.trace.rows('queues', index);
  return samplesOf({ x: time_s, y: packets });
}

/** The packets that wait at a directed link at a moment, besides the one in transmission. */
export function waitingAt(run: Run, link: string, moment: number): number {
  return Math.max(0, (valueAt(packetsOf(run, link), moment) || 0) - 1);
}

/** True if a directed link has as many packets at a moment as at any, but for one, which may be on the link. */
export function isFullest(run: Run, link: string, moment: number): boolean {
  const packets = packetsOf(run, link);
  return valueAt(packets, moment) >= largest(packets) - 1;
}
