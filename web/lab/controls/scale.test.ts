import { scaleSymlog } from 'd3-scale';
import { expect, it } from 'vitest';
import { catalogue } from '../../engine/nodeEngine';
import { positionOf, SLIDER_MAX, stepped, suitable, valueAtPosition } from './scale';

const rate = { min: 100, max: 1e12, integer: true };
const alpha = { min: 0, max: 1000, integer: false };
const cwnd = { min: 1, max: 100, integer: true };

it.each([rate, alpha, cwnd])(
  'slider scale maps the ends of the range to the ends of the slider: $max',
  (shape) => {
    expect(valueAtPosition(0, shape)).toBe(shape.min);
    expect(valueAtPosition(SLIDER_MAX, shape)).toBe(shape.max);
    expect(positionOf(shape.min, shape)).toBe(0);
    expect(positionOf(shape.max, shape)).toBe(SLIDER_MAX);
  },
);

it.each([rate, alpha, cwnd])('slider scale never decreases as the slider moves up: $max', (shape) => {
  const values = Array.from({ length: SLIDER_MAX + 1 }, (_, position) => valueAtPosition(position, shape));
  expect(values).toEqual([...values].sort((a, b) => a - b));
  if (shape.integer) expect(values.every(Number.isInteger)).toBe(true);
});

it.each([rate, alpha])('slider scale maps decades as d3-scale does, up to $max', (shape) => {
  const theirs = scaleSymlog([shape.min, shape.max], [0, SLIDER_MAX]).constant(shape.min || 1);
  for (let position = 1; position < SLIDER_MAX; position += 1) {
    const value = theirs.invert(position);
    expect(positionOf(value, shape)).toBe(Math.round(theirs(value)));
    expect(valueAtPosition(position, { ...shape, integer: false })).toBe(Number(value.toPrecision(3)));
  }
});

it('slider scale gives small values enough room when the range spans decades', () => {
  expect(positionOf(3, alpha)).toBeGreaterThan(SLIDER_MAX / 6);
  expect(positionOf(1e6, rate)).toBeGreaterThan(SLIDER_MAX / 3);
});

it('slider scale rounds to numbers that people would type', () => {
  expect(valueAtPosition(positionOf(800_000, rate), rate) % 1000).toBe(0);
});

it('slider scale steps by round numbers and stays in the range', () => {
  expect(stepped(3, alpha, 1)).toBeCloseTo(3.1);
  expect(stepped(800_000, rate, 1)).toBe(810_000);
  expect(stepped(5, cwnd, -1)).toBe(4);
  expect(stepped(1, cwnd, -1)).toBe(1);
  expect(stepped(0, alpha, -1)).toBe(0);
});

const bytes = { min: 1, max: 1e9, integer: true, binary: true };

it('a binary scale steps in round fractions of KiB and MiB, up and down the same way', () => {
  expect(stepped(16_384, bytes, 1)).toBe(16_384 + 512);
  expect(stepped(16_384 + 512, bytes, -1)).toBe(16_384);
  expect(stepped(1_048_576, bytes, 1)).toBe(1_048_576 * 1.125);
  for (let value = 1024; value < 1e8; value = stepped(value, bytes, 1))
    expect(stepped(stepped(value, bytes, 1), bytes, -1)).toBe(value);
});

it('a binary scale never decreases as the slider moves up, and has whole eighths of its unit', () => {
  const values = Array.from({ length: SLIDER_MAX + 1 }, (_, position) => valueAtPosition(position, bytes));
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values.slice(0, -1).every((value) => value < 1024 || value % 128 === 0)).toBe(true);
});

it('a slider reaches around the usual value of its field, within what is allowed', () => {
  for (const usual of [1, 2, 3, 4]) expect(suitable(alpha, usual), `${usual}`).toEqual({ ...alpha, max: 20 });
  // 1, 3 and 6 are apart, and the middle of the track is a value that someone may want.
  expect(positionOf(3, suitable(alpha, 1)) - positionOf(1, suitable(alpha, 1))).toBe(SLIDER_MAX / 10);
  expect(valueAtPosition(SLIDER_MAX / 2, suitable(alpha, 1))).toBe(10);
  expect(suitable(rate, 800_000)).toEqual({ ...rate, min: 800, max: 800_000_000 });
  expect(Math.abs(positionOf(800_000, suitable(rate, 800_000)) - SLIDER_MAX / 2)).toBeLessThan(
    SLIDER_MAX / 20,
  );
  expect(suitable({ ...bytes, max: 40_000 }, 16_384)).toEqual({ ...bytes, min: 16, max: 40_000 });
  for (const none of [undefined, null, 0, 'reno']) expect(suitable(alpha, none)).toEqual(alpha);
  expect(suitable(cwnd, 2), 'a narrow range is shown whole').toEqual(cwnd);
});

it('every rule with an alpha and a beta compares them as one lower and one upper threshold', () => {
  const both = Object.values(catalogue.parts)
    .flatMap(({ members }) => members)
    .filter(({ fields }) => ['alpha', 'beta'].every((name) => fields.some((field) => field.name === name)));
  expect(both.map(({ kind }) => kind)).toEqual(['cam', 'linux_vegas']);
});
