import { expect, test } from 'vitest';
import {
  arrangementOf,
  heightsOf,
  itemsIn,
  textOf,
  USUAL,
  usualOf,
  withColumns,
  withEdgeMoved,
  withEnlarged,
  withMoved,
  withToggled,
} from './arrangement';

const names = (arrangement: typeof USUAL) => arrangement.items.map(({ name }) => name);

test('an arrangement as text is empty for the usual plots, and back', () => {
  expect(textOf(USUAL)).toBe('');
  expect(arrangementOf('')).toEqual(USUAL);
});

test('an arrangement as text keeps order, shares and the enlarged plot', () => {
  const text = 'queue*0.5,window!,rtt*2.25';
  expect(textOf(arrangementOf(text))).toBe(text);
  expect(arrangementOf(text).enlarged).toBe('window');
});

test('an arrangement as text separates two columns', () => {
  const text = 'queue,window*2;rtt!,throughput';
  const two = arrangementOf(text);
  expect(two.items.map(({ column }) => column)).toEqual([0, 0, 1, 1]);
  expect(textOf(two)).toBe(text);
  expect(textOf(arrangementOf(';;queue;rtt'))).toBe('queue,rtt');
});

test('an arrangement as text is empty for the usual plots of a wide screen, too', () => {
  const wide = usualOf(true);
  expect(textOf(wide, true)).toBe('');
  expect(arrangementOf('', true)).toEqual(wide);
  expect(new Set(wide.items.map(({ column }) => column))).toEqual(new Set([0, 1]));
  expect(textOf(wide)).toContain(';');
  expect(textOf(USUAL, true)).not.toBe('');
});

test('an arrangement as text leaves out unknown and repeated names, and limits shares', () => {
  expect(arrangementOf('queue,nonsense,queue*3,window*1e9,,*,__proto__').items).toEqual([
    { name: 'queue', share: 1, column: 0 },
  ]);
  expect(arrangementOf('queue*0.0001,window*999').items.map(({ share }) => share)).toEqual([0.2, 20]);
  expect(arrangementOf('nonsense')).toEqual(USUAL);
});

test('rearranging hides and shows plots, but never hides the last', () => {
  const one = arrangementOf('queue');
  expect(withToggled(one, 'queue')).toEqual(one);
  expect(names(withToggled(one, 'window'))).toEqual(['queue', 'window']);
  expect(names(withToggled(withToggled(one, 'window'), 'queue'))).toEqual(['window']);
});

test('rearranging moves a plot to a place, within the list', () => {
  const three = arrangementOf('queue,window,rtt');
  expect(names(withMoved(three, 'rtt', 0))).toEqual(['rtt', 'queue', 'window']);
  expect(names(withMoved(three, 'queue', 99))).toEqual(['window', 'rtt', 'queue']);
  expect(names(withMoved(three, 'queue', -1))).toEqual(names(three));
});

test('rearranging moves a plot to the other column, and never leaves the first one empty', () => {
  const two = arrangementOf('queue,window;rtt');
  expect(textOf(withMoved(two, 'queue', 9, 1))).toBe('window;rtt,queue');
  expect(textOf(withMoved(two, 'rtt', 1, 0))).toBe('queue,rtt,window');
  expect(textOf(withToggled(two, 'rtt'))).toBe('queue,window');
  expect(textOf(withToggled(two, 'fairness'))).toBe('queue,window;rtt,fairness');
  const low = withToggled(withToggled(two, 'queue'), 'window');
  expect(low.items).toEqual([{ name: 'rtt', share: 1, column: 0 }]);
});

test('rearranging puts half of the plots into a second column, and back', () => {
  const three = arrangementOf('queue,window,rtt');
  expect(textOf(withColumns(three, 2))).toBe('queue,window;rtt');
  expect(withColumns(withColumns(three, 2), 1)).toEqual(three);
});

test('rearranging enlarging a hidden or shown plot is undone by doing it again', () => {
  const two = arrangementOf('queue,window');
  expect(withEnlarged(withEnlarged(two, 'queue'), 'queue')).toEqual(two);
  expect(withToggled(withEnlarged(two, 'queue'), 'queue').enlarged).toBeNull();
});

