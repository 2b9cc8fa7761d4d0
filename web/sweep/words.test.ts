import { expect, it } from 'vitest';
import type { Measure } from '../run/measures';
import { meanInWords } from './words';

const measure = (unit: string, size: number): Measure => ({
  name: 'all.fairness',
  group: '',
  label: 'some metric',
  unit: '',
  display: { unit, size },
  of: () => null,
  format: (value) => `${value / size} ${unit}`,
});

it.each([
  // Half-widths are rounded in the unit that's shown: in bytes/s, 465 would become 470, and 3.72 kbit/s 3.76.
  [69_037.5, 465, 'kbit/s', 125, '552.3 ± 3.7 kbit/s'],
  [5 / 3, 1.43, '', 1, '1.7 ± 1.4'],
  [156 + 1 / 3, 30.2, 'segments', 1, '156 ± 30 segments'],
  [12_345.6, 1_234.5, 'ms', 1, '12,346 ± 1,235 ms'],
  [0.998, 0.000_42, '', 1, '0.99800 ± 0.00042'],
])(
  'a mean of %d ± %d is rounded in its unit, to two digits of its interval',
  (value, ci95, unit, size, words) => {
    expect(meanInWords({ value, ci95, count: 3 }, measure(unit, size))).toBe(words);
  },
);

it('a mean without an interval, or with one of no width, has none', () => {
  for (const ci95 of [null, 0])
    expect(meanInWords({ value: 250, ci95, count: 3 }, measure('kbit/s', 125))).toBe('2 kbit/s');
  expect(meanInWords(null, measure('ms', 1))).toBe('–');
});
