/**
 * A student's name and seed, the scenario that follows from them, and the fields that the student may change.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { fnv1a } from '../../base/bytes';
import type { Scenario } from '../../engine/schema';
import type { Control } from '../../lessons/lesson';
import type { Change } from '../../scenario/changes';
import { isPreset, wholeOf, withValue } from '../../scenario/path';
import { type BenchTask, type DrawnField, type FreeField, isOldId } from './assignment';

/** The displayed form of a name: trimmed, single spaces, accents composed (NFC). */
export function displayName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/**
 * A key for a name that ignores case, spaces, invisible characters and, in the form NFKC, the difference between letters that look
 * alike, as in "Mª" and "Ma". Old assignments use NFC.
 */
export function nameKey(typed: string, form: 'NFC' | 'NFKC' = 'NFKC'): string {
  // Convert to upper case, then to lower case: this makes ß equal to SS, and the two forms of small sigma equal.
  const folded = typed.normalize(form).toUpperCase().toLowerCase().normalize(form);
  return displayName(folded.replaceAll(/[^\P{Cf}]|[^\P{Cc}\s]/gu, ''));
}

/** The largest seed. Larger ones would lengthen links and could exceed the precision of JSON numbers. */
const MAX_SEED = 2 ** 31 - 1;

/**
 * The part of a seed's source that all students share: the assignment's id and, if it asks for one, the word that the teacher gave when
 * the work began. Nobody can know a seed before the word.
 */
export function seedKey(assignment: string, word: string): string {
  const key = nameKey(word);
  return key === '' ? assignment : `${assignment} ${key}`;
}

/** The seed of all runs that this student makes in this assignment, whose key is `seedKey`. */
export function seedOf(name: string, assignment: string): number {
  return isOldId(assignment) ? oldSeed(nameKey(name, 'NFC'), assignment) : newSeed(nameKey(name), assignment);
}

/**
 * The seeds that a name in a table may stand for. In an old assignment there are two: letters that look alike count as different
 * there, and the table may have either.
 */
export function seedsOf(name: string, assignment: string): number[] {
  const seed = seedOf(name, assignment);
  if (!isOldId(assignment)) return [seed];
  const other = oldSeed(nameKey(name), assignment);
  return other === seed ? [seed] : [seed, other];
}

function oldSeed(key: string, assignment: string): number {
  return 1 + Number(hash64(`${assignment}\n${key}`) % BigInt(MAX_SEED));
}

function newSeed(key: string, assignment: string): number {
  const hash = sha256(new TextEncoder().encode(`${assignment}\n${key}`));
  // Six bytes are more than a seed has, and a number is exact up to them.
  return 1 + (hash.subarray(0, 6).reduce((value, byte) => 256 * value + byte, 0) % MAX_SEED);
}

/** The value drawn for this student in a drawn field. */
export function drawnValue(seed: number, { path, from, to, step }: DrawnField): number {
  const place = Number(hash64(`${seed}\n${path}`) % BigInt(stepCount({ from, to, step }) + 1));
  // 0.1 + 2 × 0.1 is not exactly 0.3. Rounding keeps the extra digits out of links.
  return Number((from + place * step).toPrecision(12));
}

/** Number of steps from the smallest to the largest value that can be drawn. */
export function stepCount({ from, to, step }: Omit<DrawnField, 'path'>): number {
  const steps = Math.floor((to - from) / step + 1e-9);
  return Number.isFinite(steps) && steps > 0 ? Math.min(steps, 1_000_000) : 0;
}

/** FNV-1a with the finalizer of SplitMix64 (Steele et al. 2014), so that every bit depends on every character. */
function hash64(text: string): bigint {
  let hash = fnv1a(text);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 30n)) * 0xbf58476d1ce4e5b9n);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 27n)) * 0x94d049bb133111ebn);
  return hash ^ (hash >> 31n);
}

/** The scenario with the recording settings of another, because those don't count as the student's work. */
export function withRecordingOf(scenario: Scenario, given: Scenario): Scenario {
  return { ...scenario, record: given.record };
}

/** The student's drawn values, as changes of the assignment's scenario. */
export function drawnChanges({ drawn }: BenchTask, seed: number): Change[] {
  return [['seed', seed], ...drawn.map((field): Change => [field.path, drawnValue(seed, field)])];
}

/** The assignment's scenario for one student. `base` and the result include all defaults. */
export function studentScenario(base: Scenario, task: BenchTask, seed: number): Scenario {
  return drawnChanges(task, seed).reduce((whole, [path, value]) => withValue(whole, path, value), base);
}

/** Converts a free field to a lesson control. */
export function controlOf({ path, choices, range }: FreeField): Control {
  return { path, ...(choices && { choices }), ...(range && { range }) };
}

/** The path that a control can change; choosing a preset can change the whole sender. */
export function controlledPath({ path }: Control): string {
  return isPreset(path) ? wholeOf(path) : path;
}
