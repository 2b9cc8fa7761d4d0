/** The address that opens the bench as it stands. */
import type { Catalogue, Scenario } from '../engine/schema';
import { changesBetween } from '../scenario/changes';
import { markOf, packed, putChanges } from './address';
import { placeOf } from './opening';

/** What is on the bench, and what it came from. */
interface Standing {
  name: string;
  text: string;
  scenario: Scenario;
  origin: { file: string; scenario: Scenario };
}

/** The part of the address behind `#`. */
export async function linkOf(standing: Standing, catalogue: Catalogue): Promise<string> {
  const { name, text, scenario, origin } = standing;
  const { parameter, base } = placeOf(name);
  const query = new URLSearchParams({ [parameter]: base });
  const changes = changesBetween(origin.scenario, scenario, catalogue);
  if (changes === null) query.set(...(await packed(text)));
  else {
    // Also without a change: what is opened is this scenario as it is today.
    query.set('of', markOf(origin.file));
    putChanges(query, changes);
  }
  return `#/bench?${query}`;
}
