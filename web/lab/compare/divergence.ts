/**
 * Finds the first event at which two runs differ. Exact: each flow's segment rows are compared one by one, in order of time,
 * column by column; the runs diverge at the earliest difference of any flow. Where a trace lacks samples, its rows prove nothing: there
 * only the digests, which cover every event, can show that two runs are identical.
 */

import { formatCount, formatExact, formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { SEGMENT_KINDS } from '../../engine/schema';
import type { Run, Trace } from '../../run/trace';
import { MARKS } from '../../ui/marks';

/** The event of one run at the first difference. */
export interface Event {
  time_s: number;
  kind: (typeof SEGMENT_KINDS)[number];
  /** Number of the segment; for an ACK, of the next segment expected. */
  seq: number;
  /** Number of the directed link that dropped the packet. */
  place: number;
}

export interface Divergence {
  /** The earlier of the two events. */
  time_s: number;
  /** Number of the flow or datagram source; sources come after the flows. */
  flow: number;
  /** Null if that run has no more events of the flow. */
  here: Event | null;
  there: Event | null;
}

/** The runs don't differ before this time, and the traces don't have what happened later. */
interface Unknown {
  unknown_from_s: number;
}

/** What is known about the first difference of two finished runs; null if they are identical, packet for packet. */
export function divergenceOfRuns(a: Run, b: Run): Divergence | Unknown | null {
  return a.summary !== null && a.summary.digest === b.summary?.digest ? null : divergenceOf(a.trace, b.trace);
}

/** Null if the rows of segments are complete and the same to the last bit. */
export function divergenceOf(a: Trace, b: Trace): Divergence | Unknown | null {
  const sources = ({ scenario }: Trace) => scenario.flows.length + scenario.datagrams.length;
  const count = Math.max(sources(a), sources(b));
  let first: Divergence | null = null;
  for (let flow = 0; flow < count; flow += 1) {
    const row = firstDifference(a, b, flow);
    if (row === null) continue;
    const [here, there] = [eventAt(a, flow, row), eventAt(b, flow, row)];
    const time_s = Math.min(
      here?.time_s ?? Number.POSITIVE_INFINITY,
      there?.time_s ?? Number.POSITIVE_INFINITY,
    );
    if (first === null || time_s < first.time_s) first = { time_s, flow, here, there };
  }
  const unknown_from_s = Math.min(a.whole_until_s, b.whole_until_s);
  if (unknown_from_s === Number.POSITIVE_INFINITY) return first;
  return first !== null && first.time_s < unknown_from_s ? first : { unknown_from_s };
}

function firstDifference(a: Trace, b: Trace, flow: number): number | null {
  const mine = a.rows('segments', flow);
  const theirs = b.rows('segments', flow);
  const common = Math.min(mine.time_s.length, theirs.time_s.length);
  // Each column is searched no further than the first difference of those before it.
  let end = common;
  for (const name of ['time_s', 'kind', 'seq', 'place'] as const) {
    const [one, other] = [mine[name], theirs[name]];
    let row = 0;
    while (row < end && one[row] === other[row]) row += 1;
    end = row;
  }
  if (end < common) return end;
  return mine.time_s.length === theirs.time_s.length ? null : common;
}

function eventAt(trace: Trace, flow: number, row: number): Event | null {
  const { time_s, kind, seq, place } = trace.rows('segments', flow);
  const name = SEGMENT_KINDS[kind[row] ?? -1];
  if (row >= time_s.length || name === undefined) return null;
  return { time_s: time_s[row] ?? 0, kind: name, seq: seq[row] ?? 0, place: place[row] ?? 0 };
}

/** The divergence as a sentence; `a` and `b` name the runs. */
export function divergenceInWords(
  found: Divergence | Unknown,
  a: { letter: string; run: Run },
  b: { letter: string; run: Run },
): string {
  if ('unknown_from_s' in found)
    return t(
      '{a} and {b} are identical until {time}. After that, samples are missing, so the first difference isn’t known.',
      { a: a.letter, b: b.letter, time: formatTime(found.unknown_from_s) },
    );
  const { time_s, flow, here, there } = found;
  const { flows, datagrams } = (here === null ? b.run : a.run).scenario;
  const name = [...flows, ...datagrams][flow]?.name ?? t('flow {number}', { number: flow + 1 });
  const doing = [a, b].map(({ letter, run }, one) => {
    const event = one === 0 ? here : there;
    return event === null
      ? t('{run} has no more events', { run: letter })
      : t('{run} has {event}', { run: letter, event: eventInWords(event, flow, run) });
  });
  const until = t('{a} and {b} are identical until {time}.', {
    a: a.letter,
    b: b.letter,
    time: formatTime(time_s),
  });
  return `${until} ${t('Then {name} differs: {events}.', { name, events: doing.join('; ') })}`;
}

function eventInWords({ time_s, kind, seq, place }: Event, flow: number, { scenario, trace }: Run): string {
  const smss = scenario.flows[flow]?.smss_bytes;
  const event = MARKS[kind].label;
  const time = formatMoment(time_s);
  const packet =
    smss === undefined
      ? t('packet {number}', { number: formatCount(seq) })
      : t('sequence {number}', { number: formatCount(seq * smss) });
  if (!kind.includes('drop')) return t('“{event}”, {packet}, at {time}', { event, packet, time });
  const link = (trace.links[place] ?? '').replace('>', ' → ');
  return t('“{event}”, {packet} at {link}, at {time}', { event, packet, link, time });
}

/** Shows microseconds, because two diverging events may be less than a millisecond apart. */
function formatMoment(seconds: number): string {
  return `${formatExact(Number(seconds.toFixed(6)))} s`;
}
