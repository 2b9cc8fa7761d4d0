/** Formats rates and sizes: one unit for each on the whole page. */
import { afterEach, expect, it } from 'vitest';
import { formatByteRate } from '../../run/metrics';
import { formatBytes, formatMeasuredRate, formatRate } from './format';
import { formatRateLabel } from './rateLabel';
import { chooseRateUnit } from './units';

afterEach(() => chooseRateUnit('kbit/s'));

it('rates are in kbit/s by default, links’ and goodputs alike', () => {
  expect([800_000, 1_544_000, 10_000_000, 33_600, 100].map(formatRate)).toEqual([
    '800 kbit/s',
    '1,544 kbit/s',
    '10,000 kbit/s',
    '33.6 kbit/s',
    '0.1 kbit/s',
  ]);
  expect([73_700, 512, 0, -1250].map(formatByteRate)).toEqual([
    '589.6 kbit/s',
    '4.10 kbit/s',
    '0.0 kbit/s',
    '−10.0 kbit/s',
  ]);
});

it('rates follow the chosen unit', () => {
  chooseRateUnit('Mbit/s');
  expect([formatRate(800_000), formatRate(10_000_000)]).toEqual(['0.8 Mbit/s', '10 Mbit/s']);
  expect(formatMeasuredRate(589_600)).toBe('0.590 Mbit/s');
  chooseRateUnit('KiB/s');
  expect([formatRate(819_200), formatByteRate(75_469)]).toEqual(['100 KiB/s', '73.7 KiB/s']);
});

it('rates in labels are in the largest unit in which three figures are exact', () => {
  expect(
    [800_000, 1_544_000, 1_540_000, 10_000_000, 33_600, 2_500_000_000, 100].map(formatRateLabel),
  ).toEqual([
    '800 kbit/s',
    '1,544 kbit/s',
    '1.54 Mbit/s',
    '10 Mbit/s',
    '33.6 kbit/s',
    '2.5 Gbit/s',
    '0.1 kbit/s',
  ]);
});

it('rates in labels are never in a smaller unit than the chosen one', () => {
  chooseRateUnit('Mbit/s');
  expect([800_000, 10_000_000, 1e9].map(formatRateLabel)).toEqual(['0.8 Mbit/s', '10 Mbit/s', '1 Gbit/s']);
  chooseRateUnit('KiB/s');
  expect([819_200, 8 * 1024 * 1024, 10_000_000].map(formatRateLabel)).toEqual([
    '100 KiB/s',
    '1 MiB/s',
    '1,220.7 KiB/s',
  ]);
});

it('sizes are in KiB from 1 KiB on', () => {
  expect([0, 536, 1024, 8000, 16_384].map(formatBytes)).toEqual([
    '0 B',
    '536 B',
    '1.0 KiB',
    '7.8 KiB',
    '16.0 KiB',
  ]);
});
