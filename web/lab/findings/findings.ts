/**
 * Finds what decided a finished run: stalls, when packets were dropped, needless retransmissions, shares, queues. Each finding is computed
 * from the trace and names the moment that shows it. No sentence depends on the algorithm.
 */

import { formatBytes, formatCount, formatFixed, formatPercent } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import { eventsOf, isWhole } from '../../run/series';
import { thinnedOf } from '../../run/thinned';
import { timerWaits } from '../../run/timerWaits';
import { linkBehind, type Run, type Trace } from '../../run/trace';
import { rowAt, rowFrom, type TimeWindow } from '../../run/window';

type State = (typeof FLOW_STATES)[number];

export interface Finding {
  /** A sentence. */
  words: string;
  /** Why it's so, for those who look at it. */
  reason?: string;
  /** The lesson that explains it. */
  lesson?: { name: string; title: string };
  /** The moment that shows it, in seconds. */
  at_s: number;
  /** The time to show around the moment; null for the whole run. */
  window: TimeWindow | null;
}

/** Most findings at once. */
const MAX_FINDINGS = 3;
/** Most flows that are examined one by one. */
const MAX_FLOWS = 12;

/** A finding about one flow, with the size by which flows are ranked. */
interface FlowFinding extends Finding {
  size: number;
}

/** The findings about a finished run, most important first; empty for an unfinished one. */
export function findingsOf(run: Run, flows: readonly number[]): Finding[] {
  if (run.summary === null) return [];
  // A run is about the flows that always have something to send; the others are background traffic, if there are both.
  const greedy = flows.filter((flow) => isGreedy(run, flow));
  const examined = (greedy.length > 0 ? greedy : flows).slice(0, MAX_FLOWS);
  const foremost = (find: (run: Run, flow: number) => FlowFinding | null): Finding | null => {
    const found = examined.flatMap((flow) => find(run, flow) ?? []);
    const [first] = found.toSorted((a, b) => b.size - a.size);
    return first ?? null;
  };
  const found = [
    foremost(stallOf),
    foremost(receiverLimits),
    sharesOf(run),
    foremost(dropsByPhase),
    foremost(burstAfterRecovery),
    foremost(needlessRetransmissions),
    nothingDropped(run),
    idleBottleneck(run),
    standingQueue(run),
    foremost(slowStartOf),
  ];
  return found.filter((one) => one !== null).slice(0, MAX_FINDINGS);
}

function isGreedy({ scenario }: Run, flow: number): boolean {
  const kind = scenario.flows[flow]?.traffic.kind;
  return kind === 'bulk' || kind === 'transfer';
}

/** Puts the flow's name before a sentence if there are several flows. */
function ofFlow({ scenario: { flows } }: Run, flow: number, words: string): string {
  return flows.length > 1
    ? t('{name}: {sentence}', { name: flows[flow]?.name ?? '', sentence: words })
    : words;
}

/** A window with room around a span of time. */
function around(from: number, to: number, run: Run): TimeWindow {
  const room = Math.max(0.25 * (to - from), 0.01 * run.now_s);
  return { from: from - room, to: to + room };
}

interface Stall {
  flow: number;
  /** The last transmission before the stall, in seconds, and the first one after it. */
  from_s: number;
  to_s: number;
}

/** Shortest stall worth mentioning, in seconds, and in mean round-trip times. */
const STALL_S = 0.5;
const STALL_RTTS = 4;

/** The longest time in which a flow sent nothing until its retransmission timer expired; null if that was never long. */
export function longestStall({ trace, summary, now_s }: Run, flow: number): Stall | null {
  const rtt_s = (summary?.flows[flow]?.mean_rtt_ms ?? 0) / 1000;
  const long = timerWaits(trace, flow, { from: 0, to: now_s }).filter(
    ({ from, to }) => to - from >= Math.max(STALL_S, STALL_RTTS * rtt_s),
  );
  const [best] = long.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return best === undefined ? null : { flow, from_s: best.from, to_s: best.to };
}

