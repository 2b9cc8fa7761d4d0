/**
 * Computes when each packet was offered to a directed link, when its transmission began and ended, and when it arrived.
 *
 * The engine's rows record when packets are offered to a link, dropped by it, and arrive. A link is FIFO, so the n-th packet
 * that it accepts is the n-th to arrive. Transmission ended exactly one link delay before arrival. Three cases don't follow from
 * the arrivals, so the transmitter is simulated instead, assuming full-sized packets: a clock releases packets at the far end
 * (exact except for segments that aren't full); a packet waits behind one that was sent with a longer delay; a packet hadn't
 * arrived when the run ended. In the last case its arrival is predicted.
 */
import { HOP_EVENTS, PACKET_KINDS, type Scenario } from '../../engine/schema';
import type { Rows } from '../../run/trace';
import { wireHeaderBytes } from '../../scenario/wireHeader';
import { type LinkStep, stepAt } from './network';

const HOP_CODES = {
  offered: HOP_EVENTS.indexOf('offered'),
  dropped: HOP_EVENTS.indexOf('dropped'),
  arrived: HOP_EVENTS.indexOf('arrived'),
};

export const DATA = PACKET_KINDS.indexOf('data');
export const ACK = PACKET_KINDS.indexOf('ack');

/** Bytes of a full packet with its headers, by flow or source and then by packet kind. */
export type Sizes = readonly number[][];

export function sizesOf(scenario: Scenario): Sizes {
  const { flows, datagrams } = scenario;
  return [
    ...flows.map((flow) =>
      PACKET_KINDS.map((kind) => wireHeaderBytes(flow) + (kind === 'ack' ? 0 : flow.smss_bytes)),
    ),
    ...datagrams.map(({ header_bytes, traffic }) => {
      // Most fragments of a block have the full size.
      const payload = 'packet_bytes' in traffic ? traffic.packet_bytes : traffic.fragment_bytes;
      return PACKET_KINDS.map(() => payload + header_bytes);
    }),
  ];
}

/** The packets that a directed link accepted, in order. Times in s. */
export interface Passages {
  count: number;
  offered: Float64Array;
  /** Time at which its first bit is sent. */
  starts: Float64Array;
  /** Time at which its last bit has been sent and it leaves the buffer. */
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
  const accepted = new Uint32Array(time_s.length);
  let count = 0;
  for (let row = 0; row < time_s.length; row += 1) {
    if (event[row] === HOP_CODES.offered) {
      accepted[count] = row;
      count += 1;
      // A drop directly follows its offer.
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
    const row = accepted[at] as number;
    passages.offered[at] = time_s[row] as number;
    passages.flow[at] = rows.flow[row] as number;
    passages.kind[at] = rows.kind[row] as number;
    passages.seq[at] = rows.seq[row] as number;
  }
  let arrived = 0;
  for (let row = 0; row < time_s.length; row += 1) {
    if (event[row] !== HOP_CODES.arrived) continue;
    passages.arrives[arrived] = time_s[row] as number;
    arrived += 1;
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
    const offer = offered[at] as number;
    const arrival = arrives[at] as number;
    const simulated = sentBy(steps, Math.max(free, offer), bits);
    const { delay_s, clock_s } = stepAt(steps, simulated);
    const latest = arrival - delay_s;
    let left = simulated;
    if (Number.isNaN(arrival)) arrives[at] = Math.max(last, simulated + delay_s);
    else if (clock_s > 0) left = Math.min(Math.max(simulated, latest - clock_s), latest);
    else if (arrival > last) left = latest;
    else left = Math.min(simulated, latest);
    left = Math.max(left, free, offer);
    // Packets before the first row may have kept the transmitter busy.
    const sending = at === 0 ? left - bits / stepAt(steps, left).rate_bps : free;
    starts[at] = Math.min(Math.max(offer, sending), left);
    leaves[at] = left;
    free = left;
    last = arrives[at] as number;
  }
}

/** End of a transmission that begins at `from`, while the rate may change. */
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
interface Whereabouts {
  /** First packet that has not arrived. */
  first: number;
  /** First packet that is still in the buffer; those before it are on the link. */
  held: number;
  /** First packet of which nothing has been sent; the one before it may be in transmission. */
  waiting: number;
  /** First packet that has not been offered yet. */
  end: number;
}

/** Writes into `ranges`, so that a frame allocates nothing. */
export function whereabouts(passages: Passages, moment: number, ranges: Whereabouts): Whereabouts {
  const { arrives, leaves, starts, offered, count } = passages;
  ranges.end = firstAbove(offered, moment, 0, count);
  ranges.first = firstAbove(arrives, moment, 0, ranges.end);
  ranges.held = firstAbove(leaves, moment, ranges.first, ranges.end);
  ranges.waiting = firstAbove(starts, moment, ranges.held, ranges.end);
  return ranges;
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
