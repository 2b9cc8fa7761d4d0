import { expect, test } from 'vitest';
import type { Theme } from '../ui/theme';
import type { Ink } from './ink';
import { laneNamed, layOut, STACKED } from './layout';
import { drawSigns, signsOf } from './signs';

const theme = { font: () => '11px sans', color: (token: string) => token } as unknown as Theme;

/** The labels that are drawn for flows whose lines end at these values, six pixels a character. */
function labels(names: readonly string[], ends: readonly number[], width: number) {
  const drawn: { text: string; left: number; right: number; y: number }[] = [];
  const context = {
    save() {},
    restore() {},
    strokeText() {},
    measureText: (text: string) => ({ width: 6 * text.length }),
    fillText: (text: string, x: number, y: number) =>
      drawn.push({ text, left: x - 6 * text.length, right: x, y }),
  } as unknown as Ink;
  const lane = { name: 'one', label: '', domain: [0, 10] as [number, number], share: 1 };
  const layout = layOut([lane], { from: 0, to: 10 }, width, 160, STACKED);
  const lines = names.map((name, flow) => ({
    flow,
    name,
    token: 'ink',
    points: { time_s: [0, 10], value: [0, ends[flow] ?? 0] },
  }));
  drawSigns(context, signsOf(context, lines, layout, laneNamed(layout, 'one'), theme), theme);
  return { drawn, layout };
}

test('each line ends in the name of its flow, and no two labels touch', () => {
  const { drawn, layout } = labels(['transfer', 'competitor', 'late'], [5, 5.2, 0], 600);
  expect(drawn.map(({ text }) => text)).toEqual(['transfer', 'competitor', 'late']);
  for (const one of drawn) {
    expect(one.left).toBeGreaterThanOrEqual(0);
    expect(one.right).toBeLessThanOrEqual(layout.width);
    for (const other of drawn)
      if (other !== one) expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(12);
  }
});

test('numbers replace names that would cover the plot, and long ones are cut', () => {
  const many = labels(['transfer', 'competitor', 'late'], [5, 2, 0], 200);
  expect(many.drawn.map(({ text }) => text)).toEqual(['1', '2', '3']);
  const long = labels(['a-very-long-name-of-a-flow', 'b'], [5, 2], 600);
  expect(long.drawn[0]?.text).toBe('a-very-long-name-…');
  expect(labels(['alone'], [5], 600).drawn).toEqual([]);
});
