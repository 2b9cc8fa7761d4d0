import { expect, it } from 'vitest';
import type { Chunk, Scenario } from '../engine/schema';
import { directedLinks, Trace } from './trace';

const scenario = {
  links: [
    { from: 'a', to: 'b', both_ways: true },
    { from: 'b', to: 'c', both_ways: false },
  ],
  flows: [],
} as unknown as Scenario;

function chunkOf(times: number[], flows: number[]): Partial<Chunk> {
  const f64 = (values: number[]) => Float64Array.from(values);
  const u16 = (values: number[]) => Uint16Array.from(values);
  const u32 = (values: number[]) => Uint32Array.from(values);
  return {
    segments: {
      time_s: f64(times),
      flow: u16(flows),
      kind: Uint8Array.from(times, () => 0),
      seq: u32(times.map((time) => time * 10)),
      place: u16(times.map(() => 0)),
    },
    hops: {
      time_s: f64([1, 2]),
      link: u16([2, 0]),
      flow: u16([1, 0]),
      event: Uint8Array.of(0, 0),
      kind: Uint8Array.of(0, 1),
      seq: u32([7, 8]),
    },
    queues: { time_s: f64([1]), link: u16([2]), bytes: u32([552]), packets: u32([1]) },
  };
}

it('trace splits rows by flow and by link and keeps their order', () => {
  const trace = new Trace(scenario);
  trace.append(chunkOf([1, 2, 3, 4], [0, 1, 1, 0]));
  trace.append(chunkOf([5, 6], [1, 0]));
  expect([...trace.rows('segments', 0).time_s]).toEqual([1, 4, 6]);
  expect([...trace.rows('segments', 1).seq]).toEqual([20, 30, 50]);
  expect([...trace.rows('queues', 2).bytes]).toEqual([552, 552]);
  expect(trace.rows('queues', 0).time_s).toHaveLength(0);
  expect([...trace.rows('hops', 2).flow, ...trace.rows('hops', 2).seq]).toEqual([1, 1, 7, 7]);
  expect(trace.rows('decisions', 0).diff).toHaveLength(0);
});

it('trace grows without losing a row', () => {
  const trace = new Trace(scenario);
  const times = Array.from({ length: 700 }, (_, i) => i);
  for (let i = 0; i < 5; i += 1) {
    trace.append(
      chunkOf(
        times,
        times.map(() => 0),
      ),
    );
  }
  const { seq, time_s } = trace.rows('segments', 0);
  expect(seq).toHaveLength(3500);
  expect(seq[3499]).toBe(6990);
  expect(time_s[700]).toBe(0);
});

it('trace leaves at most a quarter of its memory unused, even if it is read while it grows', () => {
  const trace = new Trace(scenario);
  const times = Array.from({ length: 100 }, (_, i) => i);
  for (let chunk = 1; chunk <= 60; chunk += 1) {
    trace.append(chunkOf(times, [...times.keys()].fill(0)));
    const { seq } = trace.rows('segments', 0);
    expect(seq).toHaveLength(100 * chunk);
    expect(seq.buffer.byteLength / seq.byteLength).toBeLessThan(1.26);
  }
});

it('trace numbers directed links forward first, link by link', () => {
  expect(directedLinks(scenario)).toEqual(['a>b', 'b>a', 'b>c']);
});
