/**
 * Describes an event in one sentence, with its numbers. Everything comes from the trace and the scenario: a rule's
 * decision has its own row, so no sentence depends on the algorithm.
 */

import { formatCount, formatFixed } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { DECISION_VERDICTS, FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import { limitOf } from '../../run/bottleneck';
import type { TraceEvent } from '../../run/event';
import type { Run, Trace } from '../../run/trace';
import { rowAt } from '../../run/window';
import { arithmetic } from './arithmetic';
import { dupAcks, lastOf, lastSent, placeOf, regrownWindow } from './earlierRows';
import { Events } from './events';
import { exact, milliseconds, ordinal, segments } from './numbers';

/** A run's events and their descriptions. Loaded when an event is first requested. */
export class Narrator {
  readonly events: Events;
  private readonly run: Run;
  private readonly several: boolean;

  constructor(run: Run, flows: readonly number[]) {
    this.run = run;
    this.several = flows.length > 1;
    this.events = new Events(run.trace, flows);
  }

  /** The event as a sentence, with the flow's name if there are several. */
  describe(event: TraceEvent): string {
    const words = narrate(this.run.trace, event);
    return this.several ? `${this.run.scenario.flows[event.flow]?.name ?? event.flow}: ${words}` : words;
  }
}

/** The event in words: "segment 120 (byte 61,440) is dropped at R1 → R2, whose queue holds 10 of 10 packets". */
function narrate(trace: Trace, event: TraceEvent): string {
  switch (event.table) {
    case 'segments':
      return segmentInWords(trace, event);
    case 'states':
      return stateInWords(trace, event);
    case 'checks':
      return checkInWords(trace, event);
    case 'decisions':
      return decisionInWords(trace, event);
  }
}

function segmentInWords(trace: Trace, event: TraceEvent): string {
  const { flow, row, time_s } = event;
  const columns = trace.rows('segments', flow);
  const seq = columns.seq[row] ?? 0;
  const kind = SEGMENT_KINDS[columns.kind[row] ?? -1];
  const segment = segmentAt(trace, flow, seq);
  const byte = byteOf(trace, flow, seq);
  const place = columns.place[row] ?? 0;
  const link = linkNamed(trace, place);
  const queue = () => queueAt(trace, place, time_s);
  switch (kind) {
    case 'send':
      return joined(t('{segment} is sent', { segment }), windowsNow(trace, event));
    case 'retransmit_fast':
      return joined(
        fastRetransmitInWords(trace, event, segment),
        ageInWords(trace, event, seq),
        windowChange(trace, event),
      );
    case 'retransmit_early':
      return joined(
        t('{segment} is retransmitted early: its fine timer has expired', { segment }),
        ageInWords(trace, event, seq),
        windowChange(trace, event),
      );
    case 'retransmit_timeout':
      return joined(
        t('{segment} is retransmitted: the sender went back after a timeout', { segment }),
        ageInWords(trace, event, seq),
      );
    case 'ack':
      return ackInWords(trace, event, seq);
    case 'dup_ack': {
      const count = dupAcks(trace, flow, row + 1);
      return t(
        '{ordinal} duplicate ACK for byte {byte}: a later segment has arrived, but segment {number} hasn’t',
        { ordinal: count === null ? '–' : ordinal(count), byte, number: formatCount(seq) },
      );
    }
    case 'data_arrived':
      return t('{segment} reaches the receiver', { segment });
    case 'ack_sent':
      return t('the receiver has everything before byte {byte} and acknowledges it', { byte });
    case 'dup_ack_sent':
      return t('the receiver asks again for byte {byte}: a duplicate ACK', { byte });
    case 'drop_full':
      return t('{segment} is dropped at {queue}', { segment, queue: queue() });
    case 'drop_error':
      return t('{segment} is lost on the link {link}', { segment, link });
    case 'ack_drop_full':
      return t('an ACK that asks for byte {byte} is dropped at {queue}', { byte, queue: queue() });
    case 'ack_drop_error':
      return t('an ACK that asks for byte {byte} is lost on the link {link}', { byte, link });
    case 'marked':
      return t('{segment} is marked (congestion, ECN) at {queue}', { segment, queue: queue() });
    case 'ack_marked':
      return t('an ACK that asks for byte {byte} is marked (congestion, ECN) at {queue}', {
        byte,
        queue: queue(),
      });
    default:
      return kind === undefined ? '' : datagramInWords(trace, event, kind, queue());
  }
}

function datagramInWords(
  trace: Trace,
  { flow, row }: TraceEvent,
  kind: (typeof SEGMENT_KINDS)[number],
  queue: string,
): string {
  const { seq, place } = trace.rows('segments', flow);
  const number = formatCount(seq[row] ?? 0);
  const link = linkNamed(trace, place[row] ?? 0);
  switch (kind) {
    case 'datagram_arrived':
      return t('datagram {number} arrives', { number });
    case 'datagram_drop_full':
      return t('datagram {number} is dropped at {queue}', { number, queue });
    case 'datagram_drop_error':
      return t('datagram {number} is lost on the link {link}', { number, link });
    case 'datagram_marked':
      return t('datagram {number} is marked (congestion, ECN) at {queue}', { number, queue });
    default:
      return t('datagram {number} is sent', { number });
  }
}

/** Joins the clauses of a sentence. */
function joined(...clauses: readonly string[]): string {
  return clauses.filter((clause) => clause !== '').join('; ');
}

function ackInWords(trace: Trace, { flow, row, time_s }: TraceEvent, seq: number): string {
  const before = lastOf(trace, flow, 'ack', row);
  const previous = before === null || before < 0 ? 0 : (trace.rows('segments', flow).seq[before] ?? 0);
  const acked = before === null ? 0 : seq - previous;
  const byte = byteOf(trace, flow, seq);
  const acknowledged =
    acked > 0
      ? plural(
          acked,
          'everything before byte {byte} is acknowledged, {n} segment more than before',
          'everything before byte {byte} is acknowledged, {n} segments more than before',
          { byte },
        )
      : t('everything before byte {byte} is acknowledged', { byte });
  return joined(acknowledged, newSample(trace, flow, time_s));
}

/** The round-trip time that was measured at a moment; empty if none was. */
function newSample(trace: Trace, flow: number, time_s: number): string {
  const rtts = trace.rows('rtts', flow);
  const sample = rowAt(rtts.time_s, time_s);
  if (rtts.time_s[sample] !== time_s || Number.isNaN(rtts.rtt_ms[sample])) return '';
  const rtt = milliseconds(rtts.rtt_ms[sample] ?? 0);
  const shortest = (rtts.rtt_ms[sample] ?? 0) <= (rtts.base_rtt_ms[sample] ?? 0);
  return shortest ? t('RTT {rtt}, the shortest so far', { rtt }) : t('RTT {rtt}', { rtt });
}

function fastRetransmitInWords(trace: Trace, { flow, row }: TraceEvent, segment: string): string {
  const count = dupAcks(trace, flow, row);
  if (count === null)
    return t('{segment} is retransmitted after duplicate ACKs: fast retransmit', { segment });
  if (count === 0)
    return t('{segment} is retransmitted: a partial ACK shows that it’s missing, too', { segment });
  return plural(
    count,
    '{segment} is retransmitted after {n} duplicate ACK: fast retransmit',
    '{segment} is retransmitted after {n} duplicate ACKs: fast retransmit',
    { segment },
  );
}

/** The time since a retransmitted segment's last transmission; empty if the trace lacks it. */
function ageInWords(trace: Trace, { flow, row, time_s }: TraceEvent, seq: number): string {
  const sentAt = lastSent(trace, flow, seq, row);
  if (sentAt === null) return '';
  return t('it was sent {time} earlier', { time: milliseconds((time_s - sentAt) * 1000) });
}

function stateInWords(trace: Trace, event: TraceEvent): string {
  const change = windowChange(trace, event);
  switch (FLOW_STATES[trace.rows('states', event.flow).state[event.row] ?? -1]) {
    case 'slow_start':
      return joined(t('slow start begins'), change || windowsNow(trace, event));
    case 'avoidance':
      return joined(t('congestion avoidance begins'), change || windowsNow(trace, event));
    case 'recovery':
      return joined(t('fast recovery begins'), change);
    case 'timeout':
      return joined(timeoutInWords(trace, event), change);
    case 'done':
      return t('everything is sent and acknowledged');
    default:
      return t('the sender gives up after too many timeouts');
  }
}

function timeoutInWords(trace: Trace, { flow, time_s }: TraceEvent): string {
  const rows = trace.rows('segments', flow);
  const until = placeOf(rows.time_s, time_s);
  const acked = lastOf(trace, flow, 'ack', until);
  if (acked === null) return t('the retransmission timer expires');
  const seq = acked < 0 ? 0 : (rows.seq[acked] ?? 0);
  const sentAt = lastSent(trace, flow, seq, until);
  if (sentAt === null) return t('the retransmission timer expires');
  return t('the retransmission timer expires: {segment} was sent {time} ago and hasn’t been acknowledged', {
    segment: segmentAt(trace, flow, seq),
    time: milliseconds((time_s - sentAt) * 1000),
  });
}

function checkInWords(trace: Trace, { flow, row }: TraceEvent): string {
  const { seq, dup_acks, waited_ms, fine_rto_ms, expired } = trace.rows('checks', flow);
  const number = seq[row] ?? 0;
  const duplicates = dup_acks[row] ?? 0;
  const byte = byteOf(trace, flow, number);
  const occasion =
    duplicates > 0
      ? t('{ordinal} duplicate ACK for byte {byte}', { ordinal: ordinal(duplicates), byte })
      : t('a new ACK soon after a retransmission; byte {byte} is next', { byte });
  const timer = milliseconds(fine_rto_ms[row] ?? 0);
  const left = milliseconds(waited_ms[row] ?? 0);
  const outcome =
    expired[row] === 1
      ? t(
          'segment {number} was sent {left} ago and its fine timer of {timer} has expired, so the sender retransmits it',
          {
            timer,
            left,
            number: formatCount(number),
          },
        )
      : t(
          'the segment was sent {left} ago and its fine timer of {timer} hasn’t expired, so the sender waits',
          {
            timer,
            left,
          },
        );
  return `${occasion}: ${outcome}`;
}

function decisionInWords(trace: Trace, event: TraceEvent): string {
  const decisions = trace.rows('decisions', event.flow);
  const verdict = verdictOn(trace, event, decisions.cwnd[event.row] ?? 0);
  const reasons = arithmetic(decisions, event.row);
  return reasons === '' ? verdict : `${verdict}: ${reasons}`;
}

function verdictOn(trace: Trace, { flow, row, time_s }: TraceEvent, window: number): string {
  const decisions = trace.rows('decisions', flow);
  const windows = trace.rows('windows', flow);
  const after = windows.cwnd[rowAt(windows.time_s, time_s)] ?? window;
  const next = decisions.cwnd[row + 1] ?? window;
  const cwnd = exact(window);
  switch (DECISION_VERDICTS[decisions.verdict[row] ?? -1]) {
    case 'raise':
      return next > window
        ? t('cwnd may grow from {cwnd}, and is {next} at the next decision', { cwnd, next: exact(next) })
        : t('cwnd may grow from {cwnd}', { cwnd });
    case 'lower': {
      const regrown = regrownWindow(trace, flow, row);
      if (regrown !== null)
        return t(
          'cwnd shrinks from {cwnd} to below ssthresh, where slow start returns it to {after} at once',
          {
            cwnd,
            after: exact(regrown),
          },
        );
      return after < window
        ? t('cwnd shrinks from {cwnd} to {after}', { cwnd, after: exact(after) })
        : t('cwnd shrinks from {cwnd}', { cwnd });
    }
    case 'hold':
      return t('cwnd stays at {cwnd}', { cwnd });
    case 'leave_slow_start':
      return t('slow start ends, at a cwnd of {cwnd}', { cwnd });
    default:
      return t('slow start continues, from a cwnd of {cwnd}', { cwnd });
  }
}

/** Bytes count from 0, as on the axes of the sequence panels. */
function byteOf(trace: Trace, flow: number, seq: number): string {
  return formatCount(seq * (trace.scenario.flows[flow]?.smss_bytes ?? 1));
}

function segmentAt(trace: Trace, flow: number, seq: number): string {
  return t('segment {number} (byte {byte})', {
    number: formatCount(seq),
    byte: byteOf(trace, flow, seq),
  });
}

function linkNamed(trace: Trace, link: number): string {
  return trace.links[link]?.replace('>', ' → ') ?? t('a link');
}

function queueAt(trace: Trace, link: number, moment: number): string {
  const { value, unit } = limitOf(trace, link);
  const queues = trace.rows('queues', link);
  const contents = queues[unit][rowAt(queues.time_s, moment)];
  const name = linkNamed(trace, link);
  if (contents === undefined || Number.isNaN(contents)) return name;
  // The unit of the queue's plot.
  const shown = (amount: number) => (unit === 'bytes' ? formatFixed(amount / 1024, 1) : formatCount(amount));
  const held = shown(contents);
  if (value === null)
    return unit === 'bytes'
      ? t('{name}, whose queue holds {held} KiB', { name, held })
      : t('{name}, whose queue holds {held} packets', { name, held });
  const limit = shown(value);
  return unit === 'bytes'
    ? t('{name}, whose queue holds {held} of {limit} KiB', { name, held, limit })
    : t('{name}, whose queue holds {held} of {limit} packets', { name, held, limit });
}

/** The windows after all events of this moment. */
function windowsNow(trace: Trace, { flow, time_s }: TraceEvent): string {
  const { time_s: times, cwnd, flight } = trace.rows('windows', flow);
  const row = rowAt(times, time_s);
  if (row < 0 || Number.isNaN(cwnd[row])) return '';
  return t('in flight {flight}, cwnd {cwnd}', {
    flight: formatCount(flight[row] ?? 0),
    cwnd: segments(cwnd[row] ?? 0),
  });
}

/** Window changes at this moment; empty if there are none. */
function windowChange(trace: Trace, { flow, time_s }: TraceEvent): string {
  const { time_s: times, cwnd, ssthresh } = trace.rows('windows', flow);
  const after = rowAt(times, time_s);
  const before = placeOf(times, time_s) - 1;
  if (before < 0 || after <= before || cwnd[before] === cwnd[after]) return '';
  if (Number.isNaN(cwnd[before]) || Number.isNaN(cwnd[after])) return '';
  const threshold =
    ssthresh[before] === ssthresh[after] ? '' : `, ssthresh ${segments(ssthresh[after] ?? 0)}`;
  return `cwnd ${segments(cwnd[before] ?? 0)} → ${segments(cwnd[after] ?? 0)}${threshold}`;
}
