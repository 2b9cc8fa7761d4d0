/**
 * One sentence for an event, with its numbers. All of it is read from the columns of the trace and from the scenario: what a
 * rule decided stands in its own row, and no sentence knows which algorithm it tells of.
 */
import { DECISION_VERDICTS, FLOW_STATES, SEGMENT_KINDS } from '../engine/schema';
import { limitOf } from '../panels/queue';
import { formatCount } from '../plot/format';
import { rowsOfKind, type SegmentKind } from '../run/kinds';
import type { Trace } from '../run/trace';
import { rowAt } from '../run/window';
import { arithmetic } from './arithmetic';
import type { TraceEvent } from './events';
import { exact, milliseconds, ordinal, segments } from './numbers';

/** What happened, in words: "segment 120 (byte 61,440) is dropped at R1 → R2, whose queue holds 10 of 10 packets". */
export function narrate(trace: Trace, event: TraceEvent): string {
  switch (event.table) {
    case 'segments':
      return ofSegment(trace, event);
    case 'states':
      return ofState(trace, event);
    case 'checks':
      return ofCheck(trace, event);
    case 'decisions':
      return ofDecision(trace, event);
  }
}

function ofSegment(trace: Trace, event: TraceEvent): string {
  const { flow, row } = event;
  const columns = trace.rows('segments', flow);
  const seq = columns.seq[row] ?? 0;
  const kind = SEGMENT_KINDS[columns.kind[row] ?? -1];
  const segment = segmentAt(trace, flow, seq);
  const ack = `an ACK that asks for byte ${byteOf(trace, flow, seq)}`;
  const link = columns.place[row] ?? 0;
  switch (kind) {
    case 'send':
      return `${segment} is sent${windowsNow(trace, event)}`;
    case 'retransmit_fast':
      return again(trace, event, seq, `fast retransmit after ${dupAcksBefore(trace, event)}`);
    case 'retransmit_early':
      return again(trace, event, seq, 'early, because its fine timer has expired');
    case 'retransmit_timeout':
      return again(trace, event, seq, 'the sender has gone back after a timeout', false);
    case 'ack':
      return ofAck(trace, event, seq);
    case 'dup_ack':
      return `${ordinal(dupAcks(trace, flow, row + 1))} duplicate ACK for byte ${byteOf(trace, flow, seq)}: something later has arrived, segment ${formatCount(seq)} has not`;
    case 'data_arrived':
      return `${segment} reaches the receiver`;
    case 'ack_sent':
      return `the receiver has everything before byte ${byteOf(trace, flow, seq)} and acknowledges it`;
    case 'dup_ack_sent':
      return `the receiver asks again for byte ${byteOf(trace, flow, seq)}: a duplicate ACK`;
    case 'drop_full':
      return `${segment} is dropped at ${queueAt(trace, link, event.time_s)}`;
    case 'drop_error':
      return `${segment} is lost on the link ${linkNamed(trace, link)}`;
    case 'ack_drop_full':
      return `${ack} is dropped at ${queueAt(trace, link, event.time_s)}`;
    case 'ack_drop_error':
      return `${ack} is lost on the link ${linkNamed(trace, link)}`;
    case 'marked':
      return `${segment} is marked (congestion, ECN) at ${queueAt(trace, link, event.time_s)}`;
    case 'ack_marked':
      return `${ack} is marked (congestion, ECN) at ${queueAt(trace, link, event.time_s)}`;
    default:
      return kind === undefined ? '' : kind.replaceAll('_', ' ');
  }
}

function ofAck(trace: Trace, { flow, row, time_s }: TraceEvent, seq: number): string {
  const before = lastOf(trace, flow, 'ack', row);
  const previous = before < 0 ? 0 : (trace.rows('segments', flow).seq[before] ?? 0);
  const news = seq - previous;
  const acknowledged =
    news > 0 ? `, ${formatCount(news)} ${news === 1 ? 'segment' : 'segments'} more than before` : '';
  const rtts = trace.rows('rtts', flow);
  const sample = rowAt(rtts.time_s, time_s);
  const fresh = rtts.time_s[sample] === time_s;
  const shortest =
    (rtts.rtt_ms[sample] ?? 0) <= (rtts.base_rtt_ms[sample] ?? 0) ? ', the shortest so far' : '';
  const rtt = fresh ? `; RTT ${milliseconds(rtts.rtt_ms[sample] ?? 0)}${shortest}` : '';
  return `everything before byte ${byteOf(trace, flow, seq)} is acknowledged${acknowledged}${rtt}`;
}

