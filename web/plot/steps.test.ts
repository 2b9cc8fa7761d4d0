/** Compares the fast painting of step lines with a plain stroke and area. */
import { describe, expect, it } from 'vitest';
import type { Ink, Points } from './ink';
import { laneNamed, layOut, partOf } from './layout';
import { filledSteps, steps } from './steps';

const layout = layOut([{ name: 'a', label: '', domain: [0, 100], share: 1 }], { from: 0, to: 100 }, 162, 142);
const lane = laneNamed(layout, 'a');
const { x } = layout;

interface Bar {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A canvas that records bars, and polygons by their corners. */
function recorder() {
  const bars: Bar[] = [];
  const polygons: [number, number][][] = [];
  let corners: [number, number][] = [];
  const nothing = () => undefined;
  const ink = {
    ...{ save: nothing, restore: nothing, rect: nothing, clip: nothing, setLineDash: nothing },
    ...{ stroke: nothing, closePath: nothing },
    beginPath() {
      corners = [];
    },
    moveTo: (at: number, y: number) => corners.push([at, y]),
    lineTo: (at: number, y: number) => corners.push([at, y]),
    fill: () => polygons.push(corners),
    fillRect: (left: number, top: number, width: number, height: number) =>
      bars.push({ left, top, right: left + width, bottom: top + height }),
  };
  return { ink: ink as unknown as Ink, bars, polygons };
}

/** Numbers from 0 to below 1 (a linear congruential generator). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Levels of 0.02 to 4 pixels, some of them unknown. */
function walk(seed: number): Points {
  const next = random(seed);
  const density = 0.01 + next() * 2;
  const points: Points = { time_s: [], value: [] };
  for (let time = next(); time < 95; time += density * (0.02 + next())) {
    points.time_s.push(time);
    points.value.push(next() < 0.03 ? Number.NaN : Math.round(10 + next() * 60));
  }
  return points;
}

/** The levels of a line, in pixels. */
function levelsOf({ time_s, value }: Points, until: number) {
  return time_s.flatMap((time, i) => {
    const y = lane.y(value[i] ?? Number.NaN);
    const before = lane.y(value[i - 1] ?? Number.NaN);
    return Number.isNaN(y) ? [] : [{ left: x(time), right: x(time_s[i + 1] ?? until), y, before }];
  });
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('line %i', (seed) => {
  const points = walk(seed);
  const levels = levelsOf(points, 98);
  const WIDTH = 1.8;

  it('is covered by its bars, and they cover little else', () => {
    const { ink, bars } = recorder();
    steps(ink, points, x, lane, { color: 'red', width: WIDTH }, 98);
    const covered = (at: number, y: number) =>
      bars.some(
        ({ left, right, top, bottom }) =>
          at >= left - 1e-9 && at <= right + 1e-9 && y >= top - 1e-9 && y <= bottom + 1e-9,
      );
    for (const { left, right, y, before } of levels) {
      for (const at of [left, (left + right) / 2, right])
        for (const edge of [-0.9, 0.9]) expect(covered(at, y + edge)).toBe(true);
      if (!Number.isNaN(before) && before !== y)
        for (const share of [0, 0.5, 1])
          for (const edge of [-0.9, 0.9])
            expect(covered(left + edge, before + share * (y - before))).toBe(true);
    }
    const tops = levels.flatMap(({ y }) => [y - WIDTH / 2, y + WIDTH / 2]);
    const known = (edge: number) => tops.some((top) => Math.abs(top - edge) < 1e-9);
    for (const { left, right, top, bottom } of bars) {
      expect(known(top) && known(bottom)).toBe(true);
      if (bottom - top > WIDTH + 1e-9) expect(right - left).toBeCloseTo(WIDTH, 9);
    }
  });

  it('draws the same bars in a part of the plot, and few outside of it', () => {
    const [whole, part] = [recorder(), recorder()];
    const stroke = { color: 'red', width: WIDTH };
    steps(whole.ink, points, x, lane, stroke, 98);
    steps(part.ink, points, partOf(layout, 30, 40).x, lane, stroke, 98);
    const near = (bars: Bar[]) => bars.filter(({ left, right }) => left < 41 && right > 29);
    const inside = (bars: Bar[]) =>
      near(bars).map((bar) => ({ ...bar, left: Math.max(28, bar.left), right: Math.min(42, bar.right) }));
    expect(inside(part.bars)).toEqual(inside(whole.bars));
    expect(part.bars.length - near(part.bars).length).toBeLessThan(0.3 * whole.bars.length + 3);
  });

  it('fills the area under its levels', () => {
    const { ink, polygons } = recorder();
    filledSteps(ink, points, x, lane, { color: 'red', alpha: 0.2 }, 98);
    const areas = polygons.map((corners) => {
      const doubled = corners.map(([at, y], i) => {
        const [next = 0, below = 0] = corners[(i + 1) % corners.length] ?? [];
        return at * below - next * y;
      });
      return Math.abs(doubled.reduce((sum, one) => sum + one, 0)) / 2;
    });
    const expected = levels.reduce((sum, { left, right, y }) => sum + (right - left) * (lane.bottom - y), 0);
    expect(areas.reduce((sum, one) => sum + one, 0)).toBeCloseTo(expected, 6);
    expect(Math.max(...polygons.map((corners) => corners.length))).toBeLessThan(400);
  });
});

it('a constant line is one bar until its end', () => {
  const { ink, bars } = recorder();
  steps(ink, { time_s: [10, 20, 30], value: [5, 5, 5] }, x, lane, { color: 'red', width: 2 }, 40);
  expect(bars).toEqual([{ left: x(10), right: x(40), top: lane.y(5) - 1, bottom: lane.y(5) + 1 }]);
});