function stallOf(run: Run, flow: number): FlowFinding | null {
  const stall = longestStall(run, flow);
  // A thinned trace lacks some transmissions.
  if (stall === null || isThinned(run)) return null;
  const { from_s, to_s } = stall;
  const size = to_s - from_s;
  const words = t('The sender sent nothing for {time} s, because it waited for its timer.', {
    time: formatFixed(size, 1),
  });
  return {
    words: ofFlow(run, flow, words),
    reason: timerInWords(run.trace, flow, to_s),
    lesson: { name: 'two-seconds', title: t('Where two seconds went') },
    at_s: to_s,
    window: around(from_s, to_s, run),
    size,
  };
}

/** The segments that count as under way, and the window, with a row of the windows; null where samples are missing. */
export function countsIn(
  trace: Trace,
  flow: number,
  row: number,
): { segments: string; window: string } | null {
  const { cwnd, flight } = trace.rows('windows', flow);
  const [segments, window] = [flight[row], cwnd[row]];
  if (segments === undefined || window === undefined || Number.isNaN(window)) return null;
  return {
    segments: plural(segments, '{n} segment', '{n} segments'),
    window: formatCount(Math.floor(window)),
  };
}

/** Why a sender that gets no more ACKs waited for its timer until a moment. */
export function timerInWords(trace: Trace, flow: number, until_s: number): string {
  const { time_s, cwnd, flight } = trace.rows('windows', flow);
  const row = rowFrom(time_s, until_s) - 1;
  const counts = countsIn(trace, flow, row);
  if (counts === null) return t('no ACK will come: only the timer can help');
  return (flight[row] ?? 0) > Math.floor(cwnd[row] ?? 0)
    ? t(
        '{segments} count as under way, the window is {window}, and no ACK will come: only the timer can help',
        counts,
      )
    : t('nothing is under way any more, so no ACK will come: only the timer can help');
}

/** Share of a flow's time in which the receiver must limit it to be worth mentioning. */
const OFTEN_LIMITED = 0.1;

/** The engine measures how long the receiver's window was the reason, so a thinned trace doesn't matter. */
function receiverLimits(run: Run, flow: number): FlowFinding | null {
  const spec = run.scenario.flows[flow];
  const results = run.summary?.flows[flow];
  const at_s = results?.rwnd_limited_at_s ?? null;
  if (spec === undefined || results === undefined || at_s === null) return null;
  const end_s = results.completed_at_s ?? run.now_s;
  const limited_s = results.limited_s.receiver;
  const share = limited_s / (end_s - spec.start_s);
  if (share < OFTEN_LIMITED) return null;
  const words = t(
    'The receiver limits the sender {percent} of the time: its window of {segments} is full, and cwnd allows as much.',
    {
      percent: formatPercent(100 * share),
      segments: plural(Math.floor(spec.rwnd_bytes / spec.smss_bytes), '{n} segment', '{n} segments'),
    },
  );
  return {
    words: ofFlow(run, flow, words),
    at_s,
    window: around(at_s, Math.min(at_s + 0.1 * run.now_s, run.now_s), run),
    size: limited_s,
  };
}

function isThinned({ trace }: Run): boolean {
  return thinnedOf({ trace, summary: null }) !== null;
}

const PHASES: Partial<Record<State, () => string>> = {
  slow_start: () => t('slow start'),
  avoidance: () => t('congestion avoidance'),
  recovery: () => t('recovery'),
};

/** The times of a flow's dropped segments, and the sender's state at each. */
export function dropPhases(trace: Trace, flow: number): { time_s: number; state: State | undefined }[] {
  const states = trace.rows('states', flow);
  const drops = (['drop_full', 'drop_error'] as const).flatMap((kind) => {
    const events = eventsOf(trace, flow, kind);
    return Array.from({ length: events.length }, (_, place) => events.time(place));
  });
  return drops
    .sort((a, b) => a - b)
    .map((time_s) => ({ time_s, state: FLOW_STATES[states.state[rowAt(states.time_s, time_s)] ?? -1] }));
}

