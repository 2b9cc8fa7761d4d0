import { expect, it } from 'vitest';
import { View, type ViewState } from './view';
import { panned, rowAt, rowsWithin, within, zoomed } from './window';

const whole = { from: 0, to: 20 };

it('time window keeps the zoomed moment in place', () => {
  expect(zoomed({ from: 0, to: 20 }, whole, 2, 5)).toEqual({ from: 2.5, to: 12.5 });
  expect(zoomed({ from: 4, to: 8 }, whole, 0.5, 6)).toEqual({ from: 2, to: 10 });
});

it('time window stays within the run when zoomed out or panned far', () => {
  expect(zoomed({ from: 0, to: 10 }, whole, 0.01, 5)).toEqual(whole);
  expect(panned({ from: 0, to: 5 }, whole, -3)).toEqual({ from: 0, to: 5 });
  expect(panned({ from: 0, to: 5 }, whole, 100)).toEqual({ from: 15, to: 20 });
  expect(within({ from: -10, to: 100 }, whole)).toEqual(whole);
});

it('time window finds the rows of a window and the last row at a moment', () => {
  const time_s = Float64Array.of(0, 1, 1, 2, 3);
  expect(rowsWithin(time_s, { from: 1, to: 2 })).toEqual([1, 4]);
  expect(rowsWithin(time_s, { from: 1.5, to: 1.7 })).toEqual([3, 3]);
  expect(rowAt(time_s, 1)).toBe(2);
  expect(rowAt(time_s, 2.9)).toBe(3);
  expect(rowAt(time_s, -1)).toBe(-1);
});

it('view keeps its window when a new run starts, cut to the length of the run', () => {
  const view = new View();
  view.setWhole(20);
  view.show({ from: 4, to: 6 });
  view.setWhole(18);
  expect(view.window).toEqual({ from: 4, to: 6 });
  view.setWhole(3);
  expect(view.window).toEqual({ from: 0, to: 3 });
});

it('view shows the whole run while it is not zoomed', () => {
  const view = new View();
  view.setWhole(20);
  view.zoom(2);
  view.zoom(0.5);
  view.setWhole(30);
  expect(view.window).toEqual({ from: 0, to: 30 });
});

it('view moves the window when the cursor steps over its edge', () => {
  const view = new View();
  view.setWhole(20);
  view.show({ from: 4, to: 6 });
  view.point(6);
  view.step(0.5);
  expect(view.cursor.value).toBe(7);
  expect(view.window).toEqual({ from: 5, to: 7 });
});

it('a state of a view stays until another scenario or address opens, or forever, and other views have their own', () => {
  const states = (['scenario', 'address', 'never'] as const).map(
    (until): ViewState<number> => ({ usual: 0, until }),
  );
  const [view, other] = [new View(), new View()];
  const values = () => states.map((state) => view.of(state).value);
  for (const state of states) view.of(state).set(1);
  view.leaveScenario();
  expect(values()).toEqual([0, 1, 1]);
  for (const state of states) view.of(state).set(2);
  view.reset();
  expect(values()).toEqual([0, 0, 2]);
  expect(states.map((state) => other.of(state).value)).toEqual([0, 0, 0]);
});
