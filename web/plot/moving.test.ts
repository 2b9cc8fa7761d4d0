import { describe, expect, it } from 'vitest';
import { type Lane, layOut, partOf } from './layout';
import { wayBetween } from './moving';

const SIZE = { width: 162, height: 142, density: 1 };
const lane = (from: number, to: number, name = 'one'): Lane => ({
  name,
  label: '',
  domain: [from, to],
  share: 1,
});
/** A hundred pixels wide and high inside. */
const laidOut = (from: number, to: number, lanes: Lane[]) =>
  layOut(lanes, { from, to }, SIZE.width, SIZE.height);

const way = (before: ReturnType<typeof laidOut>, after: ReturnType<typeof laidOut>, density = 1) =>
  wayBetween({ layout: before }, { layout: after, size: { ...SIZE, density } });

describe('a picture moved', () => {
  const before = laidOut(0, 10, [lane(0, 100)]);

  it('goes to the left when the window goes on, and down when the scale goes up', () => {
    expect(way(before, laidOut(1, 11, [lane(0, 100)]))).toEqual([-10, 0]);
    expect(way(before, laidOut(-2, 8, [lane(7, 107)]))).toEqual([20, 7]);
    expect(way(before, laidOut(0, 10, [lane(0, 100)]))).toEqual([0, 0]);
  });

  it('is another one if the window or a scale has another size, or a lane another name', () => {
    expect(way(before, laidOut(1, 11.5, [lane(0, 100)]))).toBeNull();
    expect(way(before, laidOut(1, 11, [lane(0, 101)]))).toBeNull();
    expect(way(before, laidOut(1, 11, [lane(0, 100, 'another')]))).toBeNull();
    expect(way(before, laidOut(1, 11, [lane(0, 100), lane(0, 1, 'second')]))).toBeNull();
  });

  it('goes by whole pixels of the screen only', () => {
    const half = laidOut(0.05, 10.05, [lane(0, 100)]);
    expect(way(before, half)).toBeNull();
    expect(way(before, half, 2)).toEqual([-1, 0]);
    expect(way(before, laidOut(1, 11, [lane(0.5, 100.5)]))).toBeNull();
  });

  it('is not vertical if several lanes clip their marks', () => {
    const two = laidOut(0, 10, [lane(0, 37), lane(0, 37, 'second')]);
    expect(way(two, laidOut(1, 11, [lane(0, 37), lane(0, 37, 'second')]))).toEqual([-10, 0]);
    expect(way(two, laidOut(1, 11, [lane(1, 38), lane(1, 38, 'second')]))).toBeNull();
    expect(way(two, laidOut(1, 11, [lane(1, 38), lane(0, 37, 'second')]))).toBeNull();
  });

  it('has everything where it was in a part of its layout', () => {
    const part = partOf(before, -30, 40);
    expect(part.x.range()).toEqual([0, 40]);
    expect(part.x.domain()).toEqual([0, 4]);
    for (const time of [-1, 0, 3.7, 10]) expect(part.x(time)).toBeCloseTo(before.x(time), 9);
    expect(part.window).toEqual(before.window);
  });
});
