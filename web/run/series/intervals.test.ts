import { expect, it } from 'vitest';
import { Sums } from './intervals';
import { keyOfKind } from './kinds';

const ALL = { from: 0, to: 1e9 };

/** An interval of `windows`: cwnd from `low` to `high`, and constant columns. */
const cwnd = (flow: number, place: number, rows: number, low: number, high: number) => [
  ...[flow, place, rows],
  ...[low, high, high, low],
  ...[2, 2, 2, 2],
  ...[5, 6, 5, 6],
];

const numbers = (...rows: number[][]) => new Float64Array(rows.flat());

it('sums have the intervals of each flow and column', () => {
  const sums = new Sums();
  sums.add({ width_s: 0.5, windows: numbers(cwnd(0, 3, 2, 4, 9), cwnd(1, 3, 1, 7, 7), cwnd(0, 5, 4, 1, 2)) });
  const at = { from_s: 1.5, to_s: 2, rows: 2 };
  expect(sums.of('windows', 0, 'cwnd', ALL)).toEqual([
    { ...at, min: 4, max: 9, first: 9, last: 4 },
    { from_s: 2.5, to_s: 3, rows: 4, min: 1, max: 2, first: 2, last: 1 },
  ]);
  expect(sums.of('windows', 0, 'flight', { from: 0, to: 1.7 })).toEqual([
    { ...at, min: 5, max: 6, first: 5, last: 6 },
  ]);
  expect(sums.of('windows', 1, 'cwnd', { from: 1.6, to: 1.7 })).toHaveLength(1);
  expect(sums.of('windows', 1, 'cwnd', { from: 2, to: 9 })).toEqual([]);
  expect(sums.of('windows', 2, 'cwnd', ALL)).toEqual([]);
});

it('sums replace an interval that has more rows, and all when the width changes', () => {
  const sums = new Sums();
  sums.add({ width_s: 1, windows: numbers(cwnd(0, 3, 2, 4, 9)) });
  sums.add({ width_s: 1, windows: numbers(cwnd(0, 3, 5, 3, 9), cwnd(0, 4, 1, 6, 6)) });
  const shape = () => sums.of('windows', 0, 'cwnd', ALL).map(({ from_s, rows, min }) => [from_s, rows, min]);
  expect(shape()).toEqual([
    [3, 5, 3],
    [4, 1, 6],
  ]);
  sums.add({ width_s: 2, windows: numbers(cwnd(0, 1, 5, 3, 9), cwnd(0, 2, 8, 1, 6)) });
  expect([sums.width_s, shape()]).toEqual([
    2,
    [
      [2, 5, 3],
      [4, 8, 1],
    ],
  ]);
});

it('sums have events by flow and kind', () => {
  const sums = new Sums();
  const seqs = [40, 70, 40, 69];
  sums.add({ width_s: 1, segments: numbers([0, 1, 30, ...seqs], [20, 1, 7, ...seqs], [21, 2, 1, ...seqs]) });
  const counts = (flow: number, kind: 'send' | 'retransmit_fast') =>
    sums.of('segments', keyOfKind(flow, kind), 'seq', ALL).map(({ rows, max }) => [rows, max]);
  expect([counts(0, 'send'), counts(1, 'send'), counts(1, 'retransmit_fast')]).toEqual([
    [[30, 70]],
    [[7, 70]],
    [[1, 70]],
  ]);
});

it('sums have the queues of each link, and once more those that marked packets enter', () => {
  const sums = new Sums();
  const row = (key: number, rows: number, packets: number) => [
    ...[key, 0, rows],
    ...[0, 0, 0, 0],
    ...[packets, packets, packets, packets],
  ];
  sums.add({ width_s: 1, queues: numbers(row(0, 50, 1), row(2, 70, 2), row(3, 20, 3)) });
  const found = (table: 'queues' | 'marks', link: number) =>
    sums.of(table, link, 'packets', ALL).map(({ rows, max }) => [rows, max]);
  expect([found('queues', 0), found('marks', 0)]).toEqual([[[50, 1]], []]);
  expect([found('queues', 1), found('marks', 1)]).toEqual([[[70, 2]], [[20, 3]]]);
  // Marked packets aren't more rows.
  expect([sums.exceeds(119, { from: 0, to: 1 }), sums.exceeds(120, { from: 0, to: 1 })]).toEqual([
    true,
    false,
  ]);
});
