import { describe, expect, test } from 'vitest';
import {
  arrangementOf,
  heightsOf,
  textOf,
  USUAL,
  withEdgeMoved,
  withEnlarged,
  withMoved,
  withToggled,
} from './arrangement';

const names = (arrangement: typeof USUAL) => arrangement.items.map(({ name }) => name);

describe('an arrangement as text', () => {
  test('is empty for the usual plots, and back', () => {
    expect(textOf(USUAL)).toBe('');
    expect(arrangementOf('')).toEqual(USUAL);
  });

  test('keeps order, shares and the enlarged plot', () => {
    const text = 'queue*0.5,window!,rtt*2.25';
    expect(textOf(arrangementOf(text))).toBe(text);
    expect(arrangementOf(text).enlarged).toBe('window');
  });

  test('leaves out unknown and repeated names, and limits shares', () => {
    expect(arrangementOf('queue,nonsense,queue*3,window*1e9,,*,__proto__').items).toEqual([
      { name: 'queue', share: 1 },
    ]);
    expect(arrangementOf('queue*0.0001,window*999').items.map(({ share }) => share)).toEqual([0.2, 20]);
    expect(arrangementOf('nonsense')).toEqual(USUAL);
  });
});

describe('rearranging', () => {
  test('hides and shows plots, but never hides the last', () => {
    const one = arrangementOf('queue');
    expect(withToggled(one, 'queue')).toEqual(one);
    expect(names(withToggled(one, 'window'))).toEqual(['queue', 'window']);
    expect(names(withToggled(withToggled(one, 'window'), 'queue'))).toEqual(['window']);
  });

  test('moves a plot to a place, within the list', () => {
    const three = arrangementOf('queue,window,rtt');
    expect(names(withMoved(three, 'rtt', 0))).toEqual(['rtt', 'queue', 'window']);
    expect(names(withMoved(three, 'queue', 99))).toEqual(['window', 'rtt', 'queue']);
    expect(names(withMoved(three, 'queue', -1))).toEqual(names(three));
  });

  test('enlarging a hidden or shown plot is undone by doing it again', () => {
    const two = arrangementOf('queue,window');
    expect(withEnlarged(withEnlarged(two, 'queue'), 'queue')).toEqual(two);
    expect(withToggled(withEnlarged(two, 'queue'), 'queue').enlarged).toBeNull();
  });

  test('an edge moves height from one neighbor to the other', () => {
    const three = arrangementOf('queue,window,rtt');
    const moved = withEdgeMoved(three, 0, 0.1);
    expect(moved.items.map(({ share }) => Math.round(100 * share) / 100)).toEqual([1.3, 0.7, 1]);
    const far = withEdgeMoved(three, 0, 9).items;
    expect(far[0]?.share).toBeCloseTo(1.8);
    expect(far[1]?.share).toBeCloseTo(0.2);
    expect(withEdgeMoved(three, 2, 0.1)).toEqual(three);
  });
});

test('heights fill the room, and the last plot has the time axis', () => {
  for (const room of [301, 514, 662, 1164]) {
    const heights = heightsOf(USUAL, room, 18);
    expect(heights.reduce((sum, height) => sum + height, 0)).toBe(room);
    expect(heights.every(Number.isInteger)).toBe(true);
  }
  expect(heightsOf(arrangementOf('queue,window'), 218, 18)).toEqual([100, 118]);
});
