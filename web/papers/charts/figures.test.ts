import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../run/trace';
import { View } from '../../run/view';
import { type Entry, type Finding, groups, type Paper } from '../../scenario/content/papers';
import { indexAfter } from './ChartInput';
import { domainOf, layOutChart, nearestPoint, signPosition, wrap } from './chart';
import {
  type DrawnPoint,
  drawnSeries,
  type EntriesDrawing,
  figuresOfExperiment,
  figuresOfGroup,
  flowsOf,
  type RunDrawing,
  timeWindowOf,
  valuesOf,
} from './select';

const entry = (item: string, more: Partial<Entry> = {}): Entry => ({
  item,
  place: 'Figure 7',
  quantity: item,
  unit: 'bytes',
  published: { value: 100 },
  experiment: 'buffers',
  measure: { kind: 'flow', arm: 'ten', flow: 'a', figure: 'sent' },
  expect: { kind: 'number', tolerance: 'model' },
  ...more,
});

const drawing: EntriesDrawing = {
  kind: 'entries',
  x: { label: 'buffer', unit: 'packets' },
  y: { label: 'retransmitted', unit: 'bytes' },
  series: [
    {
      name: 'Vegas',
      points: [
        { x: 10, item: 'figure-7/vegas-10' },
        { x: 20, item: 'figure-7/vegas-20' },
      ],
    },
    { name: 'Reno', points: [{ x: 10, item: 'figure-7/reno-10' }] },
  ],
};

const curve: RunDrawing = { kind: 'run', experiment: 'buffers', arm: 'twenty', panel: 'cwnd', flows: ['b'] };

const paper = {
  name: 'p',
  entries: [
    entry('figure-7/vegas-10'),
    entry('figure-7/vegas-20', {
      measure: { kind: 'flow', arm: 'twenty', flow: 'a', figure: 'sent' },
      published: {},
      expect: { kind: 'direction', above: 0, below: 50 },
    }),
    entry('figure-7/reno-10', { experiment: 'elsewhere' }),
  ],
  figures: [
    { name: 'figure-7', place: 'Figure 7', title: '', drawing },
    { name: 'figure-2/window', place: 'Figure 2', title: '', drawing: curve },
  ],
} as unknown as Paper;

const finding = (item: string, ours: number | null, ci95: number | null): [string, Finding] => [
  `p/${item}`,
  { paper: 'p', item, ours, ci95, verdict: 'agrees' },
];

const findings = new Map([
  finding('figure-7/vegas-10', 104, 2),
  finding('figure-7/vegas-20', 20, null),
  finding('figure-7/reno-10', 0, 0),
]);

const series = drawnSeries(drawing, paper, findings);
const [vegas10, vegas20, reno10] = series.flatMap(({ points }) => points) as [
  DrawnPoint,
  DrawnPoint,
  DrawnPoint,
];

it('a figure of numbers has every point of the paper file, with both values and our interval', () => {
  expect(series.map(({ name, points }) => [name, points.length])).toEqual([
    ['Vegas', 2],
    ['Reno', 1],
  ]);
  expect(vegas10).toMatchObject({ x: 10, published: 100, ours: 104, whisker: [102, 106], limits: [] });
});

it('a figure of numbers has no whisker for a single run, and limits if the paper gives only a direction', () => {
  expect(vegas20.whisker).toBeNull();
  expect(vegas20.published).toBeNull();
  expect(vegas20.limits).toEqual([
    { at: 0, above: true },
    { at: 50, above: false },
  ]);
  expect(valuesOf(vegas20)).toEqual([20, 0, 50]);
});

it('a figure of numbers cuts the interval of a count at 0, but not that of a change', () => {
  const one = (measure: Entry['measure']) => {
    const item = 'figure-7/reno-10';
    const small = { ...paper, entries: [entry(item, { measure })] };
    const around1 = new Map([finding(item, 1, 3)]);
    return drawnSeries(drawing, small, around1).flatMap(({ points }) => points)[0]?.whisker;
  };
  const count = { kind: 'flow', flow: 'a', figure: 'sent' } as const;
  expect(one(count)).toEqual([0, 4]);
  expect(one({ kind: 'mean', of: [count, count] })).toEqual([0, 4]);
  expect(one({ kind: 'change', of: count, from: count })).toEqual([-2, 4]);
  const difference = { kind: 'sum', of: [count, { kind: 'times', factor: -1, of: count }] } as const;
  expect(one({ ...difference, of: [...difference.of] })).toEqual([-2, 4]);
});

