import { describe, expect, it } from 'vitest';
import { type Lane, layOut, MARGIN, partOf } from './layout';
import { shiftBetween } from './moving';

const SIZE = { width: 162, height: 142, density: 1, margin: MARGIN };
const lane = (from: number, to: number, name = 'one'): Lane => ({
  name,
  label: '',
  domain: [from, to],
  share: 1,
});
/** The inner area is 100 × 100 pixels. */
const laidOut = (from: number, to: number, lanes: Lane[]) =>
  layOut(lanes, { from, to }, SIZE.width, SIZE.height);

const shift = (before: ReturnType<typeof laidOut>, after: ReturnType<typeof laidOut>, density = 1) =>
  shiftBetween({ layout: before }, { layout: after, size: { ...SIZE, density } });

describe('a moved picture', () => {
  const before = laidOut(0, 10, [lane(0, 100)]);

  it('a moved picture shifts left as the window advances, and down as the scale rises', () => {
    expect(shift(before, laidOut(1, 11, [lane(0, 100)]))).toEqual([-10, 0]);
    expect(shift(before, laidOut(-2, 8, [lane(7, 107)]))).toEqual([20, 7]);
    expect(shift(before, laidOut(0, 10, [lane(0, 100)]))).toEqual([0, 0]);
  });

  it('a moved picture is redrawn if the window or a scale changes its size, or a lane its name', () => {
    expect(shift(before, laidOut(1, 11.5, [lane(0, 100)]))).toBeNull();
    expect(shift(before, laidOut(1, 11, [lane(0, 101)]))).toBeNull();
    expect(shift(before, laidOut(1, 11, [lane(0, 100, 'another')]))).toBeNull();
    expect(shift(before, laidOut(1, 11, [lane(0, 100), lane(0, 1, 'second')]))).toBeNull();
  });

  it('a moved picture shifts only by whole device pixels', () => {
    const half = laidOut(0.05, 10.05, [lane(0, 100)]);
    expect(shift(before, half)).toBeNull();
    expect(shift(before, half, 2)).toEqual([-1, 0]);
    expect(shift(before, laidOut(1, 11, [lane(0.5, 100.5)]))).toBeNull();
  });

  it('a moved picture does not shift vertically if there are several lanes, which clip their marks', () => {
    const two = laidOut(0, 10, [lane(0, 37), lane(0, 37, 'second')]);
    expect(shift(two, laidOut(1, 11, [lane(0, 37), lane(0, 37, 'second')]))).toEqual([-10, 0]);
    expect(shift(two, laidOut(1, 11, [lane(1, 38), lane(1, 38, 'second')]))).toBeNull();
    expect(shift(two, laidOut(1, 11, [lane(1, 38), lane(0, 37, 'second')]))).toBeNull();
  });

  it('a moved picture keeps all positions in a part of its layout', () => {
    const part = partOf(before, -30, 40);
    expect(part.x.range()).toEqual([0, 40]);
    expect(part.x.domain()).toEqual([0, 4]);
    for (const time of [-1, 0, 3.7, 10]) expect(part.x(time)).toBeCloseTo(before.x(time), 9);
    expect(part.window).toEqual(before.window);
  });
});