test('an edge moves height from one neighbor to the other', () => {
  const three = arrangementOf('queue,window,rtt');
  const moved = withEdgeMoved(three, 'queue', 0.1);
  expect(moved.items.map(({ share }) => Math.round(100 * share) / 100)).toEqual([1.3, 0.7, 1]);
  const far = withEdgeMoved(three, 'queue', 9).items;
  expect(far[0]?.share).toBeCloseTo(1.8);
  expect(far[1]?.share).toBeCloseTo(0.2);
  expect(withEdgeMoved(three, 'rtt', 0.1)).toEqual(three);
  const two = arrangementOf('queue;window,rtt');
  expect(withEdgeMoved(two, 'queue', 0.1), 'there is none between columns').toEqual(two);
  expect(textOf(withEdgeMoved(two, 'window', 0.1))).toBe('queue;window*1.2,rtt*0.8');
});

test('heights fill the room, and the last plot has the time axis', () => {
  for (const room of [301, 514, 662, 1164]) {
    const heights = heightsOf(USUAL.items, room, 18);
    expect(heights.reduce((sum, height) => sum + height, 0)).toBe(room);
    expect(heights.every(Number.isInteger)).toBe(true);
  }
  expect(heightsOf(arrangementOf('queue,window').items, 218, 18)).toEqual([100, 118]);
});

test('no plot gets less than it needs, and the others share the rest', () => {
  const { items } = arrangementOf('queue*20,window,rtt*0.2');
  expect(heightsOf(items, 600, 18, [126, 146, 126])).toEqual([310, 146, 144]);
  for (let room = 416; room < 1200; room += 7) {
    const heights = heightsOf(items, room, 18, [126, 146, 126]);
    expect(heights.reduce((sum, height) => sum + height, 0)).toBe(room);
    expect(heights[0], `${room}`).toBeGreaterThanOrEqual(126);
    expect(heights[1], `${room}`).toBeGreaterThanOrEqual(146);
    expect(heights[2], `${room}`).toBeGreaterThanOrEqual(126 + 18);
  }
});

const least = (name: string) => (name === 'window' ? 146 : 126);
const shownIn = (room: number, chosen: string | null = null, text = '', most = 9) => {
  const { shown, tabbed } = itemsIn(
    arrangementOf(text).items,
    least,
    { room, axis: 18, tabs: 30, most },
    chosen,
  );
  return `${shown.map(({ name }) => name).join()}${tabbed ? ' with tabs' : ''}`;
};

test('a room shows all plots that fit, else as many neighbors of the chosen one as fit next to tabs', () => {
  expect(shownIn(542)).toBe('sender-sequence,window,queue,rtt');
  expect(shownIn(541)).toBe('sender-sequence,window,queue with tabs');
  expect(shownIn(541, 'queue')).toBe('window,queue,rtt with tabs');
  expect(shownIn(446, 'rtt')).toBe('window,queue,rtt with tabs');
  expect(shownIn(445, 'rtt')).toBe('queue,rtt with tabs');
  expect(shownIn(200, 'window')).toBe('window with tabs');
});

test('a room always shows the chosen plot, and one plot in the lowest room', () => {
  for (const room of [-50, 0, 1, 99, Number.NaN])
    for (const chosen of [null, 'queue', 'fairness'])
      expect(shownIn(room, chosen)).toBe(`${chosen === 'queue' ? chosen : 'sender-sequence'} with tabs`);
  for (let room = 0; room < 700; room += 13)
    for (const { name } of USUAL.items) expect(shownIn(room, name)).toContain(name);
});

test('a room never shows more than it may, and has no tabs for a single plot', () => {
  expect(shownIn(2000, 'rtt', '', 1)).toBe('rtt with tabs');
  expect(shownIn(10, null, 'queue')).toBe('queue');
});

test('a room keeps two columns that both fit, and otherwise shows one', () => {
  const two = 'queue,window;rtt,throughput';
  expect(shownIn(290, null, two)).toBe('queue,window,rtt,throughput');
  expect(shownIn(289, null, two)).toBe('queue with tabs');
});
