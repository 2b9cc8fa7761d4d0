/** Tests that a number is read as the page prints it, in each language, and that no reading has two meanings in silence. */
import { afterEach, describe, expect, it } from 'vitest';
import { formatByteRate } from '../../run/metrics';
import { Random } from '../fuzz/random';
import {
  formatBytes,
  formatCount,
  formatExact,
  formatFixed,
  formatGrouped,
  formatIndex,
  formatMeasuredRate,
  formatMs,
  formatPercent,
  formatPlain,
  formatRate,
  formatShare,
  formatTime,
} from './format';
import { loadLanguage } from './language';
import { formatQuantity } from './quantity';
import { readReading, understood } from './reading';
import { chooseRateUnit, RATE_UNITS } from './units';
import { ENGLISH, setLanguage } from './words';

const TAGS = ['en', 'de', 'en-XA', 'ar-XB'] as const;

afterEach(() => {
  setLanguage(ENGLISH);
  chooseRateUnit('kbit/s');
});

const speak = async (tag: (typeof TAGS)[number]) => setLanguage(await loadLanguage(tag));

/** Half a unit of the last printed digit. */
function halfOf(printed: string, unit: string): number {
  const mark = formatExact(0.5).charAt(1);
  const [, decimals = '', exponent = '0', name = ''] =
    new RegExp(`^[^${mark} e]*(?:\\${mark}(\\d*))?(?:e([-+]?\\d+))?(.*)$`).exec(printed) ?? [];
  return 0.5 * 10 ** (Number(exponent) - decimals.length) * readReading(`1${name}`, unit);
}

describe.each(TAGS)('a reading in %s', (tag) => {
  /** Each formatter of readings, and the unit next to a field for them. */
  const PRINTED: Record<string, [format: (value: number) => string, unit: string, whole?: boolean]> = {
    formatTime: [formatTime, 's'],
    formatMs: [formatMs, 'ms'],
    formatCount: [formatCount, 'segments', true],
    formatBytes: [formatBytes, 'bytes', true],
    formatExact: [formatExact, 'ms'],
    formatFixed: [(value) => formatFixed(value, 2), 's'],
    formatGrouped: [(value) => formatGrouped(value, 2), 'kB/s'],
    formatShare: [formatShare, 'share'],
    formatPercent: [formatPercent, '%'],
    formatIndex: [formatIndex, ''],
    formatPlain: [formatPlain, 'packets'],
    formatRate: [formatRate, 'bit/s', true],
    formatMeasuredRate: [formatMeasuredRate, 'bit/s'],
    formatByteRate: [formatByteRate, 'bytes/s'],
    'bytes as a quantity': [(value) => formatQuantity(value, 'bytes'), 'bytes', true],
    'bits as a quantity': [(value) => formatQuantity(value, 'bit/s'), 'bit/s', true],
  };

  it.each(Object.entries(PRINTED))('is read as %s prints it', async (_, [format, unit, whole]) => {
    await speak(tag);
    const random = new Random(5);
    for (const rateUnit of RATE_UNITS) {
      chooseRateUnit(rateUnit);
      for (let round = 0; round < 300; round += 1) {
        const size = 10 ** (random.share() * 12 - 4);
        const value = (random.chance(0.2) ? -1 : 1) * (whole ? Math.round(size) : size);
        const printed = format(value);
        const read = readReading(printed, unit);
        expect(Math.abs(read - value), `${value} as ${printed}, read as ${read}`).toBeLessThanOrEqual(
          halfOf(printed, unit) + 1e-9 * Math.abs(value),
        );
        const spaced = printed.replaceAll(/(?<=\d) (?=\D)/g, '\u00a0').replace('-', '−');
        expect(readReading(spaced, unit), spaced).toBe(read);
      }
    }
  });
});

it.each([
  ['4,171', 4171, 4.171],
  ['4.171', 4.171, 4171],
  ['0,171', 0.171, 0.171],
  ['0.171', 0.171, 0.171],
  ['12,5', 12.5, 12.5],
  ['12.5', 12.5, 12.5],
  ['1,2345', 1.2345, 1.2345],
  ['1,234,567', 1_234_567, 1_234_567],
  ['1.234.567', 1_234_567, 1_234_567],
  ['1,234.5', 1234.5, 1234.5],
  ['1.234,5', 1234.5, 1234.5],
  ['1 200', 1200, 1200],
  ['1\u2009200', 1200, 1200],
  ['1\u202f200\u202f300', 1_200_300, 1_200_300],
  ['1’200.5', 1200.5, 1200.5],
  ['−3,5', -3.5, -3.5],
  ['–3', -3, -3],
  ['+3', 3, 3],
  ['1.2e3', 1200, 1200],
  ['1,2E3', 1200, 1200],
  ['1e−3', 0.001, 0.001],
  ['.5', 0.5, 0.5],
  ['5.', 5, 5],
  ['12,34,567', Number.NaN, Number.NaN],
  ['1.2.3', Number.NaN, Number.NaN],
  ['1,2,3.4', Number.NaN, Number.NaN],
  ['1 2', Number.NaN, Number.NaN],
  ['e3', Number.NaN, Number.NaN],
  ['-', Number.NaN, Number.NaN],
  ['', Number.NaN, Number.NaN],
  ['0x10', Number.NaN, Number.NaN],
  ['Infinity', Number.NaN, Number.NaN],
  ['12 apples', Number.NaN, Number.NaN],
])(
  'a number with a mark %j is %d on an English page and %d on a German one',
  async (typed, english, german) => {
    expect(readReading(typed)).toBe(english);
    await speak('de');
    expect(readReading(typed)).toBe(german);
  },
);

it.each([
  ['250 ms', 's', 0.25],
  ['0.25s', 'ms', 250],
  ['95.3 %', 'share', 0.953],
  ['95.3 %', '%', 95.3],
  ['589.6 kbit/s', 'bytes/s', 73_700],
  ['1.5 KiB', 'bytes', 1536],
  ['12 segments', 'segments', 12],
  ['12 seg', 'segments', 12],
  ['12 kB/s', 'kB/s', 12],
  ['12 kB/s', 'kbit/s', Number.NaN],
  ['12 ms', 'segments', Number.NaN],
  ['12 ms', '', Number.NaN],
])('a unit in %j is read next to %j', (typed, unit, value) => expect(readReading(typed, unit)).toBe(value));

it('a unit is read in German', async () => {
  await speak('de');
  expect(readReading('4.171 Segmente', 'Segmente')).toBe(4171);
});

it('shows the number that was understood, unless it was typed like that', async () => {
  expect(['4171', '4.171', '4,171', '4,171 ms', 'x', ''].map((typed) => understood(typed, 'ms'))).toEqual([
    ...['', '', '4171', '4171', '', ''],
  ]);
  await speak('de');
  expect(['4171', '4,171', '4.171'].map((typed) => understood(typed, 'ms'))).toEqual(['', '', '4171']);
});
