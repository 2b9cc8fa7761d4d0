/**
 * When each packet came to a directed link, began to be sent, had been sent, and arrived.
 *
 * The engine's rows say when packets are offered to a link, when it drops them, and when they arrive. A link is FIFO, so the
 * n-th packet that it took in is the n-th that arrives. When a packet had been sent follows: its arrival less the delay of
 * the link, exactly. Where arrivals say less, the transmitter is followed instead, with packets of full size: where a clock
 * releases packets at the far end (exact but for segments that are not full), where a packet waits behind one that set out
 * on a longer delay, and where a packet had not arrived when the run ended, whose arrival is then foretold.
 */
import type { Rows } from '../run/trace';
import { type LinkStep, stepAt } from './network';
import { HOP_CODES } from './packets';

/** The packets that a directed link took in, in order. Times in s. */
export interface Passages {
  count: number;
  offered: Float64Array;
  /** Its first bit is sent. */
  starts: Float64Array;
  /** Its last bit has been sent: it leaves the buffer. */
  leaves: Float64Array;
  arrives: Float64Array;
  flow: Uint16Array;
  kind: Uint8Array;
  seq: Uint32Array;
}

export function passagesOf(
  rows: Rows<'hops'>,
  steps: readonly LinkStep[],
  bitsOf: (flow: number, kind: number) => number,
): Passages {
  const { time_s, event } = rows;
  const came = new Uint32Array(time_s.length);
  let count = 0;
  for (let row = 0; row < time_s.length; row += 1) {
    if (event[row] === HOP_CODES.offered) {
      came[count] = row;
      count += 1;
      // A drop comes at once with its offer.
    } else if (event[row] === HOP_CODES.dropped) count -= 1;
  }
  const passages: Passages = {
    count,
    offered: new Float64Array(count),
    starts: new Float64Array(count),
    leaves: new Float64Array(count),
    arrives: new Float64Array(count).fill(Number.NaN),
    flow: new Uint16Array(count),
    kind: new Uint8Array(count),
    seq: new Uint32Array(count),
  };
  for (let at = 0; at < count; at += 1) {
    const row = came[at] as number;
    passages.offered[at] = time_s[row] as number;
    passages.flow[at] = rows.flow[row] as number;
    passages.kind[at] = rows.kind[row] as number;
    passages.seq[at] = rows.seq[row] as number;
  }
  let went = 0;
  for (let row = 0; row < time_s.length; row += 1) {
    if (event[row] !== HOP_CODES.arrived) continue;
    passages.arrives[went] = time_s[row] as number;
    went += 1;
  }
  follow(passages, steps, bitsOf);
  return passages;
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
    const went = arrives[at] as number;
    const followed = sentBy(steps, Math.max(free, came), bits);
    const { delay_s, clock_s } = stepAt(steps, followed);
    const latest = went - delay_s;
    let left = followed;
    if (Number.isNaN(went)) arrives[at] = Math.max(last, followed + delay_s);
    else if (clock_s > 0) left = Math.min(Math.max(followed, latest - clock_s), latest);
    else if (went > last) left = latest;
    else left = Math.min(followed, latest);
    left = Math.max(left, free, came);
    // Before the first of the rows others may have been sent.
    const sending = at === 0 ? left - bits / stepAt(steps, left).rate_bps : free;
    starts[at] = Math.min(Math.max(came, sending), left);
    leaves[at] = left;
    free = left;
    last = arrives[at] as number;
  }
}

/** When so many bits have been sent that begin to be sent at a moment, while the rate may change. */
function sentBy(steps: readonly LinkStep[], from: number, bits: number): number {
  let at = from;
  let left = bits;
  for (let index = 0; index < steps.length; index += 1) {
    const { rate_bps } = steps[index] as LinkStep;
    const until = steps[index + 1]?.from_s ?? Number.POSITIVE_INFINITY;
    if (until <= at) continue;
    if (at + left / rate_bps <= until) return at + left / rate_bps;
    left -= (until - at) * rate_bps;
    at = until;
  }
  return at;
}

/** Positions of a link's packets at a moment: ranges of its passages, each in order. */
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
