import { expect, it } from 'vitest';
import { type Dragged, nudged, rounded, scrubbed, valueInWords } from './edits';
import { boxLength, packetsIn, SHORTEST_BOX } from './queueBox';

const field = (change: Partial<Dragged> = {}): Dragged => ({
  quantity: 'buffer',
  path: 'links.0.queue.limit_bytes',
  value: 16_384,
  unit: 'bytes',
  min: 1,
  max: 1e9,
  ...change,
});

it('the box of an elastic queue has a length from which the buffer follows', () => {
  for (const packets of [1, 4, 10, 27.7, 100, 400])
    expect(packetsIn(boxLength(packets, 220), 220)).toBeCloseTo(packets, 6);
});

it('the box of an elastic queue grows with the buffer and stays in its room', () => {
  let before = 0;
  for (const packets of [1, 2, 5, 20, 100, 1e4, 1e6]) {
    const length = boxLength(packets, 220);
    expect(length).toBeGreaterThan(before);
    expect(length).toBeLessThan(220);
    before = length;
  }
});

it('the box of an elastic queue gives a finite buffer wherever the pointer is', () => {
  expect(packetsIn(-50, 220)).toBe(packetsIn(SHORTEST_BOX, 220));
  expect(packetsIn(5000, 220)).toBe(packetsIn(219, 220));
});

it('a drag returns to its start, and moves further the further the pointer goes', () => {
  const delay = field({ quantity: 'delay', unit: 'ms', value: 50, min: 0, max: 10_000 });
  expect(scrubbed(delay, 50, 0)).toBe(50);
  const values = [-400, -100, 0, 100, 400].map((pixels) => scrubbed(delay, 50, pixels));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(new Set(values).size).toBe(values.length);
});

it('a drag reaches zero where the field allows it, and stops at its range', () => {
  const delay = field({ quantity: 'delay', unit: 'ms', value: 1, min: 0, max: 200 });
  expect(scrubbed(delay, 1, -500)).toBe(0);
  expect(scrubbed(delay, 1, 5000)).toBe(200);
});

it('a drag gives values that people would type', () => {
  expect(rounded(field(), 16_700)).toBe(16_384);
  expect(rounded(field(), 3_900)).toBe(3_840);
  expect(rounded(field({ unit: 'packets' }), 12.4)).toBe(12);
  expect(rounded(field({ unit: 'bit/s' }), 812_345)).toBe(810_000);
  expect(rounded(field({ unit: 'ms', min: 0 }), 49.6)).toBe(50);
});

it('an arrow key moves one step up or down', () => {
  expect(nudged(field(), 1)).toBe(17_408);
  expect(nudged(field(), -1)).toBe(15_360);
  expect(nudged(field({ unit: 'packets', value: 28 }), 1)).toBe(29);
  expect(nudged(field({ unit: 'ms', value: 50, min: 0 }), -1)).toBe(49);
  expect(nudged(field({ unit: 'bit/s', value: 800_000 }), 1)).toBe(810_000);
});

it('an arrow key always changes the value within the range, and never leaves it', () => {
  for (const unit of ['bytes', 'packets', 'ms', 'bit/s'] as const) {
    for (const value of [1, 3, 10, 99, 100, 1000, 4096, 65_536, 1e6]) {
      expect(nudged(field({ unit, value }), 1)).toBeGreaterThan(value);
      expect(nudged(field({ unit, value, min: 0 }), -1)).toBeLessThan(value);
      expect(nudged(field({ unit, value, min: value, max: value }), 1)).toBe(value);
    }
  }
});

it('shows a buffer in KiB once it has several', () => {
  expect(valueInWords({ unit: 'bytes' }, 16_384)).toBe('16 KiB');
  expect(valueInWords({ unit: 'bytes' }, 592)).toBe('592 B');
  expect(valueInWords({ unit: 'packets' }, 1)).toBe('1 packet');
  expect(valueInWords({ unit: 'bit/s' }, 800_000)).toBe('800 kbit/s');
});
