/**
 * A network under construction. Scenarios name nodes only as ends of links, so a draft lists its nodes itself: some have no link yet.
 * Ends of flows that aren't chosen yet are empty. A draft that misses nothing is a scenario that the engine accepts.
 */
import { array, looseObject, object, picklist, string } from 'valibot';
import { NUMBER, readValue } from '../../base/schema';
import { formatExact } from '../../base/words/format';
import { capital, t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { networkOf } from '../../lab/topology/network';
import { withDefaults } from './defaults';
import { arranged, freeSpot, type Spot } from './spots';

export type Link = Scenario['links'][number];
export type Flow = Scenario['flows'][number];
export type Source = Scenario['datagrams'][number];

export interface DraftNode {
  name: string;
  kind: 'router' | 'host';
  spot: Spot;
}

export interface Draft {
  nodes: readonly DraftNode[];
  scenario: Scenario;
}

/** A node by its name, a link by its entry, a flow by its number in the trace: flows first, then datagram sources. */
export type Item =
  | { kind: 'node'; name: string }
  | { kind: 'link'; entry: number }
  | { kind: 'flow'; index: number };

export interface Missing {
  /** Null if an item has to be added. */
  item: Item | null;
  text: string;
}

/** The draft of a scenario. Nodes that were there `before` keep their places. */
export function draftOf(scenario: Scenario, before: Draft['nodes'] = []): Draft {
  const known = new Map(before.map((node) => [node.name, node]));
  const ends = new Set([...scenario.flows, ...scenario.datagrams].flatMap(({ from, to }) => [from, to]));
  const neighbors = neighborsOf(scenario.links);
  const names = [...neighbors.keys()];
  if (names.length === known.size && names.every((name) => known.has(name)))
    return { nodes: before, scenario };
  const places = names.some((name) => known.has(name)) ? null : arranged(scenario);
  const taken = names.flatMap((name) => known.get(name)?.spot ?? []);
  const nodes = names.map((name): DraftNode => {
    const node = known.get(name);
    if (node !== undefined) return node;
    const around = neighbors.get(name) ?? new Set();
    const near = [...around].flatMap((neighbor) => known.get(neighbor)?.spot ?? []);
    const spot = places?.get(name) ?? freeSpot(taken, near[0]);
    taken.push(spot);
    return { name, kind: around.size < 2 || ends.has(name) ? 'host' : 'router', spot };
  });
  return { nodes, scenario };
}

const STREAMS = array(looseObject({ name: string(), from: string(), to: string() }));

const STORED = object({
  nodes: array(
    object({
      name: string(),
      kind: picklist(['router', 'host']),
      spot: object({ along: NUMBER, across: NUMBER }),
    }),
  ),
  scenario: looseObject({ links: STREAMS, flows: STREAMS, datagrams: STREAMS }),
});

/** A draft that the browser stored; null if it isn't one. */
export function storedDraft(value: unknown, catalogue: Catalogue | null): Draft | null {
  const stored = readValue(STORED, value);
  if (stored === undefined) return null;
  const { nodes, scenario } = stored;
  const whole = catalogue === null ? scenario : withDefaults(catalogue.scenario, scenario, catalogue);
  return { nodes, scenario: whole as unknown as Scenario };
}

/** The nodes at the other ends of each node's links. */
function neighborsOf(links: readonly Link[]): Map<string, Set<string>> {
  const neighbors = new Map<string, Set<string>>();
  for (const { from, to } of links) {
    for (const [node, other] of [
      [from, to],
      [to, from],
    ] as const)
      neighbors.set(node, (neighbors.get(node) ?? new Set()).add(other));
  }
  return neighbors;
}

/** A flow or a datagram source by its number in the trace. */
export function streamAt({ flows, datagrams }: Scenario, index: number): Flow | Source | undefined {
  return flows[index] ?? datagrams[index - flows.length];
}

/** The start of a sentence about a flow or a datagram source. */
export function streamInWords(scenario: Scenario, index: number): string {
  const name = streamAt(scenario, index)?.name ?? '';
  if (index >= scenario.flows.length) return t('Datagram source {name}', { name });
  return /^flow\b/i.test(name) ? capital(name) : t('Flow {name}', { name });
}

/** The gaps that keep a draft from running, each with the item to fix. Empty if the engine accepts its scenario. */
export function missingIn({ nodes, scenario }: Draft): Missing[] {
  const linked = new Set(scenario.links.flatMap(({ from, to }) => [from, to]));
  const missing: Missing[] = [];
  if (nodes.length === 0)
    missing.push({ item: null, text: t('The network is empty. Add a host, or start from a template.') });
  for (const { name, kind } of nodes) {
    if (linked.has(name)) continue;
    missing.push({
      item: { kind: 'node', name },
      text:
        kind === 'host'
          ? t('Host {name} has no link. Connect it or remove it.', { name })
          : t('Router {name} has no link. Connect it or remove it.', { name }),
    });
  }
  const { flows, datagrams } = scenario;
  if (nodes.length > 0 && flows.length + datagrams.length === 0)
    missing.push({ item: null, text: t('Nothing is sent yet. Add a flow.') });
  const leading = new Set(
    networkOf(scenario).paths.flatMap(({ flow, kind, links }) =>
      links.length > 0 ? [`${flow} ${kind}`] : [],
    ),
  );
  const reaches = (flow: number, kind: 'data' | 'acks') => leading.has(`${flow} ${kind}`);
  [...flows, ...datagrams].forEach((stream, index) => {
    const item: Item = { kind: 'flow', index };
    for (const text of missingAt(scenario, index, stream, linked, reaches)) missing.push({ item, text });
  });
  return missing;
}

function missingAt(
  scenario: Scenario,
  index: number,
  stream: Flow | Source,
  linked: ReadonlySet<string>,
  reaches: (flow: number, kind: 'data' | 'acks') => boolean,
): string[] {
  const { from, to, start_s } = stream;
  const flow = streamInWords(scenario, index);
  const found: string[] = [];
  if (from === '') found.push(t('{flow} has no sender. Choose the host that it sends from.', { flow }));
  if (to === '') found.push(t('{flow} has no receiver. Connect it to a host.', { flow }));
  if (from !== '' && from === to)
    found.push(t('{flow} starts and ends at the same host. Choose another receiver.', { flow }));
  else if (linked.has(from) && linked.has(to)) {
    if (!reaches(index, 'data'))
      found.push(t('There’s no path from {from} to {to}. Add a link.', { from, to }));
    else if (index < scenario.flows.length && !reaches(index, 'acks'))
      found.push(
        t(
          '{flow} has no path for its ACKs from {to} back to {from}. Add a link, or make its links two-way.',
          {
            flow,
            from,
            to,
          },
        ),
      );
  }
  const latest = start_s + ('start_jitter_s' in stream ? stream.start_jitter_s : 0);
  const duration = formatExact(scenario.duration_s);
  if (start_s >= scenario.duration_s || latest > scenario.duration_s)
    found.push(
      t('{flow} starts at {start} s, but the run ends at {end} s. Let it start earlier.', {
        flow,
        start: formatExact(latest),
        end: duration,
      }),
    );
  if ('stop_s' in stream && stream.stop_s !== null && stream.stop_s <= start_s)
    found.push(t('{flow} stops before it starts. Let it start earlier.', { flow }));
  return found;
}
