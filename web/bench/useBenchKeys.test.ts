import { expect, it } from 'vitest';
import { View } from '../run/view';
import { actionFor } from '../ui/actions';
import { STEPPING } from '../ui/gestures';
import { benchKeys } from './useBenchKeys';

const NO_MODIFIER = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/** Presses a key on a bench with this view. */
function press(view: View, key: string, modifiers: Partial<typeof NO_MODIFIER> = {}): boolean {
  const action = actionFor(benchKeys(view), { ...NO_MODIFIER, ...modifiers, key });
  action?.run(0);
  return action !== null;
}

it('the bench’s keys step through events, and back with Shift', () => {
  const view = new View();
  expect(press(view, 'l'), 'without a run there is nothing to step through').toBe(false);
  const stepped: string[] = [];
  view.of(STEPPING).set((key) => stepped.push(key) > 0);
  for (const key of [',', '.', 'l', 'r', 't', 'd', 'f']) expect(press(view, key)).toBe(true);
  for (const key of ['L', 'R', 'T', 'D']) press(view, key, { shiftKey: true });
  expect(stepped.join('')).toBe(',.lrtdfLRTD');
});

it('the bench’s keys play, and change the speed', () => {
  const view = new View();
  const after = (key: string) => press(view, key) && [view.playing.value, view.speed.value];
  expect([' ', '<', '>', '>', ' '].map(after)).toEqual([
    [true, 1],
    [true, 0.5],
    [true, 1],
    [true, 2],
    [false, 2],
  ]);
});

it('the bench’s keys move the cursor and zoom', () => {
  const view = new View();
  view.setWhole(100);
  press(view, 'ArrowRight');
  expect(view.cursor.value).toBeCloseTo(0.5);
  press(view, 'ArrowRight', { shiftKey: true });
  expect(view.cursor.value).toBeCloseTo(5.5);
  press(view, 'ArrowLeft');
  expect(view.cursor.value).toBeCloseTo(5);
  press(view, '+', { shiftKey: true });
  expect(view.window.to - view.window.from).toBeCloseTo(100 / 1.5);
  press(view, '0');
  expect(view.window).toEqual({ from: 0, to: 100 });
});

it('the bench’s keys leave combinations with Ctrl, Alt and Command to the browser', () => {
  const view = new View();
  view.of(STEPPING).set(() => true);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(press(view, 'l', { [modifier]: true }), modifier).toBe(false);
});
