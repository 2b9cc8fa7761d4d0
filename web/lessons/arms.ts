/** What a lesson runs, as links to the bench name it. */
import type { Scenario } from '../engine/schema';
import { putChanges } from '../share/address';
import { type Opening, openingOf } from '../share/opening';
import type { Arm } from './lesson';

/** What follows `#/bench?` in a link that opens the arm. */
export function queryOf({ scenario, experiment, set = {}, link }: Arm): URLSearchParams {
  if (link !== undefined) return new URLSearchParams(link);
  const query = new URLSearchParams();
  if (scenario !== undefined) query.set('scenario', scenario);
  if (experiment !== undefined) query.set('experiment', experiment);
  putChanges(query, Object.entries(set));
  return query;
}

/** What the arm opens; fails where a link would only say a sentence, unless it is one: a lesson's own arm is never at fault. */
export async function openArm(arm: Arm): Promise<Opening & { text: string }> {
  const { text, notes, ...opening } = await openingOf(queryOf(arm));
  if (text === null || (notes.length > 0 && arm.link === undefined))
    throw new Error(notes.join(' ') || 'The arm names no scenario.');
  return { ...opening, text, notes };
}

/** The arm's text, once the engine has read what it starts from. */
export function textOf({ text, make }: Opening & { text: string }, origin: Scenario): string {
  const made = make === null ? text : make(origin);
  if (typeof made === 'string') return made;
  throw new Error(
    made.map(({ path, problem, allowed }) => `${path}: ${problem}; allowed: ${allowed}`).join('; '),
  );
}
