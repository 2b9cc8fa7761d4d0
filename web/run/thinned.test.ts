/**
 * Of a thinned run, the page shows only what it knows: whatever it draws, reads out or counts is the same as in the whole run, or it's
 * marked as not recorded.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../base/fuzz/random';
import { fileOf } from '../engine/nodeEngine';
import { SEGMENT_KINDS } from '../engine/schema';
import { divergenceOf, divergenceOfRuns } from '../lab/compare/divergence';
import { stampOf } from '../lab/export/provenance';
import { describe as describeQueue } from '../lab/panels/queue';
import { describe as describeRtt } from '../lab/panels/roundTrip';
import { curveOf, eventsOf, isWhole, unrecorded } from './series';
import { GAP_PX } from './series/gaps';
import { simulated } from './simulated';
import { thinnedOf } from './thinned';
import type { Run } from './trace';
import type { TimeWindow } from './window';

const LIMITS = [40, 700, 9_000];
const SCENARIOS = ['ahn-fig1-vr', 'ahn-fig2', 'veno-fig5', 'low-buffer', 'fall-floyd-2'];

const CURVES = [
  ['windows', 'cwnd'],
  ['windows', 'ssthresh'],
  ['windows', 'flight'],
  ['rtts', 'rtt_ms'],
  ['rtts', 'srtt_ms'],
  ['rtts', 'base_rtt_ms'],
  ['rtts', 'diff'],
  ['queues', 'bytes'],
  ['queues', 'packets'],
  ['decisions', 'cwnd'],
] as const;

const limited = (name: string, max_rows: number) =>
  simulated(name, (json) => {
    json.duration_s = Math.min(json.duration_s, 30);
    json.record = { ...json.record, max_rows };
  });

const keysOf = ({ scenario, trace }: Run, table: string) =>
  Array.from({ length: table === 'queues' ? trace.links.length : scenario.flows.length }, (_, key) => key);

/** Moments at random and at the rows of both runs, where an error of one row shows. */
function momentsFor(random: Random, whole: Float64Array, end: number): number[] {
  const moments = Array.from({ length: 150 }, () => random.share() * end * 1.02);
  for (let i = 0; i < 150 && whole.length > 0; i += 1)
    moments.push(whole[Math.floor(random.share() * whole.length)] as number);
  return moments;
}

/** The gaps of a stream, read off its rows one by one. */
function gapsOf({ trace }: Run, table: (typeof CURVES)[number][0], key: number): TimeWindow[] {
  const { time_s } = trace.rows(table, key);
  return [...trace.gaps(table, key)].map((row) => ({
    from: time_s[row] as number,
    to: time_s[row + 1] ?? Number.POSITIVE_INFINITY,
  }));
}

describe.each(SCENARIOS)('%s', (name) => {
  it.each(LIMITS)(
    `${name} shows only values of the whole run when %i rows are recorded in full`,
    async (max_rows) => {
      const [whole, thin] = [await limited(name, 20_000_000), await limited(name, max_rows)];
      expect(whole.summary?.rows_thinned).toBe(0);
      expect(whole.trace.whole_until_s).toBe(Number.POSITIVE_INFINITY);
      expect(thin.summary?.digest).toBe(whole.summary?.digest);
      const end = whole.now_s;
      const random = new Random(max_rows);
      let known = 0;
      let unknown = 0;
      for (const [table, column] of CURVES) {
        for (const key of keysOf(whole, table)) {
          const all = curveOf(whole.trace, table, key, column as never);
          const some = curveOf(thin.trace, table, key, column as never);
          for (const moment of momentsFor(random, all.time_s, end)) {
            const value = some.valueAt(moment);
            if (value !== undefined && Number.isNaN(value)) {
              unknown += 1;
              continue;
            }
            known += 1;
            expect(value, `${table}.${column} ${key} at ${moment}`).toBe(all.valueAt(moment));
          }
          const window = { from: random.share() * end * 0.5, to: end * (0.6 + random.share() * 0.4) };
          for (const columns of [30, 900]) {
            const { time_s, value } = some.line(window, columns);
            const least = (GAP_PX * (window.to - window.from)) / columns;
            time_s.forEach((time, i) => {
              const drawn = value[i] as number;
              if (!Number.isNaN(drawn)) {
                // Several rows may have one time; a drawn one is among them.
                const [first, last] = all.within({ from: time, to: time });
                const possible = Array.from({ length: last - first }, (_, n) => all.value(first + n));
                expect(possible, `${table}.${column} ${key} drawn at ${time}`).toContain(drawn);
              }
            });
            // What isn't known is hatched, unless it's too narrow to see.
            const hatched = unrecorded(thin.trace, table, [key], window, columns);
            for (let i = 0; i < 40; i += 1) {
              const moment = window.from + random.share() * (window.to - window.from);
              const isHatched = hatched.some(({ from, to }) => moment >= from && moment < to);
              if (isHatched) {
                expect(some.valueAt(moment)).toBeNaN();
                continue;
              }
              const gap = gapsOf(thin, table, key).find(({ from, to }) => moment >= from && moment < to);
              if (gap !== undefined) expect(gap.to - gap.from).toBeLessThan(least);
            }
          }
        }
      }
      expect(known).toBeGreaterThan(0);
      if (thin.summary && thin.summary.rows_thinned > 0) expect(unknown).toBeGreaterThan(0);
    },
  );

  it.each(LIMITS)(`${name} counts events only where all were recorded, of %i rows`, async (max_rows) => {
    const [whole, thin] = [await limited(name, 20_000_000), await limited(name, max_rows)];
    const random = new Random(max_rows + 1);
    for (const flow of keysOf(whole, 'segments')) {
      for (const kind of SEGMENT_KINDS) {
        const [all, some] = [eventsOf(whole.trace, flow, kind), eventsOf(thin.trace, flow, kind)];
        for (let i = 0; i < 60; i += 1) {
          const from = random.share() * whole.now_s;
          const window = { from, to: from + random.share() * (whole.now_s - from) * 0.2 };
          const value = some.valueAt(from);
          if (value === undefined || !Number.isNaN(value)) expect(value).toBe(all.valueAt(from));
          if (!some.wholeIn(window)) continue;
          const [a, b] = all.within(window);
          const [c, d] = some.within(window);
          expect(d - c, `${kind} of ${flow} in ${window.from} to ${window.to}`).toBe(b - a);
          expect(some.extent([c, d])).toEqual(all.extent([a, b]));
        }
        // The recorded events are among those of the whole run.
        expect(some.length).toBeLessThanOrEqual(all.length);
      }
    }
  });
});

