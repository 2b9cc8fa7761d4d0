import { expect, it } from 'vitest';
import { View } from '../run/view';
import { attachPointer, DRAGS } from './gestures';

/** A plot 100 pixels wide over ten seconds, on which `drag` drags from one pixel to another. */
function setUp() {
  const listeners = new Map<string, (event: unknown) => void>();
  const element = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 50 }),
    setPointerCapture: () => {},
  } as unknown as HTMLElement;
  const view = new View();
  view.setWhole(10);
  attachPointer(element, view);
  const drag = (from: number, to: number, more: object = {}) => {
    const at = (type: string, clientX: number) =>
      listeners.get(type)?.({
        type,
        clientX,
        clientY: 9,
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        ...more,
      });
    at('pointerdown', from);
    at('pointermove', to);
    at('pointerup', to);
    at('pointermove', 1);
  };
  return { view, drag };
}

it('selects the time to show', () => {
  const { view, drag } = setUp();
  drag(20, 60);
  expect(view.window).toEqual({ from: 2, to: 6 });
});

it.each(['mouse', 'touch'])(
  'moves the time in lessons, shows as much as before, and leaves the time there (%s)',
  (pointerType) => {
    const { view, drag } = setUp();
    view.of(DRAGS).set('time');
    view.show({ from: 0, to: 5 });
    view.playing.set(true);
    drag(20, 60, { pointerType });
    expect(view.window).toEqual({ from: 0, to: 5 });
    expect(view.cursor.value).toBe(3);
    expect(view.playing.value).toBe(false);
  },
);

it('moves the shown time with Shift', () => {
  const { view, drag } = setUp();
  view.of(DRAGS).set('time');
  view.show({ from: 2, to: 6 });
  drag(60, 35, { shiftKey: true });
  expect(view.window).toEqual({ from: 3, to: 7 });
});
