import { expect, it } from 'vitest';
import { heightOf, ROW_PX, scrolled, TALLEST_PX, topOf } from './scroll';

const VIEW = 10 * ROW_PX;

it('a list of events short enough for a browser is scrolled by its rows', () => {
  expect(heightOf(1000)).toBe(1000 * ROW_PX);
  expect(scrolled(130, { first: 0, top: 0 }, 1000, VIEW)).toEqual({ first: 5, top: 130 });
  expect(topOf(5, 1000, VIEW)).toBe(130);
  expect(topOf(5000, 1000, VIEW)).toBe(990 * ROW_PX);
});

it('a list of events of ten million rows is scaled: the bar moves by shares, the wheel by rows, and both ends can be reached', () => {
  const count = 10_000_000;
  expect(heightOf(count)).toBe(TALLEST_PX);
  const middle = scrolled((TALLEST_PX - VIEW) / 2, { first: 0, top: 0 }, count, VIEW);
  expect(middle.first).toBeCloseTo((count - 10) / 2, 3);
  const turned = scrolled(middle.top + 3 * ROW_PX, middle, count, VIEW);
  expect(turned.first - middle.first).toBeCloseTo(3, 6);
  expect(scrolled(0, middle, count, VIEW).first).toBe(0);
  expect(scrolled(TALLEST_PX - VIEW, middle, count, VIEW).first).toBe(count - 10);
  expect(scrolled(topOf(777, count, VIEW), middle, count, VIEW).first).toBeCloseTo(777, 3);
});
