/** Describes the moment at the cursor in one short sentence: the last event before it that changed something. */

import { formatCount, formatFixed } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { DECISION_VERDICTS, FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import type { TraceEvent } from '../../run/event';
import { limitAt } from '../../run/limits';
import { eventsOf } from '../../run/series';
import type { Run, Trace } from '../../run/trace';
import { rowAt } from '../../run/window';
import { regrownWindow } from '../time/earlierRows';
import type { Narrator } from '../time/narrate';
import { exact, queued, segments } from '../time/numbers';
import { countsIn, timerInWords } from './findings';

export interface Moment {
  /** Time of the event, in seconds. */
  time_s: number;
  words: string;
}

/** Events longer before the cursor than this are called the last change, so that they don't read as happening now. */
const LONG_AGO_S = 0.25;

/** Most events of one moment that are looked at for the one that matters most. */
const MAX_SIMULTANEOUS = 64;

/** @param senders short names of the flows' senders */
export function momentAt(
  run: Run,
  narrator: Narrator,
  cursor: number,
  senders: readonly string[],
): Moment | null {
  const { events } = narrator;
  const count = events.before('milestones', cursor, true);
  const [last] = events.slice('milestones', count - 1, count);
  if (count === 0 || last === undefined) return null;
  const first = Math.max(events.before('milestones', last.time_s), count - MAX_SIMULTANEOUS);
  const simultaneous = events.slice('milestones', first, count);
  const event = simultaneous.reduce(
    (best, one) => (rank(run.trace, one) > rank(run.trace, best) ? one : best),
    last,
  );
  const brief = inWords(run.trace, event, senders[event.flow] ?? t('the sender'));
  const name = run.scenario.flows.length > 1 ? `${run.scenario.flows[event.flow]?.name}: ` : '';
  const sentence = brief === null ? narrator.describe(event) : name + brief;
  const isLongAgo = cursor - event.time_s > LONG_AGO_S;
  const reason = isLongAgo ? reasonAt(run, event.flow, cursor) : null;
  if (reason !== null)
    return { time_s: reason.from, words: `${formatFixed(cursor, 2)} s: ${name}${reason.words}` };
  const time = `${formatFixed(event.time_s, 2)} s`;
  const words = isLongAgo ? t('Last change, {time}: {sentence}', { time, sentence }) : `${time}: ${sentence}`;
  return { time_s: event.time_s, words };
}

/** Why a sender sends no more, and since when; null if cwnd limits it, as most of the time, or if nobody knows. */
function reasonAt(run: Run, flow: number, cursor: number): { words: string; from: number } | null {
  const found = limitAt(run.trace, flow, run.now_s, cursor);
  if (found === null) return null;
  const { limit, from } = found;
  const counts = countsIn(run.trace, flow, rowAt(run.trace.rows('windows', flow).time_s, cursor));
  const { rwnd_bytes = 0, smss_bytes = 1 } = run.scenario.flows[flow] ?? {};
  switch (limit) {
    case 'cwnd':
      return null;
    case 'timer':
      return { words: timerInWords(run.trace, flow, cursor), from };
    case 'flight':
      return {
        words: counts
          ? t(
              '{segments} count as under way, and the window is {window}: nothing may leave until ACKs come',
              counts,
            )
          : t('more segments count as under way than cwnd allows: nothing may leave until ACKs come'),
        from,
      };
    case 'receiver':
      return {
        words: t("the receiver's window of {segments} is full, and cwnd allows as much", {
          segments: plural(Math.floor(rwnd_bytes / smss_bytes), '{n} segment', '{n} segments'),
        }),
        from,
      };
    case 'pacing':
      return { words: t('the window has room, but pacing holds back the next segment'), from };
    case 'application':
      return { words: t('the application has nothing more to send'), from };
  }
}

/** A timeout explains the retransmissions of its moment, and a retransmission the change of state that it caused. */
function rank(trace: Trace, { table, flow, row }: TraceEvent): number {
  if (table === 'states')
    return FLOW_STATES[trace.rows('states', flow).state[row] ?? -1] === 'timeout' ? 3 : 1;
  return table === 'segments' ? 2 : 0;
}

/** Null if the event needs its full description. */
function inWords(trace: Trace, event: TraceEvent, sender: string): string | null {
  switch (event.table) {
    case 'states':
      return stateInWords(trace, event, sender);
    case 'segments':
      return segmentInWords(trace, event, sender);
    case 'decisions':
      return decisionInWords(trace, event, sender);
    case 'checks':
      return null;
  }
}

/** The window after a moment. */
function windowAfter(trace: Trace, { flow, time_s }: TraceEvent): string {
  const { time_s: times, cwnd } = trace.rows('windows', flow);
  const value = cwnd[rowAt(times, time_s)];
  return value === undefined ? '–' : segments(value);
}

function stateInWords(trace: Trace, event: TraceEvent, sender: string): string | null {
  const window = windowAfter(trace, event);
  switch (FLOW_STATES[trace.rows('states', event.flow).state[event.row] ?? -1]) {
    case 'slow_start':
      return t('slow start begins with a window of {window}', { window });
    case 'avoidance':
      return t('{sender} enters congestion avoidance with a window of {window}', { sender, window });
    case 'recovery':
      return t('fast recovery begins with a window of {window}', { window });
    case 'timeout': {
      const segment = firstUnacknowledged(trace, event);
      return t(
        'the retransmission timer expires; {sender} goes back to segment {segment} with a window of {window}',
        { sender, window, segment: formatCount(segment) },
      );
    }
    case 'done':
      return t('everything is sent and acknowledged');
    default:
      return t('{sender} gives up after too many timeouts', { sender });
  }
}

/** The segment that the last ACK before a moment asked for; NaN if that ACK wasn't recorded. */
function firstUnacknowledged(trace: Trace, { flow, time_s }: TraceEvent): number {
  return eventsOf(trace, flow, 'ack').valueAt(time_s) ?? 0;
}

function segmentInWords(trace: Trace, event: TraceEvent, sender: string): string | null {
  const { kind, seq, place } = trace.rows('segments', event.flow);
  const segment = formatCount(seq[event.row] ?? 0);
  const link = trace.links[place[event.row] ?? 0]?.replace('>', ' → ') ?? '';
  const window = windowAfter(trace, event);
  switch (SEGMENT_KINDS[kind[event.row] ?? -1]) {
    case 'retransmit_fast':
      return t('{sender} retransmits segment {segment} after duplicate ACKs; its window is now {window}', {
        sender,
        segment,
        window,
      });
    case 'retransmit_early':
      return t('{sender} retransmits segment {segment} early; its window is now {window}', {
        sender,
        segment,
        window,
      });
    case 'retransmit_timeout':
      return t('{sender} retransmits segment {segment} after the timeout', { sender, segment });
    case 'drop_full':
      return t('segment {segment} is dropped by the queue at {link}', { segment, link });
    case 'drop_error':
      return t('segment {segment} is lost on {link}', { segment, link });
    case 'ack_drop_full':
      return t('an ACK is dropped by the queue at {link}', { link });
    case 'ack_drop_error':
      return t('an ACK is lost on {link}', { link });
    default:
      return null;
  }
}

/** A decision with the comparison behind it; null if the rule doesn't compare an estimate with limits. */
function decisionInWords(trace: Trace, event: TraceEvent, sender: string): string | null {
  const { verdict, cwnd, diff, alpha, beta } = trace.rows('decisions', event.flow);
  const [queue, low, high] = [diff, alpha, beta].map((column) => column[event.row] ?? Number.NaN) as [
    number,
    number,
    number,
  ];
  const words = {
    sender,
    window: exact(cwnd[event.row] ?? 0),
    diff: queued(queue),
    low: exact(low),
    high: exact(high),
  };
  switch (DECISION_VERDICTS[verdict[event.row] ?? -1]) {
    case 'raise':
      return queue < low
        ? t('diff {diff} is below alpha {low}, so {sender} grows its window from {window}', words)
        : null;
    case 'lower':
      if (queue > high && regrownWindow(trace, event.flow, event.row) !== null)
        return t(
          'diff {diff} is above beta {high}, but below ssthresh slow start returns the window of {sender} to {window} at once',
          words,
        );
      return queue > high
        ? t('diff {diff} is above beta {high}, so {sender} shrinks its window from {window}', words)
        : null;
    case 'hold':
      return queue >= low && queue <= high
        ? t(
            'diff {diff} is between alpha {low} and beta {high}, so {sender} keeps its window at {window}',
            words,
          )
        : null;
    case 'leave_slow_start':
      return queue > low
        ? t('diff {diff} is above gamma {low}, so {sender} leaves slow start at a window of {window}', words)
        : null;
    default:
      return queue <= low
        ? t('diff {diff} is not above gamma {low}, so {sender} stays in slow start', words)
        : null;
  }
}
