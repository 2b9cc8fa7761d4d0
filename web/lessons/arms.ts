/** The scenarios that a lesson runs, named as in links to the bench. */

import type { Scenario } from '../engine/schema';
import { problemInWords } from '../engine/translate';
import { putChanges } from '../share/address';
import { type Opening, openingOf } from '../share/opening';
import type { Arm } from './lesson';

/** The link's part after `#/bench?` that opens the arm. */
export function queryOf({ scenario, experiment, link, set = {} }: Arm): URLSearchParams {
  const query = new URLSearchParams(link);
  if (scenario !== undefined) query.set('scenario', scenario);
  if (experiment !== undefined) query.set('experiment', experiment);
  putChanges(query, Object.entries(set));
  return query;
}

/** Opens the arm's scenario, with notes if it differs from the named one; throws if there is none. */
export async function openArm(arm: Arm): Promise<Opening & { text: string }> {
  const { text, ...opening } = await openingOf(queryOf(arm));
  if (text === null) throw new Error(opening.notes.join(' ') || 'The arm names no scenario.');
  return { ...opening, text };
}

/** The same; fails with a sentence where that is not just what the arm names. */
export async function openExactly(arm: Arm): Promise<Opening & { text: string }> {
  const opening = await openArm(arm);
  if (!opening.exact) throw new Error(opening.notes.join(' '));
  return opening;
}

/** The arm's text, once the engine has read what it starts from. */
export function textOf({ text, make }: Opening & { text: string }, origin: Scenario): string {
  const made = make === null ? text : make(origin);
  if (typeof made === 'string') return made;
  throw new Error(made.map(problemInWords).join('; '));
}
