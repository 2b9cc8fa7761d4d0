import { expect, it } from 'vitest';
import type { Run } from '../run/trace';
import { asStyle, colorsIn, colorsOf } from './hues';

it.each<[string, (string | null)[], number[]]>([
  ['Reno next to Vegas', ['reno', 'vegas'], [1, 2]],
  ['Vegas first', ['vegas', 'reno'], [2, 1]],
  ['Vegas alone', ['vegas'], [2]],
  ['SACK alone', ['sack'], [4]],
  ['SACK after Reno', ['reno', 'sack'], [1, 4]],
  ['SACK among four', ['reno', 'newreno', 'sack', 'vegas'], [1, 3, 4, 2]],
  ['two that share a color', ['sack', 'veno'], [4, 3]],
  ['a sender without a color of its own', ['westwood'], [3]],
  ['Reno next to two others', ['dual', 'reno', null], [3, 1, 4]],
  ['several equal senders', ['vegas', 'vegas', 'vegas'], [2, 3, 4]],
  ['six others', [null, null, null, null, null, null], [3, 4, 5, 6, 2, 1]],
  ['more senders than colors', Array(8).fill('reno'), [1, 3, 4, 5, 6, 2, 1, 2]],
])('colors of %s', (_, presets, colors) => {
  expect(colorsOf(presets)).toEqual(colors);
});

it('colors are set for the flows that have a place of their own', () => {
  expect(asStyle([2, 1])).toEqual({ '--flow-1': 'var(--hue-2)', '--flow-2': 'var(--hue-1)' });
  expect(Object.keys(asStyle(colorsOf(Array(8).fill(null))))).toHaveLength(6);
});

it('a source after the flows never has the color of a sender', () => {
  const runOf = (...presets: (string | null)[]) =>
    ({ scenario: { flows: presets.map((preset) => ({ sender: { preset } })) } }) as unknown as Pick<
      Run,
      'scenario'
    >;
  for (const runs of [[runOf('vegas')], [runOf('reno', 'vegas')], [runOf('vegas'), runOf('reno')], [runOf()]])
    expect(new Set(colorsIn(runs, [0])).size).toBe(6);
  expect(colorsIn([runOf('vegas')], [0])).toEqual([2, 3, 4, 5, 6, 1]);
});
