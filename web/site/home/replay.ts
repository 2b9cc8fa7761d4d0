/** The part of a run that the home page plays: lines, packets, and the facts of its story. */

import { networkOf } from '../../lab/topology/network';
import { type Passages, passagesOf, sizesOf } from '../../lab/topology/passages';
import { curveOf, eventsOf } from '../../run/series';
import type { Run } from '../../run/trace';
import { rowAt } from '../../run/window';
import { drawnLines, type Rows } from './drawThumbnail';
import { SHOWN_S } from './path';

/** The tops of both scales. They stay the same for every setting, so that lines can be compared. A window beyond the receiver's leaves its scale. */
export const TOP = { segments: 125, bytes: 38_000 };

/** Lines on a grid (content/thumbnail.ts) over the seconds shown, and facts of the whole run. */
export interface Picture {
  window: readonly number[];
  queue: readonly number[];
  story: Story;
}

export interface Story {
  /** Packets dropped before the first timeout, or in the whole run without one; and the time of the first drop. */
  drops: number;
  first_drop_s: number | null;
  /** The longest time without any packet before the first timeout; null without a timeout. */
  silence: { from_s: number; to_s: number } | null;
  /** True if the window grew beyond the receiver's, which then limits what is sent. */
  receiver_limits: boolean;
  most_packets: number;
  /** The longest time that a packet can have waited in the queue. */
  longest_wait_ms: number;
  completed_s: number | null;
}

/** The packets on one directed link. */
export interface Traffic {
  passages: Passages;
  /** 1: sent before, by the packet's place in the passages. */
  again: Uint8Array;
  delay_s: number;
}

export interface Replay extends Picture {
  /** The links of the data's path in order, and of the ACKs' path. */
  data: readonly Traffic[];
  acks: readonly Traffic[];
  /** Times of drops. */
  drops_s: Float64Array;
  /** Values at a moment. */
  at(moment: number): Readings;
}

export interface Readings {
  cwnd: number;
  queued: number;
  drops: number;
}

/** The bottleneck's place on the path of the data. */
export const BOTTLENECK = 1;

export function pictureOf(run: Run): Picture {
  const { trace } = run;
  const { time_s, cwnd } = trace.rows('windows', 0);
  const link = bottleneckOf(run);
  const queues = trace.rows('queues', link);
  const [window = [], queue = []] = drawnLines(
    [
      { rows: before(SHOWN_S, time_s, cwnd), top: TOP.segments },
      { rows: before(SHOWN_S, queues.time_s, queues.bytes), top: TOP.bytes },
    ],
    SHOWN_S,
    MAX_POINTS,
  );
  return { window, queue, story: storyOf(run, link) };
}

const MAX_POINTS = 300;

function before(end: number, time_s: Float64Array, value: Float64Array | Uint32Array): Rows {
  const rows = rowAt(time_s, end) + 1;
  return { time_s: time_s.subarray(0, rows), value: value.subarray(0, rows) };
}

function bottleneckOf({ scenario }: Run): number {
  const path = networkOf(scenario).paths.find(({ kind }) => kind === 'data');
  return path?.links[BOTTLENECK] ?? 0;
}

function storyOf({ trace, scenario, summary }: Run, link: number): Story {
  const drops = eventsOf(trace, 0, 'drop_full');
  const timeouts = eventsOf(trace, 0, 'retransmit_timeout');
  const { rwnd_bytes = 0, smss_bytes = 1 } = scenario.flows[0] ?? {};
  const receiver_segments = rwnd_bytes / smss_bytes;
  const flow = summary?.flows[0];
  const queue = summary?.links[link];
  const packets = curveOf(trace, 'queues', link, 'packets');
  const bytes_per_s = (scenario.links[BOTTLENECK]?.rate_bps ?? Number.NaN) / 8;
  const silence = timeouts.length === 0 ? null : silenceBefore(trace, timeouts.time(0));
  return {
    drops: silence === null ? drops.length : drops.placeAt(silence.to_s),
    first_drop_s: drops.length === 0 ? null : drops.time(0),
    silence,
    receiver_limits: highest(trace.rows('windows', 0).cwnd) > receiver_segments,
    most_packets: packets.length === 0 ? 0 : packets.extent()[1],
    longest_wait_ms: (1000 * (queue?.max_queue_bytes ?? 0)) / bytes_per_s,
    completed_s: flow?.completed_at_s ?? null,
  };
}

function highest(values: Float64Array): number {
  return values.reduce((most, one) => Math.max(most, one), 0);
}

/** From the last packet sent before a moment. */
function silenceBefore(trace: Run['trace'], to_s: number): Story['silence'] {
  const sent = (['send', 'retransmit_fast', 'retransmit_early'] as const).map((kind) => {
    const events = eventsOf(trace, 0, kind);
    const place = events.placeAt(to_s) - 1;
    return place < 0 ? 0 : events.time(place);
  });
  return { from_s: Math.max(...sent), to_s };
}

export function replayOf(run: Run): Replay {
  const { trace, scenario } = run;
  const network = networkOf(scenario);
  const sizes = sizesOf(scenario);
  const trafficOn = (link: number): Traffic => {
    const steps = network.links[link]?.steps ?? [];
    const passages = passagesOf(
      trace.rows('hops', link),
      steps,
      (flow, kind) => 8 * (sizes[flow]?.[kind] ?? 0),
    );
    return { passages, again: repeatsOf(passages), delay_s: steps[0]?.delay_s ?? 0 };
  };
  const along = (kind: 'data' | 'acks') =>
    network.paths.find((path) => path.kind === kind)?.links.map(trafficOn) ?? [];
  const link = bottleneckOf(run);
  const cwnd = curveOf(trace, 'windows', 0, 'cwnd');
  const packets = curveOf(trace, 'queues', link, 'packets');
  const drops = eventsOf(trace, 0, 'drop_full');
  return {
    ...pictureOf(run),
    data: along('data'),
    acks: along('acks'),
    drops_s: Float64Array.from({ length: drops.length }, (_, place) => drops.time(place)),
    at: (moment) => ({
      cwnd: cwnd.valueAt(moment) ?? 1,
      queued: packets.valueAt(moment) ?? 0,
      drops: drops.placeAt(moment, true),
    }),
  };
}

/** Marks packets whose number isn't higher than all before it. */
function repeatsOf({ count, seq }: Passages): Uint8Array {
  const again = new Uint8Array(count);
  let highest = -1;
  for (let at = 0; at < count; at += 1) {
    const number = seq[at] as number;
    if (number <= highest) again[at] = 1;
    else highest = number;
  }
  return again;
}