const ABOUT = {
  scenario: 'x',
  title: 'X',
  seed: 1,
  engine_version: '1',
  link: 'x',
  flows: [],
  differs: () => [],
};

it('a run too long to record in full has the files of the whole run, and says in pictures and tables what it lacks', async () => {
  const thin = await limited('ahn-fig1-vr', 2_000);
  const whole = await limited('ahn-fig1-vr', 20_000_000);
  for (const format of ['pcapng', 'qlog'] as const)
    expect(fileOf(thin.scenario, format).bytes.equals(fileOf(whole.scenario, format).bytes)).toBe(true);
  expect(stampOf({ ...ABOUT, thinned: thinnedOf(thin) }).join()).toContain('too long to record in full');
  expect(stampOf({ ...ABOUT, thinned: null }).join()).not.toContain('too long');
});

it('a run too long to record in full is compared only as far as it’s recorded, or by its digest', async () => {
  const [whole, thin] = [await limited('ahn-fig1-vr', 20_000_000), await limited('ahn-fig1-vr', 2_000)];
  expect(divergenceOfRuns(whole, thin)).toBeNull();
  expect(divergenceOf(thin.trace, thin.trace)).toEqual({ unknown_from_s: thin.trace.whole_until_s });
  const changed = (max_rows: number, at_s: number) =>
    simulated('ahn-fig1-vr', (json) => {
      json.duration_s = 30;
      json.record = { max_rows };
      json.timeline = [{ at_s, change: { kind: 'set_link', link: 'R1>R2', rate_bps: 100_000 } }];
    });
  const { whole_until_s } = thin.trace;
  const [early, late] = [0.5 * whole_until_s, 2 * whole_until_s];
  const real = divergenceOf(whole.trace, (await changed(20_000_000, early)).trace);
  expect(divergenceOf(thin.trace, (await changed(2_000, early)).trace)).toEqual(real);
  expect(real).toHaveProperty('time_s');
  // They differ where neither is recorded in full.
  expect(divergenceOfRuns(thin, await changed(2_000, late))).toHaveProperty('unknown_from_s');
});

it('a run too long to record in full says how much is kept, and describes itself by the exact summary', async () => {
  const [whole, thin] = [await limited('ahn-fig1-vr', 20_000_000), await limited('ahn-fig1-vr', 2_000)];
  expect(thinnedOf(whole)).toBeNull();
  const thinned = thinnedOf(thin);
  const { rows_recorded = 0, rows_thinned = 0 } = thin.summary ?? {};
  expect(thinned?.kept_percent).toBeCloseTo((100 * rows_recorded) / (rows_recorded + rows_thinned));
  expect(isWhole(thin.trace, 'queues', 0, { from: 0, to: (thinned?.whole_until_s ?? 0) - 1e-9 })).toBe(true);
  const numbers = (words: string) => words.match(/[\d,.]+/g) ?? [];
  for (const [link] of whole.trace.links.entries()) {
    const all = describeQueue(whole, link);
    for (const number of numbers(describeQueue(thin, link))) expect(all).toContain(number.replace(/\.$/, ''));
  }
  expect(describeRtt(thin, [0], false)).not.toMatch(/samples/);
});

it('a run too long to record in full has no value anywhere if nothing is recorded', async () => {
  const run = await limited('ahn-fig1-vr', 0);
  expect(thinnedOf(run)?.whole_until_s).toBe(0);
  expect(curveOf(run.trace, 'queues', 0, 'bytes').valueAt(3)).toBeNaN();
  expect(unrecorded(run.trace, 'windows', [0], { from: 0, to: 10 }, 500)).toEqual([
    { from: 0, to: Number.POSITIVE_INFINITY },
  ]);
});

it('a run too long to record in full keeps its gaps however it arrives in chunks', async () => {
  const run = await limited('ahn-fig2', 700);
  const gaps = run.trace.gaps('queues', 0);
  expect(gaps.length).toBeGreaterThan(2);
  const { time_s, bytes } = run.trace.rows('queues', 0);
  for (const row of gaps) expect(bytes[row]).toBeNaN();
  expect([...bytes].filter(Number.isNaN)).toHaveLength(gaps.length);
  for (let row = 1; row < time_s.length; row += 1)
    expect(time_s[row]).toBeGreaterThanOrEqual(time_s[row - 1] as number);
});
