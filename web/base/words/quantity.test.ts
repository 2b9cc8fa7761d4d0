/** Tests that quantities are shown in units that people use, and that each way to type one means the same value. */
import { expect, it } from 'vitest';
import { exactIn, formatQuantity, readQuantity, unitFor } from './quantity';

it.each([
  [800_000, 'bit/s', '800 kbit/s'],
  [500, 'bit/s', '0.5 kbit/s'],
  [9_999_000, 'bit/s', '9,999 kbit/s'],
  [48_000_000, 'bit/s', '48 Mbit/s'],
  [16_384, 'bytes', '16 KiB'],
  [16_640, 'bytes', '16.25 KiB'],
  [12_000, 'bytes', '12,000 bytes'],
  [512, 'bytes', '512 bytes'],
  [2_097_152, 'bytes', '2 MiB'],
  [1_000, 'us', '1 ms'],
  [0, 'us', '0 µs'],
  [50, 'ms', '50 ms'],
  [0.25, '', '0.25'],
])('quantities shows %d %s as %s', (value, unit, shown) => {
  expect(formatQuantity(value, unit)).toBe(shown);
});

it('quantities are read back exactly as they were shown', () => {
  for (const value of [1, 999, 1_234_567, 800_000, 16_384, 16_640, 12_345, 2_097_152, 10_000_000])
    for (const unit of ['bit/s', 'bytes', 'us', 'ms']) {
      const shown = unitFor(unit, value);
      expect(readQuantity(exactIn(shown, value), unit, shown), `${value} ${unit}`).toBe(value);
    }
});

it.each([
  ['900', 900_000],
  ['900000 bit/s', 900_000],
  ['0.9 Mbit/s', 900_000],
  ['0.9M', 900_000],
  ['900 KBIT/S', 900_000],
  ['1 MB/s', 8_000_000],
  ['1 Mb/s', 1_000_000],
  ['1 mb/s', 1_000_000],
  ['100 KB/s', 800_000],
  ['100 kB/s', 800_000],
  ['100 kb/s', 100_000],
  ['2 KiB/s', 16_384],
  ['1 B/s', 8],
  ['1 Kb/S', 1000],
  ['900 apples', Number.NaN],
  ['fast', Number.NaN],
  ['', Number.NaN],
])('quantities read "%s" next to kbit/s', (typed, value) => {
  expect(readQuantity(typed, 'bit/s', unitFor('bit/s', 800_000))).toBe(value);
});
