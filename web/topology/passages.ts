/**
 * When each packet came to a directed link, began to be sent, had been sent, and arrived.
 *
 * A link is FIFO, so the n-th packet that it took in is the n-th that came out. Coming and going are the engine's own
 * rows. When a packet had been sent follows: its arrival less the delay of the link, exactly. Where arrivals say less, the
 * transmitter is followed instead, with packets of full size: where a clock releases packets at the far end (exact but for
 * segments that are not full), where a packet waits behind one that set out on a longer delay, and where a packet had not
 * arrived when the recording ended, whose arrival is then foretold.
 */
import type { LinkStep } from './network';
import { stepAt } from './network';

/** Rows of one directed link of the engine's table `hops`, in order of time. */
export interface HopRows {
  time_s: Float64Array;
  flow: Uint16Array;
  event: Uint8Array;
  kind: Uint8Array;
  seq: Uint32Array;
}

/** Codes of events at the ends of a link, as `HopRows` has them. */
export interface HopCodes {
  offered: number;
  dropped: number;
  arrived: number;
}

/** The packets of one directed link, in the order in which it took them in. Times in s. */
export interface Passages {
  count: number;
  /** Minus infinity: before the recording began. */
  offered: Float64Array;
  /** Its first bit is sent. */
  starts: Float64Array;
  /** Its last bit has been sent: it leaves the buffer. */
  leaves: Float64Array;
  arrives: Float64Array;
  flow: Uint16Array;
  kind: Uint8Array;
  seq: Uint32Array;
  /** 1: damaged on the way, so that it vanishes at the far end. */
  damaged: Uint8Array;
}

/** A row of `HopRows` that begins or ends a passage. */
interface Ends {
  offered: number[];
  arrived: number[];
  damaged: Set<number>;
}

export function passagesOf(
  rows: HopRows,
  codes: HopCodes,
  steps: readonly LinkStep[],
  bitsOf: (flow: number, kind: number) => number,
  recorded: { from: number; to: number },
): Passages {
  const ends = endsOf(rows, codes);
  const before = recorded.from <= 0 ? 0 : arrivedBefore(rows, ends, stepAt(steps, recorded.from).delay_s);
  const count = Math.max(before + ends.offered.length, ends.arrived.length);
  const passages: Passages = {
    count,
    offered: new Float64Array(count).fill(Number.NEGATIVE_INFINITY),
    starts: new Float64Array(count),
    leaves: new Float64Array(count),
    arrives: new Float64Array(count).fill(Number.NaN),
    flow: new Uint16Array(count),
    kind: new Uint8Array(count),
    seq: new Uint32Array(count),
    damaged: new Uint8Array(count),
  };
  for (let at = 0; at < count; at += 1) {
    const came = ends.offered[at - before];
    const went = ends.arrived[at];
    const row = (came ?? went) as number;
    passages.flow[at] = rows.flow[row] as number;
    passages.kind[at] = rows.kind[row] as number;
    passages.seq[at] = rows.seq[row] as number;
    if (came !== undefined) passages.offered[at] = rows.time_s[came] as number;
    if (went !== undefined) {
      passages.arrives[at] = rows.time_s[went] as number;
      passages.damaged[at] = ends.damaged.has(went) ? 1 : 0;
    }
  }
  follow(passages, steps, bitsOf);
  return passages;
}

/** A drop at the entry comes at once with its offer; one without an offer of its own is a damaged packet that arrives. */
function endsOf({ time_s, flow, event, kind, seq }: HopRows, codes: HopCodes): Ends {
  const ends: Ends = { offered: [], arrived: [], damaged: new Set() };
  const same = (a: number | undefined, b: number): a is number =>
    a !== undefined && flow[a] === flow[b] && kind[a] === kind[b] && seq[a] === seq[b];
  for (let row = 0; row < time_s.length; row += 1) {
    if (event[row] === codes.offered) ends.offered.push(row);
    else if (event[row] === codes.arrived) ends.arrived.push(row);
    else if (event[row] === codes.dropped) {
      const last = ends.offered.at(-1);
      if (last === row - 1 && same(last, row) && time_s[last] === time_s[row]) ends.offered.pop();
      else {
        ends.arrived.push(row);
        ends.damaged.add(row);
      }
    }
  }
  return ends;
}

