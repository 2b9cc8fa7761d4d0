/** Rates in labels of drawings, where there is little room. Loaded with the drawings. */
import { formatPlain, formatRate } from './format';
import { type RateUnit, rateUnit } from './units';

/** Larger units of each setting, the largest first. */
const LARGER: Record<RateUnit, readonly [unit: string, bits: number][]> = {
  'kbit/s': [
    ['Gbit/s', 1e9],
    ['Mbit/s', 1e6],
  ],
  'Mbit/s': [['Gbit/s', 1e9]],
  'KiB/s': [
    ['GiB/s', 8 * 1024 ** 3],
    ['MiB/s', 8 * 1024 ** 2],
  ],
};

/** A rate in the largest unit in which three figures are exact: "10 Mbit/s", but "1,544 kbit/s". The chosen unit is the smallest one used. */
export function formatRateLabel(bits_per_s: number): string {
  for (const [unit, bits] of LARGER[rateUnit.value]) {
    const rate = bits_per_s / bits;
    if (rate >= 1 && Number(rate.toPrecision(3)) === rate) return `${formatPlain(rate)} ${unit}`;
  }
  return formatRate(bits_per_s);
}
