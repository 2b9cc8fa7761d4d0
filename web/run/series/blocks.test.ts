/** Property tests: queries by blocks give the same result as reading every row of a random column. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../base/fuzz/random';
import { rowsWithin, type TimeWindow } from '../window';
import { Blocks, blocksOf } from './blocks';
import type { Times } from './columns';
import { type Dots, firstOnPixels, m4ByBlocks, m4ByRows } from './reduce';

/** A hundred fixed seeds and a random one. The test's name includes the seed. */
const SEEDS = [...Array.from({ length: 100 }, (_, seed) => seed), Math.floor(Math.random() * 2 ** 31)];

/** A random walk with equal values, NaN and infinite values, at times that come in bursts. */
function column(seed: number) {
  const random = new Random(seed);
  const next = () => random.share();
  const count = Math.floor(next() * 6000);
  const time_s = new Float64Array(count);
  const whole = next() < 0.3;
  const value = whole ? new Uint32Array(count) : new Float64Array(count);
  const unknown = next() < 0.5 ? 0 : next() * 0.9;
  let now = 0;
  let level = 50;
  for (let row = 0; row < count; row += 1) {
    now += next() < 0.5 ? 0 : next() < 0.02 ? next() : next() * 1e-3;
    level = Math.max(0, Math.round(level + (next() - 0.5) * 8));
    time_s[row] = now;
    const odd = !whole && next();
    value[row] =
      odd !== false && odd < unknown ? Number.NaN : odd !== false && odd > 0.995 ? Infinity : level;
  }
  const a = next() * now * 1.1;
  const b = next() * now * 1.1;
  const window = { from: Math.min(a, b), to: Math.max(a, b) + 1e-6 };
  return { next, count, time_s, value, window };
}

describe.each(SEEDS)('seed %i', (seed) => {
  it('a line has the same rows by blocks as by reading every row', () => {
    const { next, time_s, value, window } = column(seed);
    const blocks = new Blocks(value);
    for (const shown of [window, { from: 0, to: (time_s.at(-1) ?? 0) + 0.1 }]) {
      const columns = 1 + Math.floor(next() * 300);
      expect(m4ByBlocks(time_s, blocks, shown, columns)).toEqual(m4ByRows(time_s, value, shown, columns));
    }
  });

  it('dots are the same by blocks as by reading every row, for whole tables and lists of rows', () => {
    const { next, time_s, value, window } = column(seed);
    const listed = Uint32Array.from([...value.keys()].filter(() => next() < 0.4));
    const [count, pixels] = [1 + Math.floor(next() * 200), next()];
    const highest = Math.floor(next() * 120 * pixels);
    const line = (one: number) => Math.min(highest, Math.floor(one * pixels));
    for (const rows of [null, listed]) {
      const blocks = new Blocks(value, rows);
      const row = (place: number) => (rows === null ? place : (rows[place] as number));
      const times: Times = { of: rows ?? time_s, at: (place) => time_s[row(place)] as number };
      const places = [...(rows ?? value).keys()];
      const inside = places.filter((at) => times.at(at) >= window.from && times.at(at) <= window.to);
      const perSecond = count / (window.to - window.from);
      const taken = new Set<string>();
      const all = inside.filter((at) => {
        const column = Math.min(count - 1, Math.floor((times.at(at) - window.from) * perSecond));
        const pixel = `${column} ${line(blocks.at(at))}`;
        if (Number.isNaN(blocks.at(at)) || taken.has(pixel)) return false;
        taken.add(pixel);
        return true;
      });
      const found: number[] = [];
      const range: [number, number] = [inside[0] ?? 0, (inside.at(-1) ?? -1) + 1];
      const dots: Dots = { times, blocks, line, scale: '' };
      firstOnPixels(dots, window, count, range, (place) => found.push(place));
      expect(found).toEqual(all);
    }
  });

  it('a window moved by whole pixels gives the same result with cached columns as without', () => {
    const { next, time_s, value } = column(seed);
    const columns = 1 + Math.floor(next() * 60);
    // A power of two, so that column edges are exact whichever window they are counted from.
    const pixel_s = 2 ** -(3 + Math.floor(next() * 8));
    const known = new Blocks(value);
    const dotsOf = (times: Float64Array, blocks: Blocks, window: TimeWindow, pixels: number): number[] => {
      const found: number[] = [];
      const dots: Dots = {
        times: { of: times, at: (row) => times[row] as number },
        blocks,
        line: (one) => Math.min(60, Math.floor(one * pixels)),
        scale: `${pixels} pixels each`,
      };
      firstOnPixels(dots, window, columns, rowsWithin(times, window), (place) => found.push(place));
      return found;
    };
    let from = Math.floor(next() * 8) * pixel_s;
    for (let move = 0; move < 12; move += 1) {
      const window = { from, to: from + columns * pixel_s };
      const pixels = next() < 0.7 ? 1 : next();
      const [uncached, blocks] = [time_s.slice(), new Blocks(value)];
      expect(m4ByBlocks(time_s, known, window, columns)).toEqual(m4ByRows(time_s, value, window, columns));
      const off = { from: from + 5e-4 * pixel_s, to: window.to + 5e-4 * pixel_s };
      const nearly = m4ByBlocks(time_s, known, off, columns);
      expect(nearly).toEqual([...new Set(nearly)].sort((a, b) => a - b));
      expect(dotsOf(time_s, known, window, pixels)).toEqual(dotsOf(uncached, blocks, window, pixels));
      from = Math.max(0, from + Math.round((next() - 0.4) * 1.5 * columns) * pixel_s);
    }
  });

  it('extended blocks equal blocks built from the whole column', () => {
    const { next, count, value } = column(seed);
    const grown = new Blocks(value.subarray(0, 0));
    for (let length = 0; length <= count; length += 1 + Math.floor(next() * 900)) {
      const wider = value.slice(0, length);
      grown.extend(wider);
      const from = Math.floor(next() * length);
      const to = from + Math.floor(next() * (length - from + 1));
      expect(grown.extremes(from, to)).toEqual(new Blocks(wider).extremes(from, to));
      const known = [...wider.subarray(from, to)].filter((one) => !Number.isNaN(one));
      expect(grown.range(from, to)).toEqual(
        known.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...known), Math.max(...known)],
      );
    }
  });
});

it('the blocks of a column are reused while rows are appended to its buffer', () => {
  const memory = new Float64Array(1000);
  memory.set([3, 1, 2]);
  const blocks = blocksOf(memory.subarray(0, 3));
  expect(blocks.range(0, 3)).toEqual([1, 3]);
  memory.fill(7, 3);
  expect(blocksOf(memory.subarray(0, 900))).toBe(blocks);
  expect(blocks.extremes(0, 900)).toEqual({ lowest: 1, highest: 3 });
});
