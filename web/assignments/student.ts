/** A student: the name, the seed and values drawn from it, and the work that the browser stores under it. */
import { fnv1a } from '../base/bytes';
import type { Scenario } from '../engine/schema';
import type { Change } from '../scenario/changes';
import { changesOf, putChanges } from '../share/address';
import { readStored, writeStored } from '../storage/browserStorage';
import type { DrawnField } from './assignment';

/** The displayed form of a name: trimmed, single spaces, accents composed (NFC). */
export function shownName(typed: string): string {
  return typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** A key for a name that ignores case, spaces and invisible characters. */
export function nameKey(typed: string): string {
  // Upper case, then lower case: this folds ß with SS, and the two small sigmas.
  const folded = typed.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return shownName(folded.replaceAll(/[^\P{Cf}]|[^\P{Cc}\s]/gu, ''));
}

/** Seeds run from 1 to this. Larger ones would lengthen links and could exceed the precision of JSON numbers. */
const MAX_SEED = 2 ** 31 - 1;

/** The seed of every run that a student makes in an assignment. */
export function seedOf(name: string, assignment: string): number {
  return 1 + Number(mixed(`${assignment}\n${nameKey(name)}`) % BigInt(MAX_SEED));
}

/** The value drawn for this student in a drawn field. */
export function drawnFor(seed: number, { path, from, to, step }: DrawnField): number {
  const place = Number(mixed(`${seed}\n${path}`) % BigInt(stepsOf({ from, to, step }) + 1));
  // 0.1 + 2 × 0.1 is not exactly 0.3, and a link would carry all the digits.
  return Number((from + place * step).toPrecision(12));
}

/** Number of steps from the smallest to the largest value that can be drawn. */
export function stepsOf({ from, to, step }: Omit<DrawnField, 'path'>): number {
  const steps = Math.floor((to - from) / step + 1e-9);
  return Number.isFinite(steps) && steps > 0 ? Math.min(steps, 1_000_000) : 0;
}

/** FNV-1a with the finalizer of SplitMix64 (Steele et al. 2014), so every bit depends on every letter. */
function mixed(text: string): bigint {
  let hash = fnv1a(text);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 30n)) * 0xbf58476d1ce4e5b9n);
  hash = BigInt.asUintN(64, (hash ^ (hash >> 27n)) * 0x94d049bb133111ebn);
  return hash ^ (hash >> 31n);
}

/** A student's work on an assignment, stored in the browser per name, so that two students can share a computer. */
export interface KeptTask {
  changes: readonly Change[];
  /** The typed answers, by index of the check. */
  answers: Readonly<Record<number, string>>;
}

const PREFIX = 'task:';

/** The name that did the assignment last in this browser, or ''. */
export function lastName(assignment: string): string {
  return readStored(PREFIX + assignment) ?? '';
}

export function keepName(assignment: string, who: string): void {
  writeStored(PREFIX + assignment, who);
}

export function keptTask(assignment: string, who: string): KeptTask {
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

export function keepTask(assignment: string, who: string, { changes, answers }: KeptTask): void {
  const query = new URLSearchParams();
  putChanges(query, changes);
  writeStored(keyOf(assignment, who), JSON.stringify({ changes: query.toString(), answers }));
}

function keyOf(assignment: string, who: string): string {
  return `${PREFIX}${assignment}/${nameKey(who)}`;
}

/** The scenario without its recording settings, which don't count as the student's work. */
export function comparable(scenario: Scenario, given: Scenario): Scenario {
  return { ...scenario, record: given.record };
}
