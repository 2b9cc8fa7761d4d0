import { expect, it } from 'vitest';
import { type Lane, laneOf } from './layout';
import type { LinkContents } from './paint';
import { ACK, DATA, type Passages } from './passages';
import { nextPacket, packetNear } from './pick';

/** Three packets: the first two are on the link at 1 s, the third waits. */
const passages = (kind: number, seq: number[]): Passages => ({
  count: 3,
  offered: Float64Array.of(0, 0.1, 0.2),
  starts: Float64Array.of(0, 0.5, 1.5),
  leaves: Float64Array.of(0.5, 1, 2),
  arrives: Float64Array.of(2.5, 3, 4),
  flow: Uint16Array.of(0, 0, 0),
  kind: Uint8Array.of(kind, kind, kind),
  seq: Uint32Array.from(seq),
});

const contents = (known: Passages | null): LinkContents => ({
  steps: [{ from_s: 0, rate_bps: 1e6, delay_s: 2, clock_s: 0, queue: { kind: 'unlimited' } }],
  passages: known,
  queue: { time_s: new Float64Array(), bytes: new Uint32Array(), packets: new Uint32Array() },
  level: () => 0,
  full: 4,
  limited: true,
  in_bytes: false,
  packets: 4,
  drops: null,
  followed: [],
});

const line: [number, number][] = [
  [0, 10],
  [140, 10],
];
const lane = (link: number): Lane => laneOf([link], 0, line, 40, false);
const all = [contents(passages(DATA, [7, 8, 9])), contents(passages(ACK, [4, 4, 0]))];

it('a click on a packet finds it on the link and in the queue, and nothing next to them', () => {
  const near = (link: number, x: number) =>
    packetNear(lane(link), { contents: all, sizes: [] }, 1, { x, y: 12 });
  expect(near(0, 80)).toEqual({ flow: 0, seq: 7 });
  expect(near(0, 55)).toEqual({ flow: 0, seq: 8 });
  expect(near(0, 36)).toEqual({ flow: 0, seq: 9 });
  expect(near(0, 120)).toBeNull();
  expect(near(1, 80), 'an ACK is about the segment before its number').toEqual({ flow: 0, seq: 3 });
  expect(near(1, 36), 'the first ACK acknowledges nothing').toBeNull();
});

const lanes = [lane(0), lane(1)];
const pressed = (seq: number | null, direction: 1 | -1 = 1) =>
  nextPacket(lanes, all, 1, seq === null ? null : { flow: 0, seq }, direction)?.seq;

it('keys on a link go from the farthest packet to those behind it, and to the lane back', () => {
  expect(pressed(null)).toBe(7);
  expect([pressed(7), pressed(8), pressed(9)]).toEqual([8, 9, 3]);
  expect(pressed(3), 'two ACKs are about one segment').toBe(7);
  expect([pressed(8, -1), pressed(7, -1), pressed(3, -1)]).toEqual([7, 3, 9]);
  expect(pressed(100), 'one that is elsewhere').toBe(7);
});

it('keys on a link find nothing while packets are unknown, or on an empty link', () => {
  expect(nextPacket(lanes, [contents(null)], 1, null, 1)).toBeNull();
  expect(nextPacket(lanes, all, 9, null, 1)).toBeNull();
});
