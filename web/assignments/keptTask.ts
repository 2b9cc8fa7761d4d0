/** A student's work on an assignment, stored in the browser per name, so that two students can share a computer. */
import type { Scenario } from '../engine/schema';
import type { Change } from '../scenario/changes';
import { changesOf, putChanges } from '../share/address';
import { keep, kept } from '../storage/browserStorage';
import { nameKey } from './identity';

export interface KeptTask {
  changes: readonly Change[];
  /** The typed answers, by index of the check. */
  answers: Readonly<Record<number, string>>;
}

const PREFIX = 'task:';

/** The name that did the assignment last in this browser, or ''. */
export function lastName(assignment: string): string {
  return kept(PREFIX + assignment) ?? '';
}

export function keepName(assignment: string, who: string): void {
  keep(PREFIX + assignment, who);
}

export function keptTask(assignment: string, who: string): KeptTask {
  try {
    const { changes, answers } = JSON.parse(kept(keyOf(assignment, who)) ?? '') as Record<string, unknown>;
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
  keep(keyOf(assignment, who), JSON.stringify({ changes: query.toString(), answers }));
}

function keyOf(assignment: string, who: string): string {
  return `${PREFIX}${assignment}/${nameKey(who)}`;
}

/** The scenario without its recording settings, which don't count as the student's work. */
export function comparable(scenario: Scenario, given: Scenario): Scenario {
  return { ...scenario, record: given.record };
}
