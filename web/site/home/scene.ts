/** Places the packets of a moment on the drawing of the path, as data of SVG paths. */

import { whereabouts } from '../../lab/topology/passages';
import { BOTTLENECK, type Replay, type Traffic } from './replay';

/** Sizes of a drawing, in its own units. */
export interface Geometry {
  width: number;
  height: number;
  /** Left and right edge of each link of the path; the queue ends where the bottleneck begins. */
  sender: number;
  router: number;
  /** The end of the bottleneck; two fast links follow. */
  far: number;
  receiver: number;
  /** Width of a packet's place in the queue. */
  slot: number;
  /** Middle of the lanes, and heights of the things on them. */
  data: number;
  acks: number;
  packet: number;
  ack: number;
  queued: number;
}

export const WIDE: Geometry = {
  width: 1120,
  height: 140,
  sender: 96,
  router: 620,
  far: 968,
  receiver: 1024,
  slot: 6.6,
  data: 58,
  acks: 116,
  packet: 18,
  ack: 6,
  queued: 40,
};

export const NARROW: Geometry = {
  width: 360,
  height: 176,
  sender: 44,
  router: 196,
  far: 300,
  receiver: 316,
  slot: 2,
  data: 72,
  acks: 136,
  packet: 14,
  ack: 5,
  queued: 36,
};

/** Bytes of a full packet on this path. */
export const PACKET_BYTES = 552;

/** The queue's room for packets. */
export function slotsOf(limit_bytes: number): number {
  return Math.floor(limit_bytes / PACKET_BYTES);
}

/** Left edge of the queue. */
export function queueEdge({ router, slot }: Geometry, limit_bytes: number): number {
  return router - slot * slotsOf(limit_bytes);
}

/** Data of SVG paths. */
export interface Scene {
  data: string;
  again: string;
  acks: string;
  drops: string;
}

/** Seconds of the run for which a dropped packet is seen to fall. */
const FALL_S = 0.16;

const ranges = { first: 0, held: 0, waiting: 0, end: 0 };

export function sceneAt(replay: Replay, moment: number, place: Geometry, limit_bytes: number): Scene {
  const scene: Scene = { data: '', again: '', acks: '', drops: '' };
  const edge = queueEdge(place, limit_bytes);
  const middle = (place.far + place.receiver) / 2;
  const stops = [place.sender, edge, place.far, middle, place.receiver];
  replay.data.forEach((traffic, at) => {
    const from = at === BOTTLENECK ? place.router : (stops[at] ?? 0);
    addLink(scene, traffic, moment, from, stops[at + 1] ?? 0, place, true);
    if (at === BOTTLENECK) addQueue(scene, traffic, moment, place);
  });
  const back = [place.receiver, middle, place.far, edge, place.sender];
  replay.acks.forEach((traffic, at) => {
    addLink(scene, traffic, moment, back[at] ?? 0, back[at + 1] ?? 0, place, false);
  });
  addDrops(scene, replay.drops_s, moment, edge, place);
  return scene;
}

/** Packets of which some bits are on the link. */
function addLink(
  scene: Scene,
  { passages, again, delay_s }: Traffic,
  moment: number,
  from: number,
  to: number,
  place: Geometry,
  data: boolean,
): void {
  const { first, waiting } = whereabouts(passages, moment, ranges);
  const height = data ? place.packet : place.ack;
  const top = (data ? place.data : place.acks) - height / 2;
  const along = (since: number) => {
    const share = Math.min(1, Math.max(0, (moment - since) / delay_s));
    return from + (to - from) * share;
  };
  for (let at = first; at < waiting; at += 1) {
    const head = along(passages.starts[at] as number);
    const tail = along(passages.leaves[at] as number);
    // A fast link would be as long as a few packets.
    const length = Math.min(Math.max(Math.abs(head - tail) - 1.4, height / 3), 2 * place.packet);
    const left = to > from ? head - length : head;
    const box = rectangle(left, top, length, height);
    if (!data) scene.acks += box;
    else if (again[at] === 1) scene.again += box;
    else scene.data += box;
  }
}

/** Packets of which some bits wait, the next one at the right. */
function addQueue(scene: Scene, { passages, again }: Traffic, moment: number, place: Geometry): void {
  const { held, end } = whereabouts(passages, moment, ranges);
  const { router, slot, data, queued } = place;
  for (let at = held; at < end; at += 1) {
    const box = rectangle(router - slot * (at - held + 1), data - queued / 2, slot * 0.78, queued);
    if (again[at] === 1) scene.again += box;
    else scene.data += box;
  }
}

/** Packets that fall off the queue's end. */
function addDrops(
  scene: Scene,
  drops_s: Float64Array,
  moment: number,
  edge: number,
  { data, queued, slot, acks }: Geometry,
): void {
  const size = Math.max(6, slot);
  drops_s.forEach((time, at) => {
    const share = (moment - time) / FALL_S;
    if (share < 0 || share > 1) return;
    const aside = ((at * 5) % 9) - 4;
    const down = (acks - data - queued / 2 + 20) * share * share;
    scene.drops += rectangle(
      edge - size - 3 + aside * share * 4,
      data + queued / 2 - size + down,
      size,
      size,
    );
  });
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