/** Share of a flow's drops that makes a phase worth naming, and the fewest drops that have one. */
const MOST = 0.6;
const FEWEST_DROPS = 3;

function dropsByPhase(run: Run, flow: number): FlowFinding | null {
  const drops = dropPhases(run.trace, flow);
  for (const [state, phase] of Object.entries(PHASES)) {
    const here = drops.filter((drop) => drop.state === state);
    const [first] = here;
    if (first === undefined || drops.length < FEWEST_DROPS || here.length < MOST * drops.length) continue;
    const last = here.at(-1) ?? first;
    const counts = { some: formatCount(here.length), all: formatCount(drops.length), phase: phase() };
    const words =
      here.length === drops.length
        ? t('All {all} drops happened in {phase}.', counts)
        : t('{some} of {all} drops happened in {phase}.', counts);
    const end = Math.min(last.time_s, first.time_s + 0.1 * run.now_s);
    return {
      words: ofFlow(run, flow, words),
      at_s: first.time_s,
      window: around(first.time_s, end, run),
      size: here.length,
    };
  }
  return null;
}

/** Segments at one moment that are worth mentioning: more than twice the initial window of RFC 6928. */
const BURST = 20;

const TRANSMISSIONS: ReadonlySet<string> = new Set([
  'send',
  'retransmit_fast',
  'retransmit_early',
  'retransmit_timeout',
]);

/** The largest burst that the ACK at the end of a recovery let a flow send; null if none was ever long. */
export function largestBurst(trace: Trace, flow: number): { segments: number; at_s: number } | null {
  const { time_s, state } = trace.rows('states', flow);
  let largest = { segments: BURST, at_s: Number.NaN };
  state.forEach((code, row) => {
    const at_s = time_s[row] ?? 0;
    const ended = FLOW_STATES[state[row - 1] ?? -1] === 'recovery' && FLOW_STATES[code] !== 'timeout';
    if (!ended) return;
    const segments = sentAt(trace, flow, at_s);
    if (segments > largest.segments) largest = { segments, at_s };
  });
  return Number.isNaN(largest.at_s) ? null : largest;
}

/** Segments that a flow sent at one moment. */
function sentAt(trace: Trace, flow: number, at_s: number): number {
  const { time_s, kind } = trace.rows('segments', flow);
  let sent = 0;
  for (let row = rowAt(time_s, at_s); time_s[row] === at_s; row -= 1)
    if (TRANSMISSIONS.has(SEGMENT_KINDS[kind[row] ?? -1] ?? '')) sent += 1;
  return sent;
}

function burstAfterRecovery(run: Run, flow: number): FlowFinding | null {
  // A thinned trace lacks some transmissions.
  if (isThinned(run)) return null;
  const burst = largestBurst(run.trace, flow);
  if (burst === null) return null;
  const { segments, at_s } = burst;
  const words = t('{count} segments left in one burst when recovery ended: the window had room for them.', {
    count: formatCount(segments),
  });
  const rtt_s = (run.summary?.flows[flow]?.mean_rtt_ms ?? 0) / 1000;
  return {
    words: ofFlow(run, flow, words),
    at_s,
    window: around(at_s - rtt_s, at_s + rtt_s, run),
    size: segments,
  };
}

interface Needless {
  /** Retransmissions of segments that the receiver already had. */
  needless: number;
  all: number;
  first_s: number;
}

