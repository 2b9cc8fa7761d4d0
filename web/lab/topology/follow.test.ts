import { expect, it } from 'vitest';
import { type Scenario, SEGMENT_KINDS } from '../../engine/schema';
import { Trace } from '../../run/trace';
import { whereIs } from './follow';
import { DATA, type Passages } from './passages';

const scenario = {
  links: [{ from: 'R1', to: 'R2', both_ways: false }],
  flows: [{}],
  datagrams: [],
} as unknown as Scenario;

/** A trace with these events of the first flow. */
function traceOf(events: [time: number, kind: (typeof SEGMENT_KINDS)[number], seq: number][]): Trace {
  const trace = new Trace(scenario);
  trace.append({
    segments: {
      time_s: Float64Array.from(events, ([time]) => time),
      flow: new Uint16Array(events.length),
      kind: Uint8Array.from(events, ([, kind]) => SEGMENT_KINDS.indexOf(kind)),
      seq: Uint32Array.from(events, ([, , seq]) => seq),
      place: new Uint16Array(events.length),
    },
  });
  return trace;
}

const packet = { flow: 0, seq: 5 };
const trace = traceOf([
  [1, 'send', 4],
  [2, 'send', 5],
  [3, 'drop_full', 5],
  [4, 'ack', 5],
  [5, 'retransmit_timeout', 5],
  [6, 'data_arrived', 5],
  [7, 'ack', 6],
]);

it('a followed segment has a place at every moment of its life', () => {
  const at = (moment: number) => whereIs(trace, null, packet, moment);
  expect(at(0.5)).toBe('not sent yet');
  expect(at(1.5)).toBe('not sent yet');
  expect(at(2.5)).toBe('on its way');
  expect(at(3.5)).toBe('dropped by the queue at R1 → R2');
  expect(at(4.5)).toBe('dropped by the queue at R1 → R2');
  expect(at(5.5)).toBe('retransmitted, on its way');
  expect(at(6.5)).toBe('arrived, not acknowledged yet');
  expect(at(7.5)).toBe('acknowledged');
});

it('a followed segment is in a queue or on a link once its packets are known', () => {
  const passages: Passages = {
    count: 1,
    offered: Float64Array.of(2),
    starts: Float64Array.of(2.2),
    leaves: Float64Array.of(2.3),
    arrives: Float64Array.of(2.8),
    flow: Uint16Array.of(0),
    kind: Uint8Array.of(DATA),
    seq: Uint32Array.of(5),
  };
  const at = (moment: number) => whereIs(trace, [passages], packet, moment);
  expect(at(2.1)).toBe('queued at R1 → R2');
  expect(at(2.5)).toBe('on its way from R1 to R2');
  expect(at(2.9)).toBe('on its way');
});
