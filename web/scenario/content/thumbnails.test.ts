import { expect, it } from 'vitest';
import { simulated } from '../../run/simulated';
import { rowAt } from '../../run/window';
import { drawThumbnail } from '../../site/home/drawThumbnail';
import { SCENARIO_NAMES } from './scenarios';
import { GRID, type ThumbnailLine } from './thumbnail';
import { thumbnailOf } from './thumbnails';

/** Lowest and highest value of a line at a moment, from 0 to 1. Where the line is vertical, both ends count. */
function valuesAt(points: ThumbnailLine, x: number): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(at, at + 4);
    if (x < x0 || x > x1) continue;
    const ends = x0 === x1 ? [y0, y1] : [y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)];
    low = Math.min(low, ...ends);
    high = Math.max(high, ...ends);
  }
  return [low / GRID, high / GRID];
}

it('a picture of a scenario is the same as one drawn from a run now', async () => {
  for (const name of ['ahn-fig1-rr', 'ahn-fig2', 'fall-floyd-1'])
    expect(await thumbnailOf(name)).toEqual(drawThumbnail(await simulated(name)));
});

it("a picture of a scenario shows the run's window and drops", async () => {
  const { trace, summary } = await simulated('ahn-fig1-rr');
  const thumbnail = await thumbnailOf('ahn-fig1-rr');
  const { time_s, cwnd } = trace.rows('windows', 0);
  const end = summary?.ended_at_s ?? 0;
  const points = thumbnail?.windows[0]?.points ?? [];
  const most = Math.max(...cwnd);
  expect(thumbnail?.top_segments).toBe(most);
  expect(Math.max(...points.filter((_, at) => at % 2 === 1))).toBe(GRID);
  // Allow for a column of the picture on either side, because the window changes at once.
  for (let x = 4; x < GRID - 4; x += 1) {
    const seconds = [x - 4, x, x + 4].map((place) => (place * end) / GRID);
    const real = seconds.map((moment) => (cwnd[rowAt(time_s, moment)] ?? 0) / most);
    const drawn = [x - 4, x, x + 4].map((place) => valuesAt(points, place));
    expect(Math.min(...drawn.map(([low]) => low))).toBeLessThan(Math.max(...real) + 0.03);
    expect(Math.max(...drawn.map(([, high]) => high))).toBeGreaterThan(Math.min(...real) - 0.03);
  }
  const queue = thumbnail?.queue;
  const link = trace.links.indexOf(queue?.link ?? '');
  const tallest = Math.max(...trace.rows('queues', link).bytes);
  const heights = queue?.points.filter((_, at) => at % 2 === 1) ?? [];
  expect(Math.max(...heights) * (queue?.top ?? 0)).toBeCloseTo(GRID * tallest, -5);
  expect(queue?.limit).toBe(GRID);
  const { kind, time_s: moments } = trace.rows('segments', 0);
  const { SEGMENT_KINDS } = await import('../../engine/schema');
  const drops = [...kind.keys()].filter((row) => SEGMENT_KINDS[kind[row] ?? 0] === 'drop_full');
  expect(drops.length).toBeGreaterThan(20);
  for (const row of drops) {
    const x = (GRID * (moments[row] ?? 0)) / end;
    expect(thumbnail?.drops.some((drop) => Math.abs(drop - x) <= 2)).toBe(true);
  }
});

it('a picture of a scenario exists for every scenario and is small', async () => {
  for (const name of SCENARIO_NAMES) {
    const thumbnail = await thumbnailOf(name);
    expect(thumbnail, name).not.toBeNull();
    expect(JSON.stringify(thumbnail).length, name).toBeLessThan(3000);
    expect(thumbnail?.windows.length, name).toBeGreaterThan(0);
  }
  expect(await thumbnailOf('no-such-scenario')).toBeNull();
});
