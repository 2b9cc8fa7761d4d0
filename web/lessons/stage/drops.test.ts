/** Drops by hand are entries of the scenario's list, and every choice of segments is a scenario that the lesson's controls can make. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { simulatedText } from '../../run/simulated';
import { View } from '../../run/view';
import { changesBetween } from '../../scenario/changes';
import { handleKey, PICKER } from '../../ui/gestures';
import { controlsOfDrops, offers } from '../controls';
import { segmentsOf } from '../observe';
import { scenarioOf } from '../simulatedLesson';
import { droppedIn, reachable, segmentAt, sendingOf, withToggled } from './drops';

const HAND = { most: 4, segments: [45, 69] } as const;
const original = await scenarioOf({ label: '', scenario: 'one-to-four-drops.window' });

/** The scenario after clicks on these segments. */
function clicked(...segments: number[]): Scenario {
  const scenario = structuredClone(original);
  for (const segment of segments) scenario.drops = withToggled(scenario, original, HAND, segment);
  return scenario;
}

describe('drops by hand', () => {
  it('drop a segment at the first click and not after the second', () => {
    expect(droppedIn(original, HAND)).toEqual([45]);
    expect(droppedIn(clicked(60), HAND)).toEqual([45, 60]);
    expect(droppedIn(clicked(60, 45), HAND)).toEqual([60]);
  });

  it('restore the lesson’s scenario when all is taken back', () => {
    expect(clicked(60, 47, 60, 47)).toEqual(original);
    expect(clicked(45, 45)).toEqual(original);
  });

  it('move the last drop when none is left', () => {
    expect(droppedIn(clicked(46, 47, 48), HAND)).toEqual([45, 46, 47, 48]);
    expect(droppedIn(clicked(46, 47, 48, 60), HAND)).toEqual([45, 46, 47, 60]);
    const one = { ...HAND, most: 1 };
    const moved = { drops: withToggled(original, original, one, 60) };
    expect(droppedIn(moved, one)).toEqual([60]);
  });

  it('are plain changes, which links and codes keep, within what grading offers', () => {
    const changes = changesBetween(original, clicked(60, 45), catalogue) ?? [];
    expect(Object.fromEntries(changes)).toEqual({
      'drops.0.effect': 'mark',
      'drops.1.segment': 60,
      'drops.1.effect': 'drop',
    });
    const isOffered = ([path, value]: (typeof changes)[number]) =>
      controlsOfDrops(HAND).some((control) => control.path === path && offers(control, value));
    expect(changes.every(isOffered)).toBe(true);
    expect(isOffered(['drops.1.segment', 70])).toBe(false);
    expect(isOffered(['drops.4.effect', 'drop'])).toBe(false);
  });

  it('lose exactly those segments, once each', async () => {
    const run = await simulatedText(JSON.stringify(clicked(45, 50, 60)));
    expect(segmentsOf(run, 'drop_error').map(({ seq }) => seq)).toEqual([50, 60]);
  });

  it('find the sending of each segment in the window, by its mark too', async () => {
    const run = await simulatedText(JSON.stringify(original));
    const sending = sendingOf(run, 0, 50);
    expect(sending && segmentAt(run, sending)).toBe(50);
    expect(sendingOf(run, 0, 1000)).toBeNull();
    expect(reachable(run, 0, HAND, { from: 0, to: 10 })).toEqual([45, 69]);
    const at_s = sending?.time_s ?? 0;
    expect(reachable(run, 0, HAND, { from: at_s, to: 10 })?.[0]).toBeGreaterThan(45);
    expect(reachable(run, 0, HAND, { from: 9, to: 10 })).toBeNull();
  });

  it('take the keys that they know, and leave the others to the plot', () => {
    const view = new View();
    const keys: string[] = [];
    view.of(PICKER).set({ click: () => true, key: (key) => key === 'ArrowRight' && keys.push(key) > 0 });
    expect(handleKey('ArrowRight', false, view)).toBe(true);
    expect([keys, view.cursor.value]).toEqual([['ArrowRight'], null]);
    expect(handleKey('End', false, view)).toBe(true);
    expect(view.cursor.value).toBe(view.window.to);
  });
});
