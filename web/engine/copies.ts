/**
 * The copies of a flow. The engine's answers have one entry for them, so that a scenario with hundreds of flows crosses the border in a
 * millisecond; the page has all flows in its list.
 */
import type { Scenario } from './schema';

export type Flow = Scenario['flows'][number];

/** The entry that a flow is a copy of, and its number among the copies, from 1. */
export interface Copy {
  entry: Flow;
  number: number;
}

const COPIES = new WeakMap<Flow, Copy>();

function isCopied({ copies }: Flow): boolean {
  return copies > 1;
}

/** The scenario with every flow in its list. Copies share their parts. */
export function withCopies(given: Scenario): Scenario {
  if (!given.flows.some(isCopied)) return given;
  return { ...given, flows: given.flows.flatMap(copiesOf) };
}

/** The entry and the number of a copy; undefined for a flow that is none, or was changed. */
export function copyOf(flow: Flow): Copy | undefined {
  return COPIES.get(flow);
}

/** The flows that an entry stands for, as the engine names them: `{n}` is a copy's number, which a name without it gets at its end. */
function copiesOf(entry: Flow): Flow[] {
  if (!isCopied(entry)) return [entry];
  const name = entry.name.includes('{n}') ? entry.name : `${entry.name} {n}`;
  return Array.from({ length: entry.copies }, (_, index) => {
    const number = index + 1;
    const numbered = (text: string) => text.replaceAll('{n}', String(number));
    const flow: Flow = {
      ...entry,
      name: numbered(name),
      copies: 1,
      from: numbered(entry.from),
      to: numbered(entry.to),
      route: entry.route.map(numbered),
      route_back: entry.route_back.map(numbered),
    };
    COPIES.set(flow, { entry, number });
    return flow;
  });
}
