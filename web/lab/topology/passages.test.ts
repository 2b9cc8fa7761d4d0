import { describe, expect, it } from 'vitest';
import { HOP_EVENTS } from '../../engine/schema';
import type { Rows } from '../../run/trace';
import type { LinkStep } from './network';
import { ACK, DATA, type Passages, passagesOf, whereabouts } from './passages';

type Event = (typeof HOP_EVENTS)[number];
type Row = [time_s: number, event: Event, seq: number, kind?: number];

const rowsOf = (rows: Row[]): Rows<'hops'> => ({
  time_s: Float64Array.from(rows, ([time]) => time),
  flow: new Uint16Array(rows.length),
  event: Uint8Array.from(rows, ([, event]) => HOP_EVENTS.indexOf(event)),
  kind: Uint8Array.from(rows, ([, , , kind = DATA]) => kind),
  seq: Uint32Array.from(rows, ([, , seq]) => seq),
});

/** 8000 bit/s and a delay of 0.5 s: sending a packet of 1000 bits takes 1/8 s. */
const step = (change: Partial<LinkStep> = {}): LinkStep => ({
  from_s: 0,
  rate_bps: 8000,
  delay_s: 0.5,
  clock_s: 0,
  queue: { kind: 'drop_tail_packets', limit_packets: 3 },
  ...change,
});
const bitsOf = (_flow: number, kind: number) => (kind === ACK ? 80 : 1000);
const read = (rows: Row[], steps: LinkStep[] = [step()]) => passagesOf(rowsOf(rows), steps, bitsOf);
const at = (passages: Passages, moment: number) =>
  whereabouts(passages, moment, { first: 0, held: 0, waiting: 0, end: 0 });

describe('packets on a link', () => {
  /** Two packets arrive at 1 s, a third is dropped, and a fourth arrives at an idle link at 4 s. */
  const rows: Row[] = [
    [1, 'offered', 0],
    [1, 'offered', 1],
    [1, 'offered', 2],
    [1, 'dropped', 2],
    [1.625, 'arrived', 0],
    [1.75, 'arrived', 1],
    [4, 'offered', 3],
    [4.625, 'arrived', 3],
  ];

  it("packets on a link wait, are sent and travel at the engine's times", () => {
    const { count, offered, starts, leaves, arrives, seq } = read(rows);
    expect(count).toBe(3);
    expect([...seq]).toEqual([0, 1, 3]);
    expect([...offered]).toEqual([1, 1, 4]);
    expect([...starts]).toEqual([1, 1.125, 4]);
    expect([...leaves]).toEqual([1.125, 1.25, 4.125]);
    expect([...arrives]).toEqual([1.625, 1.75, 4.625]);
  });

  it('packets on a link are each in one range, and in none after they have arrived', () => {
    const passages = read(rows);
    expect(at(passages, 0.999)).toEqual({ first: 0, held: 0, waiting: 0, end: 0 });
    // One is being sent, one waits.
    expect(at(passages, 1)).toEqual({ first: 0, held: 0, waiting: 1, end: 2 });
    // One is on the link, the other is being sent.
    expect(at(passages, 1.2)).toEqual({ first: 0, held: 1, waiting: 2, end: 2 });
    expect(at(passages, 1.5)).toEqual({ first: 0, held: 2, waiting: 2, end: 2 });
    expect(at(passages, 1.7)).toEqual({ first: 1, held: 2, waiting: 2, end: 2 });
    expect(at(passages, 1.75)).toEqual({ first: 2, held: 2, waiting: 2, end: 2 });
    expect(at(passages, 4.25)).toEqual({ first: 2, held: 3, waiting: 3, end: 3 });
    expect(at(passages, 9)).toEqual({ first: 3, held: 3, waiting: 3, end: 3 });
  });

  it('packets on a link get a predicted arrival if the recording ends before they arrive', () => {
    const passages = read([
      [1, 'offered', 0],
      [1, 'offered', 1],
      [1.625, 'arrived', 0],
    ]);
    expect([...passages.leaves]).toEqual([1.125, 1.25]);
    expect([...passages.arrives]).toEqual([1.625, 1.75]);
  });

  it('packets on a link after unrecorded ones start transmission when those end', () => {
    // It waits 0.25 s behind packets that were offered before the first row.
    const passages = read([
      [2, 'offered', 7],
      [2.875, 'arrived', 7],
    ]);
    expect([...passages.starts]).toEqual([2.25]);
    expect([...passages.leaves]).toEqual([2.375]);
  });

  it('packets on a link wait for the clock that releases them at the far end, not in the buffer', () => {
    const passages = read(
      [
        [1, 'offered', 0],
        [1.7, 'arrived', 0],
      ],
      [step({ clock_s: 0.1 })],
    );
    expect(passages.leaves[0]).toBe(1.125);
    expect(at(passages, 1.65)).toMatchObject({ first: 0, held: 1, end: 1 });
  });

  it('packets on a link follow a rate that changes while they are sent', () => {
    // Half of the packet is sent at 8000 bit/s, the other half at 1000 bit/s.
    const steps = [step(), step({ from_s: 1.0625, rate_bps: 1000 })];
    const passages = read(
      [
        [1, 'offered', 0],
        [1, 'offered', 1],
        [2.0625, 'arrived', 0],
      ],
      steps,
    );
    expect([...passages.leaves]).toEqual([1.5625, 2.5625]);
    expect(passages.arrives[1]).toBe(3.0625);
  });

  it('packets on a link follow a changing delay without overtaking each other', () => {
    const steps = [step(), step({ from_s: 1.2, delay_s: 0.1 })];
    const passages = read(
      [
        [1, 'offered', 0],
        [1.1, 'offered', 1],
        [1.625, 'arrived', 0],
        [1.625, 'arrived', 1],
      ],
      steps,
    );
    expect([...passages.leaves]).toEqual([1.125, 1.25]);
    expect(at(passages, 1.5)).toMatchObject({ first: 0, held: 2, end: 2 });
  });
});