/** Counts the retransmissions of segments that had arrived before they were retransmitted. */
export function needlessOf(trace: Trace, flow: number): Needless {
  const { time_s, seq, kind } = trace.rows('segments', flow);
  const arrivals = eventsOf(trace, flow, 'data_arrived');
  const arrived = new Set<number>();
  const repairs = (['retransmit_fast', 'retransmit_early', 'retransmit_timeout'] as const)
    .flatMap((name) => {
      const events = eventsOf(trace, flow, name);
      return Array.from({ length: events.length }, (_, place) => events.row(place));
    })
    .sort((a, b) => a - b);
  let place = 0;
  const found: Needless = { needless: 0, all: repairs.length, first_s: Number.NaN };
  for (const row of repairs) {
    while (place < arrivals.length && arrivals.row(place) < row) {
      arrived.add(arrivals.value(place));
      place += 1;
    }
    if (kind[row] === undefined || !arrived.has(seq[row] ?? -1)) continue;
    if (found.needless === 0) found.first_s = time_s[row] ?? 0;
    found.needless += 1;
  }
  return found;
}

function needlessRetransmissions(run: Run, flow: number): FlowFinding | null {
  if (isThinned(run)) return null;
  const { needless, all, first_s } = needlessOf(run.trace, flow);
  if (needless < FEWEST_DROPS || needless < 0.2 * all) return null;
  const words = t('{some} of {all} retransmissions were unnecessary: the segments had already arrived.', {
    some: formatCount(needless),
    all: formatCount(all),
  });
  return {
    words: ofFlow(run, flow, words),
    at_s: first_s,
    window: around(first_s, first_s + 0.02 * run.now_s, run),
    size: needless,
  };
}

/** Ratio of goodputs that is worth mentioning. */
const UNEQUAL = 1.2;

/** The shares of flows that always have something to send and share a path. */
function sharesOf(run: Run): Finding | null {
  const { scenario, summary } = run;
  const rivals = scenario.flows.flatMap(({ name, from, to }, flow) => {
    const goodput = summary?.flows[flow]?.goodput_bytes_per_s;
    return isGreedy(run, flow) && goodput !== undefined ? [{ name, path: `${from}>${to}`, goodput }] : [];
  });
  const shared = rivals.filter(({ path }) => path === rivals[0]?.path);
  if (shared.length < 2) return null;
  const [least, most] = extremes(shared);
  if (least === undefined || most === undefined || least.goodput <= 0) return null;
  const ratio = most.goodput / least.goodput;
  const words =
    ratio < UNEQUAL
      ? t('The {count} flows share the path within {percent} of each other.', {
          count: shared.length,
          percent: formatPercent(100 * (ratio - 1)),
        })
      : t('Unequal shares: {most} got {ratio} times the goodput of {least}.', {
          most: most.name,
          ratio: formatFixed(ratio, 1),
          least: least.name,
        });
  return { words, at_s: run.now_s, window: null };
}

function extremes<T extends { goodput: number }>(shared: readonly T[]): [least?: T, most?: T] {
  const sorted = shared.toSorted((a, b) => a.goodput - b.goodput);
  const [least] = sorted;
  const most = sorted.at(-1);
  return least && most ? [least, most] : [];
}

/** Number of the directed link that was busiest; -1 without links. */
export function bottleneckOf({ summary }: Run): number {
  const links = summary?.links ?? [];
  let best = -1;
  links.forEach(({ utilization, mean_queue_bytes }, place) => {
    const other = links[best];
    const busier =
      other === undefined ||
      utilization > other.utilization + 1e-9 ||
      (Math.abs(utilization - other.utilization) <= 1e-9 && mean_queue_bytes > other.mean_queue_bytes);
    if (busier) best = place;
  });
  return best;
}

const arrow = (link: string) => link.replace('>', ' → ');

function nothingDropped(run: Run): Finding | null {
  const links = run.summary?.links ?? [];
  if (links.some(({ drops }) => drops > 0)) return null;
  const link = bottleneckOf(run);
  const metrics = links[link];
  if (metrics === undefined) return null;
  return {
    words: t('Nothing was dropped: the queue at {link} never held more than {size}.', {
      link: arrow(metrics.name),
      size: formatBytes(metrics.max_queue_bytes),
    }),
    at_s: fullest(run, link),
    window: null,
  };
}

