/**
 * The copies of a flow. The engine's answers have one entry for them, so that a scenario with hundreds of flows crosses the border in a
 * millisecond; the page has all flows in its list.
 */
import type { Scenario } from './schema';

type Flow = Scenario['flows'][number];

/** The entry that a flow is a copy of, and its number among the copies, from 1. */
interface Copy {
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
  return flow && COPIES.get(flow);
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
