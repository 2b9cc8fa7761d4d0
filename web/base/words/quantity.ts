/** Shows the engine's quantities in units that people use, 800 kbit/s instead of 800000 bit/s, and reads them back exactly. */
import { formatExact, formatPlain } from './format';
import { readExact } from './readExact';
import { translated } from './words';

export interface Unit {
  name: string;
  /** The unit in the engine's. */
  factor: number;
}

/** A unit, and the value of the engine from which on it's used. */
interface Step extends Unit {
  from: number;
}

const KIB = 1024;

/** Larger units of some of the engine's units, the smallest first. */
const STEPS: Readonly<Record<string, readonly Step[]>> = {
  'bit/s': [
    { name: 'kbit/s', factor: 1e3, from: 1 },
    { name: 'Mbit/s', factor: 1e6, from: 1e7 },
    { name: 'Gbit/s', factor: 1e9, from: 1e10 },
  ],
  bytes: [
    { name: 'KiB', factor: KIB, from: KIB },
    { name: 'MiB', factor: KIB ** 2, from: KIB ** 2 },
    { name: 'GiB', factor: KIB ** 3, from: KIB ** 3 },
  ],
  // Short, because the word next to it says what is counted.
  segments: [{ name: 'seg', factor: 1, from: 0 }],
  us: [
    { name: 'µs', factor: 1, from: 0 },
    { name: 'ms', factor: 1e3, from: 1e3 },
    { name: 's', factor: 1e6, from: 1e6 },
  ],
};

/** Other ways to type a unit, in lower case. */
const TYPED: Readonly<Record<string, readonly Unit[]>> = {
  'bit/s': [
    ...['k', 'kb/s', 'kbps'].map((name) => ({ name, factor: 1e3 })),
    ...['m', 'mb/s', 'mbps'].map((name) => ({ name, factor: 1e6 })),
    ...['g', 'gb/s', 'gbps'].map((name) => ({ name, factor: 1e9 })),
    { name: 'bps', factor: 1 },
  ],
  bytes: [
    { name: 'b', factor: 1 },
    { name: 'kb', factor: 1e3 },
    { name: 'mb', factor: 1e6 },
    { name: 'k', factor: KIB },
    { name: 'm', factor: KIB ** 2 },
  ],
  us: [{ name: 'us', factor: 1 }],
};

/** Units that mean something else in small letters: MB/s are bytes, and Mb/s are bits. */
const EXACT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'bit/s': {
    ...{ 'B/s': 8, 'kB/s': 8e3, 'KB/s': 8e3, 'MB/s': 8e6, 'GB/s': 8e9 },
    ...{ 'KiB/s': 8 * KIB, 'MiB/s': 8 * KIB ** 2, 'GiB/s': 8 * KIB ** 3 },
  },
};

/** Decimals that a larger unit may have before the smaller one is clearer. */
const DECIMALS = 3;

/** The unit in which to show a value. `unit` is the engine's, in the language of the page. */
export function unitFor(unit: string, value: number): Unit {
  const fitting = stepsOf(unit).filter(({ from, factor }) => value >= from && isShort(value / factor));
  return fitting.at(-1) ?? { name: unit, factor: 1 };
}

function isShort(value: number): boolean {
  const scaled = value * 10 ** DECIMALS;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled);
}

/** True for quantities that are counted in powers of two. */
export function isBinary(unit: string): boolean {
  return keyOf(unit) === 'bytes';
}

/** All digits of a value in a unit, so that it can be typed. */
export function exactIn({ factor }: Unit, value: number): string {
  return formatExact(clean(value / factor));
}

/** A value with its unit, for reading: "800 kbit/s". */
export function formatQuantity(value: number, unit: string): string {
  const { name, factor } = unitFor(unit, value);
  const number = formatPlain(clean(value / factor));
  return name === '' ? number : `${number} ${name}`;
}

/** Reads a typed number in the unit next to it, or in one that is typed after the number; NaN if it's neither. */
export function readQuantity(typed: string, unit: string, shown: Unit): number {
  const [, digits = '', named = ''] = /^\s*([-+.,\d]+(?:e[-+]?\d+)?)\s*(.*?)\s*$/i.exec(typed) ?? [];
  if (digits === '') return Number.NaN;
  const exact = EXACT[keyOf(unit)]?.[named];
  if (exact !== undefined) return clean(readExact(digits) * exact);
  const known = [{ name: unit, factor: 1 }, ...stepsOf(unit), ...(TYPED[keyOf(unit)] ?? []), shown];
  const chosen = named === '' ? shown : known.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  return chosen === undefined ? Number.NaN : clean(readExact(digits) * chosen.factor);
}

function stepsOf(unit: string): readonly Step[] {
  return STEPS[keyOf(unit)] ?? [];
}

/** The engine's unit behind a translated one. */
function keyOf(unit: string): string {
  return Object.keys(STEPS).find((key) => key === unit || translated(key) === unit) ?? unit;
}

/** Removes the rounding errors of a conversion. */
function clean(value: number): number {
  return Number(value.toPrecision(15));
}
