import { expect, test } from 'vitest';
import { inEvenRatios, layOutCurves, placed } from './CurveChart';
import type { Point } from './sweep';

test('values in even ratios differ from even steps', () => {
  for (const values of [
    [4, 8, 16, 32],
    [10, 31, 100],
    [1, 1.5, 2.25],
  ])
    expect(inEvenRatios(values), `${values}`).toBe(true);
  for (const values of [[4, 8], [10, 20, 30], [100, 101, 102], [0, 4, 8], [], [8, 4, 2]])
    expect(inEvenRatios(values), `${values}`).toBe(false);
});

test('a curve over even ratios has a logarithmic axis with those ticks, and amounts start at zero', () => {
  const values = [4, 8, 16, 32];
  const point = { series: 0, mean: null } as unknown as Point;
  const points = values.map((x, place) => placed(point, x, 70 + 10 * place));
  const curves = { series: [{ name: '', points }], log: true, xLabel: '', yLabel: '', most: Infinity };
  const chart = layOutCurves(curves, 500, 300);
  expect(chart.xTicks.map(({ lines }) => lines[0])).toEqual(['4', '8', '16', '32']);
  const [a = 0, b = 0, c = 0, d = 0] = chart.xTicks.map(({ at }) => at);
  expect(b - a).toBeCloseTo(c - b);
  expect(d - c).toBeCloseTo(c - b);
  expect(chart.y(0)).toBe(chart.height);
});

test('an axis labels the values with few digits, or all if too few have them', () => {
  const point = { series: 0, mean: null } as unknown as Point;
  const labels = (values: number[]) =>
    layOutCurves(
      {
        series: [{ name: '', points: values.map((x) => placed(point, x, 70)) }],
        log: true,
        xLabel: '',
        yLabel: '',
        most: Infinity,
      },
      900,
      300,
    ).xTicks.map(({ lines }) => lines[0]);
  expect(labels([4, 5.656_85, 8, 11.313_7, 16, 22.627_4, 32])).toEqual(['4', '8', '16', '32']);
  expect(labels([2.828_43, 5.656_85, 8, 11.313_7])).toEqual(['2.828', '5.657', '8', '11.31']);
});

test('an axis of shares ends at 100 %, and one without a limit at a round number above the values', () => {
  const point = { series: 0, mean: null } as unknown as Point;
  const series = [{ name: '', points: [placed(point, 1, 49), placed(point, 2, 94)] }];
  const last = (most: number) => {
    const { yTicks, y } = layOutCurves({ series, log: false, xLabel: '', yLabel: '', most }, 500, 300);
    return [yTicks.at(-1)?.lines[0], y(100)];
  };
  expect(last(100)).toEqual(['100', 0]);
  expect(last(Infinity)).toEqual(['100', expect.any(Number)]);
});
