/**
 * Runs that are too long to record, with the browser's engine: their bands contain every row, and windows have the rows of a run that was
 * recorded in full.
 */
import { expect, it } from 'vitest';
import { scenarioText } from '../../scripts/engine.mjs';
import { Random } from '../base/fuzz/random';
import { engine } from '../engine/nodeEngine';
import type { Intervals } from '../engine/protocol';
import { curveOf, eventsOf, isWhole } from './series';
import { type Run, Trace } from './trace';

const COLUMNS = [
  ['queues', 'packets'],
  ['windows', 'cwnd'],
  ['windows', 'flight'],
  ['rtts', 'rtt_ms'],
  ['rtts', 'diff'],
] as const;

/** A run, and its engine, of which windows can be asked. */
function simulate(name: string, max_rows: number) {
  const json = JSON.parse(scenarioText(name));
  const text = JSON.stringify({ ...json, duration_s: Math.min(30, json.duration_s), record: { max_rows } });
  const opened = engine.open(text);
  const { scenario } = JSON.parse(opened.verdict());
  const run = opened.run(true);
  if (run === undefined) throw new Error(`${name} is invalid.`);
  const trace = new Trace(scenario);
  for (let finished = false; !finished; ) {
    finished = run.step(5000);
    trace.append(run.take_chunk(), run.take_intervals() as Intervals | undefined);
  }
  const summary = JSON.parse(run.summary());
  return { opened, shown: { trace, scenario, summary, now_s: summary.ended_at_s } as Run };
}

/** Adds what's missing of a window to a trace. */
function fetchRows(
  { opened, shown: { trace, now_s } }: ReturnType<typeof simulate>,
  from: number,
  to: number,
) {
  const missing = trace.missing({ from, to }, now_s);
  if (missing === null) return false;
  const detail = trace.detailFrom(missing.from);
  const window = opened.run(false);
  if (window === undefined) throw new Error('There is no run.');
  window.excerpt(missing.from, Math.min(missing.to, now_s + 1), false);
  for (let finished = false; !finished; ) {
    finished = window.step(3000);
    detail.append(window.take_chunk());
  }
  window.free();
  trace.addDetail({ window: missing, trace: detail });
  return true;
}

const keysOf = ({ scenario, trace }: Run, table: string) =>
  Array.from({ length: table === 'queues' ? trace.links.length : scenario.flows.length }, (_, key) => key);

it.each(['ahn-fig1-vr', 'ahn-fig2', 'low-buffer'])('the bands of %s contain every value', (name) => {
  const [whole, long] = [simulate(name, 20_000_000).shown, simulate(name, 700).shown];
  expect(long.trace.sums.width_s).toBeGreaterThan(0);
  expect(whole.trace.sums.width_s).toBe(0);
  const random = new Random(7);
  let ranges = 0;
  for (const [table, column] of COLUMNS)
    for (const key of keysOf(whole, table)) {
      const all = curveOf(whole.trace, table, key, column as never);
      const some = curveOf(long.trace, table, key, column as never);
      expect(some.extent(), `${table}.${column} ${key}`).toEqual(all.extent());
      const rowMoments = Array.from(
        { length: 200 },
        () => all.time_s[Math.floor(random.share() * all.length)] ?? 0,
      );
      const moments = Array.from({ length: 200 }, () => random.share() * whole.now_s);
      for (const moment of [...rowMoments, ...moments]) {
        const value = all.valueAt(moment) ?? Number.NaN;
        const range = some.rangeAt(moment);
        if (range === null || Number.isNaN(value)) continue;
        if (range[0] < range[1]) ranges += 1;
        expect(range[0], `${table}.${column} ${key} at ${moment}`).toBeLessThanOrEqual(value);
        expect(range[1], `${table}.${column} ${key} at ${moment}`).toBeGreaterThanOrEqual(value);
      }
    }
  expect(ranges).toBeGreaterThan(100);
});

it.each(['ahn-fig1-vr', 'ahn-fig2', 'low-buffer'])('windows of %s have the rows of the whole run', (name) => {
  const whole = simulate(name, 20_000_000).shown;
  const long = simulate(name, 700);
  const { trace, now_s } = long.shown;
  const random = new Random(11);
  let fetched = 0;
  for (let round = 0; round < 12; round += 1) {
    const length = now_s * 0.3 * random.share();
    const from = round === 0 ? now_s - length : random.share() * (now_s - length);
    const window = { from, to: round === 0 ? now_s : from + length };
    if (!fetchRows(long, window.from, window.to)) continue;
    fetched += 1;
    const detail = trace.within(window);
    expect(detail).not.toBe(trace);
    for (const [table, column] of COLUMNS)
      for (const key of keysOf(whole, table)) {
        const label = `${table}.${column} ${key} from ${window.from} to ${window.to}`;
        expect(isWhole(detail, table, key, window), label).toBe(true);
        const [all, some] = [whole.trace, detail].map((one) => curveOf(one, table, key, column as never));
        expect(some?.points(window), label).toEqual(all?.points(window));
        for (let i = 0; i <= 20; i += 1) {
          const moment = window.from + (length * i) / 20;
          const value = some?.valueAt(moment);
          expect(value, `${label} at ${moment}`).toEqual(all?.valueAt(moment));
        }
      }
    for (const flow of keysOf(whole, 'segments'))
      for (const kind of ['send', 'ack', 'drop_full', 'retransmit_fast'] as const) {
        const [all, some] = [whole.trace, detail].map((one) => eventsOf(one, flow, kind).points(window));
        expect(some, `${kind} of ${flow}`).toEqual(all);
      }
  }
  expect(fetched).toBeGreaterThan(3);
});