it('a figure of numbers belongs to the group of its table or figure, even if the group has no numbers', () => {
  expect([...groups(paper)].map(([name, entries]) => [name, entries.length])).toEqual([
    ['figure-7', 3],
    ['figure-2', 0],
  ]);
  expect(figuresOfGroup(paper, 'figure-2').map(({ name }) => name)).toEqual(['figure-2/window']);
});

it('a figure of numbers is listed with its arm, curves first, and as a figure of other arms elsewhere', () => {
  const names = (arm: string) => {
    const { own, others } = figuresOfExperiment(paper, 'buffers', arm);
    return [own.map(({ name }) => name), others.map(({ name }) => name)];
  };
  expect(names('twenty')).toEqual([['figure-2/window', 'figure-7'], []]);
  expect(names('ten')).toEqual([['figure-7'], ['figure-2/window']]);
  expect(figuresOfExperiment(paper, 'nothing', null)).toEqual({ own: [], others: [] });
});

const run = { summary: null, now_s: 3, scenario: { duration_s: 8 } } as unknown as Run;

it('a curve shows the time window of the paper, or else the whole run', () => {
  expect(timeWindowOf({ ...curve, window_s: [2, 5] }, run)).toEqual({ from: 2, to: 5 });
  expect(timeWindowOf(curve, run)).toEqual({ from: 0, to: 8 });
  expect(timeWindowOf(curve, { ...run, summary: {} } as unknown as Run)).toEqual({ from: 0, to: 3 });
});

it('a curve shows the flows that it names, or else the first ones', () => {
  const all = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as unknown as Run['scenario']['flows'];
  expect(flowsOf(curve, all, 2)).toEqual([1]);
  expect(flowsOf({ kind: 'run', experiment: 'buffers', panel: 'queue' }, all, 2)).toEqual([0, 1]);
});

it('a curve cannot be panned out of its time window', () => {
  const view = new View();
  view.setWhole(20, 10);
  expect(view.window).toEqual({ from: 10, to: 20 });
  view.show({ from: 8, to: 12 });
  expect(view.window).toEqual({ from: 10, to: 14 });
  view.setWhole(20, 12);
  expect(view.window).toEqual({ from: 12, to: 16 });
});

it('the scales of a figure start at zero unless that squeezes the values together', () => {
  expect(domainOf([5, 10])).toEqual([0, 10.5]);
  expect(domainOf([90, 100])).toEqual([89.5, 100.5]);
  // An amount also starts there where its values fill less of the height.
  expect(domainOf([70, 100])).toEqual([68.5, 101.5]);
  expect(domainOf([70, 100], true)).toEqual([0, 105]);
  expect(domainOf([95, 100], true)).toEqual([94.75, 100.25]);
  expect(domainOf([-20, -10])).toEqual([-21, 0]);
  expect(domainOf([])).toEqual([0, 1]);
  expect(domainOf([0, 0])).toEqual([0, 1]);
});

it('the scales of a figure have ticks at the points', () => {
  const chart = layOutChart(drawing, series, 400, 300);
  expect(chart.xTicks.map(({ lines }) => lines)).toEqual([['10'], ['20']]);
  expect(chart.x(vegas10)).toBeCloseTo(chart.width * (0.5 / 11));
  expect(chart.y(0)).toBe(chart.height);
  expect(chart.y(104)).toBeGreaterThan(0);
});

it("the scales of a figure put values that aren't positive below a logarithmic scale", () => {
  const chart = layOutChart({ ...drawing, y: { ...drawing.y, log: true } }, series, 400, 300);
  expect(chart.yTicks[0]?.lines).toEqual(['≤ 0']);
  expect(chart.y(0)).toBe(chart.yTicks[0]?.at);
  expect(chart.y(20)).toBeLessThan(chart.y(0));
  expect(chart.y(100)).toBeLessThan(chart.y(20));
});

it('the scales of a figure label small numbers without rounding them', () => {
  const shares: EntriesDrawing = {
    ...drawing,
    x: { label: 'share', log: true },
    series: [
      {
        name: '',
        points: [
          { x: 0.0001, item: 'figure-7/vegas-10' },
          { x: 0.1, item: 'figure-7/vegas-20' },
        ],
      },
    ],
  };
  const chart = layOutChart(shares, drawnSeries(shares, paper, findings), 400, 300);
  expect(chart.xTicks.map(({ lines }) => lines)).toEqual([['0.0001'], ['0.1']]);
});

