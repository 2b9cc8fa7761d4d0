import { expect, it } from 'vitest';
import { drawBands } from './bands';
import type { Ink } from './ink';
import { laneNamed, layOut } from './layout';

const layout = layOut([{ name: 'a', label: '', domain: [0, 100], share: 1 }], { from: 0, to: 100 }, 162, 142);
const lane = laneNamed(layout, 'a');
const { x } = layout;

/** The polygons that are filled for bands, each with its opacity. */
function drawn(bands: Parameters<typeof drawBands>[1], under?: number) {
  const polygons: { alpha: number; corners: [number, number][] }[] = [];
  let corners: [number, number][] = [];
  const nothing = () => undefined;
  const ink = {
    ...{ save: nothing, restore: nothing, rect: nothing, clip: nothing, closePath: nothing, globalAlpha: 1 },
    beginPath() {
      corners = [];
    },
    moveTo: (at: number, y: number) => corners.push([at, y]),
    lineTo: (at: number, y: number) => corners.push([at, y]),
    fill: () => polygons.push({ alpha: ink.globalAlpha, corners }),
  };
  drawBands(ink as unknown as Ink, bands, x, lane, { color: 'red', alpha: 0.4, under });
  return polygons;
}

it('bands that touch are one shape from the least to the largest values', () => {
  const polygons = drawn([
    { from: 10, to: 20, low: 10, high: 40 },
    { from: 20, to: 30, low: 20, high: 80 },
    { from: 50, to: 60, low: 0, high: 100 },
  ]);
  expect(polygons).toHaveLength(2);
  expect(polygons[0]?.alpha).toBe(0.4);
  const rounded = polygons[0]?.corners.map(([at, y]) => [at, Math.round(1e6 * y) / 1e6]);
  expect(rounded).toEqual(
    [
      ...[
        [x(10), lane.y(40)],
        [x(20), lane.y(40)],
        [x(20), lane.y(80)],
        [x(30), lane.y(80)],
      ],
      ...[
        [x(30), lane.y(20)],
        [x(20), lane.y(20)],
        [x(20), lane.y(10)],
        [x(10), lane.y(10)],
      ],
    ].map(([at, y = 0]) => [at, Math.round(1e6 * y) / 1e6]),
  );
});

it('the area under a band is filled up to its least value', () => {
  const [under, band] = drawn([{ from: 10, to: 20, low: 10, high: 40 }], 0.1);
  expect(under?.alpha).toBe(0.1);
  const levels = new Set(under?.corners.map(([, y]) => y));
  expect(levels).toEqual(new Set([lane.y(10), lane.bottom]));
  expect(band?.alpha).toBe(0.4);
});

it('a band of one value is a visible line, and one without values is left out', () => {
  const [flat, ...rest] = drawn([
    { from: 10, to: 20, low: 50, high: 50 },
    { from: 20, to: 30, low: Number.NaN, high: Number.NaN },
  ]);
  const levels = flat?.corners.map(([, y]) => y) ?? [];
  expect(Math.max(...levels) - Math.min(...levels)).toBe(1.5);
  expect(rest).toEqual([]);
});

it('a band without a limit goes on above the lane', () => {
  const [band] = drawn([{ from: 10, to: 20, low: 50, high: Number.POSITIVE_INFINITY }]);
  expect(Math.min(...(band?.corners.map(([, y]) => y) ?? []))).toBe(lane.top - 4);
});
