/** Builds the address that opens the bench in its current state. */
import type { Catalogue, Scenario } from '../engine/schema';
import { changesBetween } from '../scenario/changes';
import { markOf, packed, putChanges } from './address';
import { placeOf } from './opening';

/** The bench's scenario and its origin. */
interface LinkedState {
  name: string;
  text: string;
  scenario: Scenario;
  origin: { file: string; scenario: Scenario };
}

/** Builds the address, from `#` on, that opens the bench with its current scenario. */
export async function linkOf(state: LinkedState, catalogue: Catalogue): Promise<string> {
  const { name, text, scenario, origin } = state;
  const { parameter, base } = placeOf(name);
  const query = new URLSearchParams({ [parameter]: base });
  const changes = changesBetween(origin.scenario, scenario, catalogue);
  if (changes === null) query.set(...(await packed(text)));
  else {
    // Include the mark even without changes, so that the link keeps opening today's version of the scenario.
    query.set('of', markOf(origin.file));
    putChanges(query, changes);
  }
  return `#/bench?${query}`;
}
