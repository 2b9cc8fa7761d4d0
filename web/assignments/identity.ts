/** A student's identity, which determines the seed of their runs and the values drawn for them. */
import { fnv1a } from '../base/bytes';
import type { DrawnField } from './assignment';

/** A name or number as it is shown: one space between words, none around, and accents in their one form (NFC). */
export function shownName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** A key for a name that ignores case, spaces and invisible characters. */
export function nameKey(typed: string): string {
  // Up and down again: ß and SS are the same, and so are the two small sigmas.
  const folded = typed.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return shownName(folded.replaceAll(/[^\P{Cf}]|[^\P{Cc}\s]/gu, ''));
}

/** From 1: no engine takes more digits than JSON's numbers have, and a link is shorter with fewer. */
const SEEDS = 2 ** 31 - 1;

/** The seed of all runs of a student in an assignment. */
export function seedOf(name: string, assignment: string): number {
  return 1 + Number(mixed(`${assignment}\n${nameKey(name)}`) % BigInt(SEEDS));
}

/** The number that a field has for the student. */
export function drawnFor(seed: number, { path, from, to, step }: DrawnField): number {
  const place = Number(mixed(`${seed}\n${path}`) % BigInt(stepsOf({ from, to, step }) + 1));
  // 0.1 + 2 × 0.1 is not quite 0.3: a link would carry all its digits.
  return Number((from + place * step).toPrecision(12));
}

/** Number of steps from the smallest to the largest value that can be drawn. */
export function stepsOf({ from, to, step }: Omit<DrawnField, 'path'>): number {
  const steps = Math.floor((to - from) / step + 1e-9);
  return Number.isFinite(steps) && steps > 0 ? Math.min(steps, 1_000_000) : 0;
}

/** A hash whose every bit depends on every letter: FNV-1a, mixed as SplitMix64 ends (Steele et al. 2014). */
function mixed(text: string): bigint {
  let hash = fnv1a(text);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 30n)) * 0xbf58476d1ce4e5b9n);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 27n)) * 0x94d049bb133111ebn);
  return hash ^ (hash >> 31n);
}