it('the scales of a figure have the range of the paper, wider only if our values lie outside', () => {
  const x = { label: 'share', log: true, range: [1, 100] as [number, number] };
  const chart = layOutChart({ x, y: { ...drawing.y, range: [-50, 50] } }, series, 400, 300);
  expect(chart.x(vegas10)).toBeCloseTo(chart.width / 2);
  expect(chart.xTicks.map(({ lines }) => lines)).toContainEqual(['100']);
  expect(chart.y(-50)).toBeCloseTo(chart.height);
  const highest = Math.max(...series.flatMap(({ points }) => points.flatMap(valuesOf)));
  expect(highest).toBeGreaterThan(50);
  expect(chart.y(highest)).toBeCloseTo(0);
});

it('the scales of a figure put series side by side above each name', () => {
  const named = { ...drawing, x: { label: '', names: Array.from({ length: 21 }, (_, i) => `n${i}`) } };
  const chart = layOutChart(named, series, 680, 300);
  expect(chart.named).toBe(true);
  expect(chart.xTicks).toHaveLength(21);
  expect(chart.x(reno10) - chart.x(vegas10)).toBeCloseTo((chart.width / 21) * 0.35);
});

it('the scales of a figure wrap names between words', () => {
  expect(wrap('Vegas with NewReno', 12)).toEqual(['Vegas with', 'NewReno']);
  expect(wrap('Vegas-CAM', 4)).toEqual(['Vegas-CAM']);
});

describe('a chart', () => {
  const chart = layOutChart(drawing, series, 400, 300);

  it('a chart chooses the nearest point within reach', () => {
    const points = [vegas10, vegas20, reno10];
    expect(nearestPoint(chart, points, chart.x(vegas20) + 3, chart.y(20))).toBe(vegas20);
    expect(nearestPoint(chart, points, chart.width / 2, 0)).toBeNull();
  });

  it('a chart moves from point to point with keys', () => {
    expect(indexAfter('ArrowRight', -1, 3)).toBe(0);
    expect(indexAfter('ArrowRight', 2, 3)).toBe(2);
    expect(indexAfter('ArrowLeft', 0, 3)).toBe(0);
    expect(indexAfter('End', 0, 3)).toBe(2);
    expect(indexAfter('Escape', 1, 3)).toBe(-1);
    expect(indexAfter('a', 1, 3)).toBeNull();
  });

  it('a chart puts the sign of a deviation on the side away from the published value', () => {
    expect(signPosition(chart, vegas10).y).toBeLessThan(chart.y(106));
    const below = signPosition(chart, { ...vegas10, ours: 60, whisker: [58, 62] });
    expect(below.y).toBeGreaterThan(chart.y(58));
    const atZero = signPosition(chart, { ...vegas10, ours: 0, whisker: null });
    expect(atZero.x).toBeGreaterThan(0);
    expect(atZero.y).toBeLessThanOrEqual(chart.height + 4);
  });
});

const content = new URL('../../../content/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, content), 'utf8')) as T;
const allFindings = new Map(
  read<Finding[]>('findings.json').map((one) => [`${one.paper}/${one.item}`, one] as const),
);
const drawn = readdirSync(new URL('papers/', content)).flatMap((file) => {
  const paper = read<Paper>(`papers/${file}`);
  return (paper.figures ?? []).flatMap(({ name, drawing }) =>
    drawing.kind === 'entries' ? [{ name: `${paper.name} ${name}`, paper, drawing }] : [],
  );
});

it.each(drawn)(
  'figures of all papers $name starts at 0 or above, unless the paper or ours is below',
  ({ paper, drawing }) => {
    const series = drawnSeries(drawing, paper, allFindings);
    const { yTicks } = layOutChart(drawing, series, 680, 300);
    const values = series.flatMap(({ points }) =>
      points.flatMap(({ published, interval, model, ours }) => [published, model, ours, ...(interval ?? [])]),
    );
    const signed = values.some((value) => value !== null && value < 0);
    expect(yTicks.some(({ lines }) => /^[-−]/.test(lines[0] ?? ''))).toBe(signed);
  },
);

it.each(drawn)('figures of all papers $name fits on a phone', ({ paper, drawing }) => {
  const series = drawnSeries(drawing, paper, allFindings);
  const chart = layOutChart(drawing, series, 280, 300);
  const points = series.flatMap((one) => one.points);
  expect(points).toHaveLength(drawing.series.reduce((sum, { points }) => sum + points.length, 0));
  for (const point of points) {
    const values = valuesOf(point);
    expect(values.length, point.entry.item).toBeGreaterThan(0);
    for (const [at, end] of [
      [chart.x(point), chart.width],
      ...values.map((value) => [chart.y(value), chart.height]),
    ] as [number, number][]) {
      expect(at, point.entry.item).toBeGreaterThanOrEqual(0);
      expect(at, point.entry.item).toBeLessThanOrEqual(end);
    }
  }
});
