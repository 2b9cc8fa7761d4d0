/** Writes the copies of a flow as one entry. */
import { type Copy, copyOf, type Flow } from '../engine/copies';
import type { Scenario } from '../engine/schema';

/** The scenario with one entry for all copies of a flow, as far as they are unchanged. */
export function withoutCopies(scenario: Scenario): Scenario {
  const { flows } = scenario;
  const entries: Flow[] = [];
  for (let place = 0; place < flows.length; ) {
    const entry = entryFrom(flows, place);
    entries.push(entry ?? (flows[place] as Flow));
    place += entry?.copies ?? 1;
  }
  return entries.length === flows.length ? scenario : { ...scenario, flows: entries };
}

/** The entry whose copies begin at a place of the list and are all there; null if they aren't. */
function entryFrom(flows: readonly Flow[], place: number): Flow | null {
  const entry = copyAt(flows, place)?.entry ?? null;
  if (entry === null) return null;
  for (let number = 1; number <= entry.copies; number += 1) {
    const copy = copyAt(flows, place + number - 1);
    if (copy === undefined || copy.entry !== entry || copy.number !== number) return null;
  }
  return entry;
}

function copyAt(flows: readonly Flow[], place: number): Copy | undefined {
  const flow = flows[place];
  return flow && copyOf(flow);
}
