/**
 * The first event at which two runs differ. Exact: the rows of segments of each flow are compared one by one, in order of
 * time, column by column; what differs first in any flow is where the runs part.
 */
import { MARKS } from '../design/marks';
import { SEGMENT_KINDS } from '../engine/schema';
import { formatCount, formatTime } from '../plot/format';
import type { Run, Trace } from '../run/trace';

/** What one run does where it first differs from the other. */
export interface Event {
  time_s: number;
  kind: (typeof SEGMENT_KINDS)[number];
  /** Number of the segment, or for an ACK of the next one expected. */
  seq: number;
  /** Of the directed link of a drop. */
  place: number;
}

export interface Divergence {
  /** The earlier of the two events. */
  time_s: number;
  /** Number of the flow, or after the flows that of the datagram source. */
  flow: number;
  /** Null where that run has no more events of the flow. */
  here: Event | null;
  there: Event | null;
}

/** Null if the rows of segments are the same to the last bit. */
export function divergenceOf(a: Trace, b: Trace): Divergence | null {
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
  return first;
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
  { time_s, flow, here, there }: Divergence,
  a: { letter: string; run: Run },
  b: { letter: string; run: Run },
): string {
  const { flows, datagrams } = (here === null ? b.run : a.run).scenario;
  const name = [...flows, ...datagrams][flow]?.name ?? `flow ${flow + 1}`;
  const doing = [a, b].map(({ letter, run }, one) => {
    const event = one === 0 ? here : there;
    return `in ${letter} ${event === null ? 'nothing more happens' : `there is ${eventInWords(event, flow, run)}`}`;
  });
  return `${a.letter} and ${b.letter} are the same up to ${formatTime(time_s)}. Then, of ${name}, ${doing.join('; ')}.`;
}

function eventInWords({ time_s, kind, seq, place }: Event, flow: number, { scenario, trace }: Run): string {
  const smss = scenario.flows[flow]?.smss_bytes;
  const number = smss === undefined ? `packet ${formatCount(seq)}` : `sequence ${formatCount(seq * smss)}`;
  const where = kind.includes('drop') ? ` at ${(trace.links[place] ?? '').replace('>', ' → ')}` : '';
  return `“${MARKS[kind].label}”, ${number}${where}, at ${formatMoment(time_s)}`;
}

/** Two events that part runs may lie less than a millisecond apart. */
function formatMoment(seconds: number): string {
  return `${Number(seconds.toFixed(6))} s`;
}
