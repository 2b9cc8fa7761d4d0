/** Adds and removes flows, with the references to them. Nothing is changed in place. */
import type { Scenario } from '../engine/schema';

type Flow = Scenario['flows'][number];

/** Adds a copy of a flow at the end, under a free name. */
export function withCopyOf(scenario: Scenario, flow: number): Scenario {
  const original = scenario.flows[flow];
  if (original === undefined) return scenario;
  const copy: Flow = { ...original, name: freeName(scenario, original.name), turns_with: null };
  return { ...scenario, flows: [...scenario.flows, copy] };
}

/** Removes a flow and all references to it. */
export function withoutFlow(scenario: Scenario, flow: number): Scenario {
  const removed = scenario.flows[flow]?.name;
  const refersToIt = (entry: object) => 'flow' in entry && entry.flow === removed;
  return {
    ...scenario,
    flows: scenario.flows
      .filter((_, index) => index !== flow)
      .map((other) => (other.turns_with === removed ? { ...other, turns_with: null } : other)),
    drops: scenario.drops.filter((drop) => !refersToIt(drop)),
    timeline: scenario.timeline.filter((change) => !refersToIt(change)),
  };
}

/** `transfer 2` next to `transfer`: the first name that no flow or source has. */
function freeName({ flows, datagrams }: Scenario, name: string): string {
  const taken = new Set([...flows, ...datagrams].map((one) => one.name));
  const stem = name.replace(/ \d+$/, '').slice(0, 58);
  for (let number = 2; ; number += 1) {
    const wanted = `${stem} ${number}`;
    if (!taken.has(wanted)) return wanted;
  }
}