function again(trace: Trace, event: TraceEvent, seq: number, why: string, changes = true): string {
  const left = lastSent(trace, event.flow, seq, event.row);
  const since = left === null ? '' : `; it had left ${milliseconds((event.time_s - left) * 1000)} before`;
  return `${segmentAt(trace, event.flow, seq)} is sent again: ${why}${since}${changes ? windowChange(trace, event) : ''}`;
}

function ofState(trace: Trace, event: TraceEvent): string {
  const { flow, row, time_s } = event;
  const change = windowChange(trace, event);
  switch (FLOW_STATES[trace.rows('states', flow).state[row] ?? -1]) {
    case 'slow_start':
      return `slow start begins${change || windowsNow(trace, event)}`;
    case 'avoidance':
      return `congestion avoidance begins${change || windowsNow(trace, event)}`;
    case 'recovery':
      return `fast recovery begins${change}`;
    case 'timeout': {
      const rows = trace.rows('segments', flow);
      const until = placeOf(rows.time_s, time_s);
      const acked = lastOf(trace, flow, 'ack', until);
      const seq = acked < 0 ? 0 : (rows.seq[acked] ?? 0);
      const left = lastSent(trace, flow, seq, until);
      const waited =
        left === null
          ? ''
          : `: ${segmentAt(trace, flow, seq)} left ${milliseconds((time_s - left) * 1000)} ago and is not acknowledged`;
      return `the retransmission timer expires${waited}${change}`;
    }
    case 'done':
      return 'everything is sent and acknowledged';
    default:
      return 'the connection is given up after too many timeouts';
  }
}

function ofCheck(trace: Trace, { flow, row }: TraceEvent): string {
  const { seq, dup_acks, waited_ms, fine_rto_ms, expired } = trace.rows('checks', flow);
  const number = seq[row] ?? 0;
  const heard = dup_acks[row] ?? 0;
  const byte = byteOf(trace, flow, number);
  const occasion =
    heard > 0
      ? `${ordinal(heard)} duplicate ACK for byte ${byte}`
      : `a new ACK soon after a retransmission; byte ${byte} is next`;
  const left = `it left ${milliseconds(waited_ms[row] ?? 0)} ago`;
  const timer = `its fine timer of ${milliseconds(fine_rto_ms[row] ?? 0)}`;
  return expired[row] === 1
    ? `${occasion}: ${timer} has expired (${left}), so segment ${formatCount(number)} is sent again`
    : `${occasion}: ${timer} has not expired (${left}), so the sender waits`;
}

function ofDecision(trace: Trace, { flow, row, time_s }: TraceEvent): string {
  const decisions = trace.rows('decisions', flow);
  const cwnd = decisions.cwnd[row] ?? 0;
  const windows = trace.rows('windows', flow);
  const after = windows.cwnd[rowAt(windows.time_s, time_s)] ?? cwnd;
  const next = decisions.cwnd[row + 1] ?? cwnd;
  const reasons = arithmetic(decisions, row);
  const because = reasons === '' ? '' : `: ${reasons}`;
  switch (DECISION_VERDICTS[decisions.verdict[row] ?? -1]) {
    case 'raise':
      return `cwnd may grow from ${exact(cwnd)}${next > cwnd ? `, and is ${exact(next)} at the next decision` : ''}${because}`;
    case 'lower':
      return `cwnd shrinks from ${exact(cwnd)}${after < cwnd ? ` to ${exact(after)}` : ''}${because}`;
    case 'hold':
      return `cwnd stays at ${exact(cwnd)}${because}`;
    case 'leave_slow_start':
      return `slow start ends, at a cwnd of ${exact(cwnd)}${because}`;
    default:
      return `slow start goes on, from a cwnd of ${exact(cwnd)}${because}`;
  }
}