/** The first moment at which a link's queue was longest; the end of the run if that wasn't recorded. */
function fullest({ trace, now_s }: Run, link: number): number {
  if (!isWhole(trace, 'queues', link)) return now_s;
  const { time_s, bytes } = trace.rows('queues', link);
  let best = 0;
  bytes.forEach((value, row) => {
    if (value > (bytes[best] ?? 0)) best = row;
  });
  return time_s[best] ?? 0;
}

/** Utilization below which a bottleneck's idle time is worth mentioning. */
const BUSY = 0.93;

function idleBottleneck(run: Run): Finding | null {
  const link = bottleneckOf(run);
  const metrics = run.summary?.links[link];
  if (metrics === undefined || metrics.utilization >= BUSY || isThinned(run)) return null;
  const { time_s, bytes } = run.trace.rows('queues', link);
  let [from, to] = [0, 0];
  for (let row = 0; row < bytes.length; row += 1) {
    const end = time_s[row + 1] ?? run.now_s;
    const start = time_s[row] ?? 0;
    if (bytes[row] === 0 && end - start > to - from) [from, to] = [start, end];
  }
  if (to <= from) return null;
  return {
    words: t('{link}, the busiest link, was idle {percent} of the time, once for {time} s.', {
      link: arrow(metrics.name),
      percent: formatPercent(100 * (1 - metrics.utilization)),
      time: formatFixed(to - from, to - from < 0.1 ? 3 : 1),
    }),
    at_s: from,
    window: around(from, to, run),
  };
}

/** Mean waiting time that is worth mentioning, in milliseconds. */
const WAIT_MS = 5;

/** The time that packets wait at the busiest link, from its mean queue. */
function standingQueue(run: Run): Finding | null {
  const link = bottleneckOf(run);
  const metrics = run.summary?.links[link];
  const { rate_bps = 0, back } = linkBehind(run.scenario, link) ?? {};
  const changes = run.scenario.timeline.length > 0;
  if (metrics === undefined || rate_bps === 0 || changes || back?.rate_bps) return null;
  const wait_ms = (8000 * metrics.mean_queue_bytes) / rate_bps;
  if (wait_ms < WAIT_MS) return null;
  return {
    words: t('The queue at {link} averaged {size}, which takes {time} ms to send.', {
      link: arrow(metrics.name),
      size: formatBytes(metrics.mean_queue_bytes),
      time: formatFixed(wait_ms, 0),
    }),
    at_s: fullest(run, link),
    window: null,
  };
}

/** Time of slow start that is worth mentioning, in seconds. */
const SLOW_START_S = 1;

/** A flow's first slow start: how long it took, and the window at its end. */
function slowStartOf(run: Run, flow: number): FlowFinding | null {
  const { time_s, state } = run.trace.rows('states', flow);
  const first = state.findIndex((code) => FLOW_STATES[code] === 'slow_start');
  const end = state.findIndex((code, row) => row > first && FLOW_STATES[code] !== 'slow_start');
  if (first < 0 || end < 0) return null;
  const [from, to] = [time_s[first] ?? 0, time_s[end] ?? 0];
  if (to - from < SLOW_START_S) return null;
  const windows = run.trace.rows('windows', flow);
  const cwnd = windows.cwnd[rowAt(windows.time_s, to)] ?? Number.NaN;
  if (Number.isNaN(cwnd)) return null;
  const words = t('Slow start took {time} s and left a window of {segments}.', {
    time: formatFixed(to - from, 1),
    segments: plural(Math.round(cwnd), '{n} segment', '{n} segments'),
  });
  return { words: ofFlow(run, flow, words), at_s: to, window: around(from, to, run), size: to - from };
}
