/** Opens the scenarios of a lesson's arms. An arm names its scenario like a link to the bench does. */
import type { Change } from '../engine/protocol';
import { putChanges } from '../run/share/address';
import { type Opening, openingOf } from '../run/share/opening';
import type { Arm } from './lesson';

/** The query of the link that opens the arm on the bench: the part after `#/bench?`. */
export function queryOf({ scenario, experiment, link, set = {} }: Arm): URLSearchParams {
  const query = new URLSearchParams(link);
  if (scenario !== undefined) query.set('scenario', scenario);
  if (experiment !== undefined) query.set('experiment', experiment);
  putChanges(query, Object.entries(set));
  return query;
}

/** Opens the arm's scenario. Notes say where it differs from the named one. Throws if the arm names none. */
export async function openArm(arm: Arm): Promise<Opening & { text: string }> {
  const { text, ...opening } = await openingOf(queryOf(arm));
  if (text === null)
    throw new Error(opening.notes.join(' ') || 'The arm must name a scenario, an experiment or a link.');
  return { ...opening, text };
}

/** Like `openArm`, but throws if the scenario differs from the named one. */
export async function openExactly(arm: Arm): Promise<Opening & { text: string }> {
  const opening = await openArm(arm);
  if (!opening.exact) throw new Error(opening.notes.join(' '));
  return opening;
}

/** The text that an engine reads for an opened scenario, and the changes that it makes. */
export function toRead({ text, link }: Opening): [text: string, changes: readonly Change[]] {
  return [link?.text ?? text ?? '', link?.changes ?? []];
}