/** Bytes count from 0, as on the axes of the sequence panels. */
function byteOf(trace: Trace, flow: number, seq: number): string {
  return formatCount(seq * (trace.scenario.flows[flow]?.smss_bytes ?? 1));
}

function segmentAt(trace: Trace, flow: number, seq: number): string {
  return `segment ${formatCount(seq)} (byte ${byteOf(trace, flow, seq)})`;
}

function linkNamed(trace: Trace, link: number): string {
  return (trace.links[link] ?? 'a link').replace('>', ' → ');
}

function queueAt(trace: Trace, link: number, moment: number): string {
  const { value, unit } = limitOf(trace, link);
  const queues = trace.rows('queues', link);
  const held = queues[unit][rowAt(queues.time_s, moment)];
  if (held === undefined) return linkNamed(trace, link);
  const of = value === null ? '' : ` of ${formatCount(value)}`;
  return `${linkNamed(trace, link)}, whose queue holds ${formatCount(held)}${of} ${unit}`;
}

/** The windows after all that happened at this moment. */
function windowsNow(trace: Trace, { flow, time_s }: TraceEvent): string {
  const { time_s: times, cwnd, flight } = trace.rows('windows', flow);
  const row = rowAt(times, time_s);
  return row < 0 ? '' : `; in flight ${formatCount(flight[row] ?? 0)}, cwnd ${segments(cwnd[row] ?? 0)}`;
}

/** What this moment changed in the windows; empty if nothing. */
function windowChange(trace: Trace, { flow, time_s }: TraceEvent): string {
  const { time_s: times, cwnd, ssthresh } = trace.rows('windows', flow);
  const after = rowAt(times, time_s);
  const before = placeOf(times, time_s) - 1;
  if (before < 0 || after <= before || cwnd[before] === cwnd[after]) return '';
  const threshold =
    ssthresh[before] === ssthresh[after] ? '' : `, ssthresh ${segments(ssthresh[after] ?? 0)}`;
  return `; cwnd ${segments(cwnd[before] ?? 0)} → ${segments(cwnd[after] ?? 0)}${threshold}`;
}

/** The first row at or after a moment. */
function placeOf(times: Float64Array, moment: number): number {
  let row = rowAt(times, moment);
  while (row >= 0 && times[row] === moment) row -= 1;
  return row + 1;
}

/** The last row of a kind before another row; -1 if there is none. */
function lastOf(trace: Trace, flow: number, kind: SegmentKind, before: number): number {
  const rows = rowsOfKind(trace, flow, kind);
  return rows[firstFrom(rows, before) - 1] ?? -1;
}

/** The first place in a list of rows that holds this row or a later one. */
function firstFrom(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Duplicate ACKs since the last new one, of the rows before another one. */
function dupAcks(trace: Trace, flow: number, before: number): number {
  const rows = rowsOfKind(trace, flow, 'dup_ack');
  const since = lastOf(trace, flow, 'ack', before);
  return firstFrom(rows, before) - firstFrom(rows, since + 1);
}

function dupAcksBefore(trace: Trace, { flow, row }: TraceEvent): string {
  const count = dupAcks(trace, flow, row);
  if (count === 0) return 'duplicate ACKs';
  return `${formatCount(count)} duplicate ${count === 1 ? 'ACK' : 'ACKs'}`;
}

/** How many segments back a segment is looked for: more than any window holds. */
const FARTHEST = 100_000;

/** When a segment was sent last, of the rows before another one, in seconds; null if the trace does not know. */
function lastSent(trace: Trace, flow: number, seq: number, before: number): number | null {
  const { time_s, seq: numbers } = trace.rows('segments', flow);
  let latest = -1;
  for (const kind of ['send', 'retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const) {
    const rows = rowsOfKind(trace, flow, kind);
    const start = firstFrom(rows, before) - 1;
    for (let place = start; place >= 0 && start - place < FARTHEST; place -= 1) {
      const row = rows[place] as number;
      if (row <= latest) break;
      if (numbers[row] === seq) {
        latest = row;
        break;
      }
    }
  }
  return latest < 0 ? null : (time_s[latest] ?? null);
}
