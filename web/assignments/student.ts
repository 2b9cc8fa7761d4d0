/**
 * A student's name and seed, the scenario that follows from them, the fields that the student may change, and the work
 * that the browser stores under the name.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { fnv1a } from '../base/bytes';
import { same } from '../base/same';
import { shortened } from '../base/shortened';
import type { Catalogue, Scenario } from '../engine/schema';
import type { Control } from '../lessons/lesson';
import { type Change, changesBetween } from '../scenario/changes';
import { placeInWords } from '../scenario/describe';
import { senderOf } from '../scenario/edit';
import { at, isPreset, kindOf, wholeOf, withValue } from '../scenario/path';
import { changesOf, putChanges } from '../share/address';
import { readStored, writeStored } from '../storage/browserStorage';
import { formatPlain } from '../words/format';
import { t } from '../words/words';
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

/** The seed of all runs that this student makes in this assignment. */
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

/** A student's work on an assignment, stored in the browser per name, so that two students can share a computer. */
export interface SavedTask {
  changes: readonly Change[];
  /** The typed answers, by index of the check. */
  answers: Readonly<Record<number, string>>;
}

const PREFIX = 'task:';

/** The last name used for this assignment in this browser, or ''. */
export function lastName(assignment: string): string {
  return readStored(PREFIX + assignment) ?? '';
}

export function saveName(assignment: string, who: string): void {
  writeStored(PREFIX + assignment, who);
}

export function savedTask(assignment: string, who: string): SavedTask {
  try {
    const { changes, answers } = JSON.parse(readStored(keyOf(assignment, who)) ?? '') as Record<
      string,
      unknown
    >;
    const texts = Object.entries((answers ?? {}) as object).filter(([, one]) => typeof one === 'string');
    return {
      changes: changesOf(new URLSearchParams(String(changes))).changes,
      answers: Object.fromEntries(texts) as Record<number, string>,
    };
  } catch {
    return { changes: [], answers: {} };
  }
}

export function saveTask(assignment: string, who: string, { changes, answers }: SavedTask): void {
  const query = new URLSearchParams();
  putChanges(query, changes);
  writeStored(keyOf(assignment, who), JSON.stringify({ changes: query.toString(), answers }));
}

function keyOf(assignment: string, who: string): string {
  return `${PREFIX}${assignment}/${nameKey(who, isOldId(assignment) ? 'NFC' : 'NFKC')}`;
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

/** Returns true if one of the controls can change this path. */
export function isControlled(path: string, controls: readonly Control[]): boolean {
  return controls.some(
    (control) => path === controlledPath(control) || path.startsWith(`${controlledPath(control)}.`),
  );
}

/** Stands for the paths of differences that can't be expressed as single values, for example added list entries. */
const LIST_CHANGE = 'lists';

/** Places that one message names; a code may have thousands. */
const MOST_PLACES = 3;

/** Describes the paths that `changedFixedPaths` returns. */
export function placesInWords(paths: readonly string[], given: Scenario): string {
  const shown = paths
    .slice(0, MOST_PLACES)
    .map((path) =>
      path === LIST_CHANGE ? t('lists within links or flows') : shortened(placeInWords(path, given)),
    );
  return [...shown, ...(paths.length > MOST_PLACES ? ['…'] : [])].join(', ');
}

/**
 * Paths that differ from the given scenario although no control can change them. Restores everything that a control can
 * change; the result must then equal the given scenario.
 */
export function changedFixedPaths(
  mine: Scenario,
  given: Scenario,
  controls: readonly Control[],
  catalogue: Catalogue,
): string[] {
  // Restore a whole part before its fields.
  const outermostFirst = [...controls].sort((a, b) => controlledPath(a).length - controlledPath(b).length);
  const restored = outermostFirst.reduce((whole, control) => {
    const path = controlledPath(control);
    return parentExists(whole, path) ? withValue(whole, path, at(given, path)) : whole;
  }, mine);
  const senderPaths = outermostFirst.flatMap((control) =>
    changedSender(mine, given, control, controls, catalogue),
  );
  if (same(restored, given)) return senderPaths;
  const changes = changesBetween(given, restored, catalogue);
  return [...(changes?.map(([path]) => path) ?? [LIST_CHANGE]), ...senderPaths];
}

/** Returns the path of a chosen sender if it differs from its preset in a field that no other control can change. */
function changedSender(
  mine: Scenario,
  given: Scenario,
  control: Control,
  controls: readonly Control[],
  catalogue: Catalogue,
): string[] {
  const path = controlledPath(control);
  if (path === control.path) return [];
  const preset = senderOf(catalogue, String(at(mine, control.path)));
  if (preset === undefined) return [control.path];
  const others = controls.filter((other) => other !== control && other.path.startsWith(`${path}.`));
  const mineMatches = (sender: unknown) => {
    const whole = withValue(mine, path, sender);
    const restored = others.reduce(
      (tree, other) =>
        parentExists(tree, other.path) ? withValue(tree, other.path, at(whole, other.path)) : tree,
      mine,
    );
    return same(restored, whole);
  };
  // The sender that the assignment gives may differ from all presets.
  return mineMatches(preset) || mineMatches(at(given, path)) ? [] : [path];
}

/** Returns true if the object or list that contains the path's last step exists. */
function parentExists(tree: unknown, path: string): boolean {
  const parent = path.split('.').slice(0, -1).join('.');
  const place = parent === '' ? tree : at(tree, parent);
  return typeof place === 'object' && place !== null;
}

/** Describes values outside a control's range or choices. */
export function valuesOutOfRange(mine: Scenario, given: Scenario, controls: readonly Control[]): string[] {
  return controls.flatMap((control) => {
    const value = at(mine, control.path);
    if (value === undefined || same(value, at(given, control.path))) return [];
    const place = placeInWords(control.path, given);
    const { choices, range } = control;
    if (typeof value === 'number' && range && (value < range[0] || value > range[1]))
      return [
        t('{place} is {value}; allowed: {from} to {to}', {
          place,
          value: formatPlain(value),
          from: formatPlain(range[0]),
          to: formatPlain(range[1]),
        }),
      ];
    const word = typeof value === 'object' ? kindOf(value) : value;
    if (typeof value !== 'number' && choices && !choices.includes(String(word)))
      return [
        t('{place} is {value}; allowed: {choices}', {
          place,
          value: String(word),
          choices: choices.join(', '),
        }),
      ];
    return [];
  });
}
