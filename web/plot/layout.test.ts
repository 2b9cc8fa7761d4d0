import { expect, test } from 'vitest';
import { heightFor, type Lane, LEAST_HEIGHT, layOut, plain, STACKED, STACKED_LAST } from './layout';
import { linearScale } from './linear';

const line: Lane = { name: 'line', label: 'Line', domain: [0, 9], share: 1 };
const band = (name: string, pixels: number): Lane => ({ name, label: '', domain: [0, 1], pixels });

test('a plot of the height that it asks for gives its curves the least height, below any number of bands', () => {
  for (const margin of [STACKED, STACKED_LAST])
    for (const bands of [
      [],
      [14],
      [14, 14],
      [10, 10, 10, 10, 10, 10],
      Array.from({ length: 24 }, () => 10),
    ]) {
      const height = heightFor(bands, margin);
      const lanes = [...bands.map((pixels, at) => band(`band-${at}`, pixels)), line];
      const { top = 0, bottom = 0 } =
        layOut(lanes, { from: 0, to: 1 }, 600, height, margin).lanes.at(-1) ?? {};
      expect(bottom - top, `${bands}`).toBeGreaterThanOrEqual(LEAST_HEIGHT);
      expect(bottom - top, `${bands}`).toBeLessThan(LEAST_HEIGHT + 2);
    }
});

test('no lane has a negative height, however low the plot is', () => {
  for (const height of [-40, 0, 1, 26, 30, 60])
    for (const width of [-10, 0, 5, 300]) {
      const { lanes, height: inner } = layOut(
        [band('a', 14), band('b', 14), line],
        { from: 0, to: 0 },
        width,
        height,
        STACKED,
      );
      expect(inner).toBeGreaterThanOrEqual(0);
      for (const { top, bottom, y } of lanes) {
        expect(bottom).toBeGreaterThanOrEqual(top);
        expect(() => y.tickFormat(2)(y.ticks(2)[0] ?? 0)).not.toThrow();
      }
    }
});

test('the plain form of a scale is the scale, also without a length', () => {
  for (const domain of [
    [0, 4],
    [4, 4],
  ] as const) {
    const scale = linearScale(domain, [10, 30]);
    for (const value of [-1, 0, 3, 4]) expect(plain(scale)(value)).toBeCloseTo(scale(value));
  }
});
