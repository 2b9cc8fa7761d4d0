/** Reads numbers that people read off a page and type: as the page prints them, with its units. */
import { formatExact } from './format';
import { readExact } from './readExact';
import { translated } from './words';

/** Units of the same quantity, in lower case, and their sizes. `kB` isn't among them, because it has two. */
const FAMILIES: readonly Readonly<Record<string, number>>[] = [
  { s: 1, ms: 1e-3, µs: 1e-6, us: 1e-6 },
  {
    ...{ 'bit/s': 1, 'kbit/s': 1e3, 'mbit/s': 1e6, 'gbit/s': 1e9 },
    ...{ 'bytes/s': 8, 'b/s': 8, 'kib/s': 8 * 1024, 'mib/s': 8 * 1024 ** 2 },
  },
  { bytes: 1, b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 },
  { share: 1, '': 1, '%': 0.01 },
];

const OTHER_NAMES: Readonly<Record<string, string>> = { seg: 'segments', segment: 'segments', byte: 'bytes' };

/** The size of a unit in another one; NaN if they aren't of the same quantity. */
function sizeIn(typed: string, unit: string): number {
  const [from, to] = [plainUnit(typed), plainUnit(unit)];
  if (from === to) return 1;
  const family = FAMILIES.find((sizes) => Object.hasOwn(sizes, from) && Object.hasOwn(sizes, to));
  return family === undefined ? Number.NaN : (family[from] ?? Number.NaN) / (family[to] ?? Number.NaN);
}

/** A unit in English, in lower case. */
function plainUnit(unit: string): string {
  const plain = unit.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase().replaceAll('μ', 'µ');
  const names = ['segments', 'bytes', 'bytes/s', 'share', 'packets'];
  const english = names.find((name) => translated(name).toLowerCase() === plain) ?? plain;
  return OTHER_NAMES[english] ?? english;
}

/** A number that was read off, in `unit`, which it may have after it, or another one of the same quantity. NaN if it isn't a number. */
export function readReading(typed: string, unit = ''): number {
  const text = typed.trim();
  const [, digits = '', named = ''] =
    /^([-+−–]?[\d.,'’\s]*(?:(?<=\d\s*)e\s*[-+−–]?\d+)?)(.*)$/isu.exec(text) ?? [];
  const size = named.trim() === '' ? 1 : sizeIn(named, unit);
  const value = readExact(digits.replaceAll(/\s*e\s*/gi, 'e'));
  return size === 1 ? value : Number((value * size).toPrecision(12));
}

/** The number that was understood, if a text says it in another way; '' if it isn't a number. */
export function understood(typed: string, unit = ''): string {
  const value = readReading(typed, unit);
  if (!Number.isFinite(value)) return '';
  const exact = formatExact(value);
  return exact === typed.trim() ? '' : exact;
}