/**
 * How many packets were on the link when the recording began: the fewest for which every arrival is that of the packet
 * in its turn, and late enough.
 */
function arrivedBefore(
  { time_s, flow, kind, seq }: HopRows,
  { offered, arrived }: Ends,
  delay_s: number,
): number {
  const belongs = (came: number, went: number) =>
    flow[came] === flow[went] &&
    kind[came] === kind[went] &&
    seq[came] === seq[went] &&
    (time_s[went] as number) - (time_s[came] as number) >= 0.999_999 * delay_s;
  for (let before = 0; before < arrived.length; before += 1) {
    const pairs = Math.min(offered.length, arrived.length - before);
    let pair = 0;
    while (pair < pairs && belongs(offered[pair] as number, arrived[before + pair] as number)) pair += 1;
    if (pair === pairs) return before;
  }
  return arrived.length;
}

function follow(
  { count, offered, starts, leaves, arrives, flow, kind }: Passages,
  steps: readonly LinkStep[],
  bitsOf: (flow: number, kind: number) => number,
): void {
  let free = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at += 1) {
    const bits = bitsOf(flow[at] as number, kind[at] as number);
    const came = offered[at] as number;
    const known = !Number.isNaN(arrives[at] as number);
    const went = arrives[at] as number;
    const ready = Math.max(free, came);
    // Of a packet that came before the recording, only its arrival is known.
    const followed =
      ready > Number.NEGATIVE_INFINITY ? sentBy(steps, ready, bits) : went - stepAt(steps, went).delay_s;
    const { delay_s, clock_s } = stepAt(steps, followed);
    const latest = went - delay_s;
    let left = followed;
    if (!known) arrives[at] = Math.max(last, followed + delay_s);
    else if (clock_s === 0 && went > last) left = latest;
    else if (clock_s === 0) left = Math.min(followed, latest);
    else left = Math.min(Math.max(followed, latest - clock_s), latest);
    left = Math.max(left, free);
    starts[at] =
      came > Number.NEGATIVE_INFINITY
        ? Math.min(ready, left)
        : Math.max(free, left - bits / stepAt(steps, left).rate_bps);
    leaves[at] = left;
    free = left;
    last = arrives[at] as number;
  }
}

/** When so many bits have been sent that begin to be sent at a moment, while the rate may change. */
function sentBy(steps: readonly LinkStep[], from: number, bits: number): number {
  let [at, left] = [from, bits];
  for (const [index, { rate_bps }] of steps.entries()) {
    const until = steps[index + 1]?.from_s ?? Number.POSITIVE_INFINITY;
    if (until <= at) continue;
    if (at + left / rate_bps <= until) return at + left / rate_bps;
    left -= (until - at) * rate_bps;
    at = until;
  }
  return at;
}

/** Where the packets of a link are at a moment: ranges of its passages, each in order. */
export interface Whereabouts {
  /** First packet that has not arrived. */
  first: number;
  /** First packet that is still in the buffer; those before it are on the wire. */
  held: number;
  /** First packet of which nothing has been sent; the one before it may be in transmission. */
  waiting: number;
  /** First packet that has not come. */
  end: number;
}

/** Writes into `found`, so that a frame makes nothing new. */
export function whereabouts(passages: Passages, moment: number, found: Whereabouts): Whereabouts {
  const { arrives, leaves, starts, offered, count } = passages;
  found.end = firstAbove(offered, moment, 0, count);
  found.first = firstAbove(arrives, moment, 0, found.end);
  found.held = firstAbove(leaves, moment, found.first, found.end);
  found.waiting = firstAbove(starts, moment, found.held, found.end);
  return found;
}

function firstAbove(sorted: Float64Array, value: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
