/**
 * Changes to a draft network. Each returns a new draft, or the same one if the change isn't possible. Names that refer to removed or renamed
 * items are removed or renamed too.
 */

import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { newPart, senderOf, withOwnPresets, withoutFlow } from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { itemFields } from '../../scenario/quantities';
import { withDefaults } from './defaults';
import { type Draft, type DraftNode, type Flow, type Item, type Link, type Source, streamAt } from './draft';
import { directionsOf, withRenamed, withValidReferences } from './references';
import { arranged, nextSpot, type Spot } from './spots';

/** Longest name, in characters. */
const NAME_LENGTH = 64;

/** The problem of a new name; null if it's fine. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (name === '') return t('Enter a name.');
  if ([...name].length > NAME_LENGTH) return t('Use at most {count} characters.', { count: NAME_LENGTH });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the engine doesn't accept them in names
  if (/[>/.=\u0000-\u001f\u007f-\u009f]/.test(name)) return t('Leave out the characters > / . and =');
  return taken.includes(name) ? t('{name} already exists. Choose another name.', { name }) : null;
}

/** `R3` if `R1` and `R2` are taken. */
function freeName(taken: readonly string[], stem: string, first = 1): string {
  for (let number = first; ; number += 1) {
    const name = `${stem}${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** The stem itself, or with the first free number behind it. */
function freeTitle(taken: readonly string[], stem: string): string {
  const short = [...stem].slice(0, NAME_LENGTH - 5).join('');
  return taken.includes(short) ? freeName(taken, `${short} `, 2) : short;
}

/** A link with defaults, and what differs from them. */
export function newLink(catalogue: Catalogue, values: Partial<Link> & Pick<Link, 'from' | 'to'>): Link {
  const link = { name: linkName(values.from, values.to), ...values };
  return withDefaults(itemFields(catalogue, 'links'), link, catalogue) as unknown as Link;
}

/** A flow with defaults, and what differs from them. */
export function newFlow(
  catalogue: Catalogue,
  preset: string,
  values: Partial<Flow> & Pick<Flow, 'name'>,
): Flow {
  const flow = {
    smss_bytes: 1_000,
    rwnd_bytes: 128_000,
    traffic: { kind: 'bulk' },
    receiver: { kind: 'every_packet' },
    sender: senderOf(catalogue, preset),
    ...values,
  };
  return withDefaults(itemFields(catalogue, 'flows'), flow, catalogue) as unknown as Flow;
}

/** The name of a link between two nodes. Marks that a name can't contain become `_`. */
function linkName(from: string, to: string): string {
  const text = `${from}-${to}`.replace(/[>/.=]/g, '_');
  return [...text].slice(0, NAME_LENGTH).join('');
}

export function addNode(draft: Draft, kind: DraftNode['kind'], near?: Spot): Draft {
  const { nodes } = draft;
  const name = freeName(namesOf(draft), kind === 'router' ? 'R' : 'H');
  const spots = nodes.map(({ spot }) => spot);
  return { ...draft, nodes: [...nodes, { name, kind, spot: nextSpot(spots, near) }] };
}

export function namesOf({ nodes }: Draft): string[] {
  return nodes.map(({ name }) => name);
}

export function moveNode(draft: Draft, name: string, spot: Spot): Draft {
  return { ...draft, nodes: draft.nodes.map((node) => (node.name === name ? { ...node, spot } : node)) };
}

/** Arranges all nodes again; those without a link are below the others. */
export function rearrange(draft: Draft): Draft {
  const places = arranged(draft.scenario);
  const taken = [...places.values()];
  const lowest = Math.max(-1, ...taken.map(({ across }) => across));
  const first = Math.min(...taken.map(({ along }) => along), 0);
  let near: Spot = { along: first - 1, across: lowest + 1 };
  const nodes = draft.nodes.map((node) => {
    const known = places.get(node.name);
    if (known !== undefined) return { ...node, spot: known };
    near = nextSpot(taken, near);
    taken.push(near);
    return { ...node, spot: near };
  });
  return { ...draft, nodes };
}

/** Renames a node, in every link, flow and route too. */
export function renameNode(draft: Draft, name: string, wanted: string): Draft {
  const others = namesOf(draft).filter((one) => one !== name);
  if (name === wanted || !namesOf(draft).includes(name) || nameProblem(wanted, others) !== null) return draft;
  const nodes = draft.nodes.map((node) => (node.name === name ? { ...node, name: wanted } : node));
  const renamed = (end: string) => (end === name ? wanted : end);
  const scenario = withLinks(
    withRenamed(draft.scenario, { nodes: new Map([[name, wanted]]) }),
    draft.scenario.links.map((link) => ({ ...link, from: renamed(link.from), to: renamed(link.to) })),
  );
  return { nodes, scenario };
}

/** Removes a node with its links. Flows that begin or end there keep an open end. */
export function removeNode(draft: Draft, name: string): Draft {
  if (!namesOf(draft).includes(name)) return draft;
  const { links } = draft.scenario;
  const gone = new Map([[name, '']]);
  const scenario = withRenamed(draft.scenario, {});
  const opened = <One extends Flow | Source>(one: One): One => ({
    ...one,
    from: gone.get(one.from) ?? one.from,
    to: gone.get(one.to) ?? one.to,
  });
  return {
    nodes: draft.nodes.filter((node) => node.name !== name),
    scenario: withValidReferences({
      ...scenario,
      links: links.filter(({ from, to }) => from !== name && to !== name),
      flows: scenario.flows.map(opened),
      datagrams: scenario.datagrams.map(opened),
    }),
  };
}

/** Nodes that a new link from this one can lead to, or those that an existing link's other end can move to. */
export function linkTargets(draft: Draft, from: string, moved?: number): string[] {
  const taken = new Set(
    draft.scenario.links.flatMap((link, entry) => (entry === moved ? [] : directionsOf(link))),
  );
  const both = moved === undefined || (draft.scenario.links[moved]?.both_ways ?? true);
  const forward = moved === undefined || draft.scenario.links[moved]?.from === from;
  return namesOf(draft).filter((to) => {
    if (to === from) return false;
    if (both) return !taken.has(`${from}>${to}`) && !taken.has(`${to}>${from}`);
    return !taken.has(forward ? `${from}>${to}` : `${to}>${from}`);
  });
}

/** Links two nodes. A host gets a fast link, two routers a slower one with a short buffer. */
export function connect(draft: Draft, catalogue: Catalogue, from: string, to: string): Draft {
  if (!namesOf(draft).includes(from) || !linkTargets(draft, from).includes(to)) return draft;
  const access = draft.nodes.some(({ name, kind }) => kind === 'host' && (name === from || name === to));
  const name = freeTitle(
    draft.scenario.links.map((link) => link.name),
    linkName(from, to),
  );
  const link = newLink(catalogue, {
    name,
    from,
    to,
    rate_bps: access ? 10_000_000 : 1_000_000,
    delay_ms: access ? 1 : 20,
    queue: { kind: 'drop_tail_packets', limit_packets: access ? 100 : 20 },
  });
  return { ...draft, scenario: { ...draft.scenario, links: [...draft.scenario.links, link] } };
}

function removeLink(draft: Draft, entry: number): Draft {
  const { scenario } = draft;
  if (scenario.links[entry] === undefined) return draft;
  const links = scenario.links.filter((_, index) => index !== entry);
  return { ...draft, scenario: withValidReferences({ ...scenario, links }) };
}

/** Moves an end of a link to another node. Changes on the timeline and scripted drops follow. */
export function redirectLink(draft: Draft, entry: number, end: 'from' | 'to', node: string): Draft {
  const { links } = draft.scenario;
  const link = links[entry];
  if (link === undefined) return draft;
  const fixed = end === 'from' ? link.to : link.from;
  if (link[end] === node || !linkTargets(draft, fixed, entry).includes(node)) return draft;
  const scenario = withLinks(
    draft.scenario,
    links.map((one, index) => (index === entry ? { ...one, [end]: node } : one)),
  );
  return { ...draft, scenario: withValidReferences(scenario) };
}

/** Replaces the links by as many others. Links named after their ends are named after the new ones, and references follow. */
function withLinks(scenario: Scenario, links: readonly Link[]): Scenario {
  const renamed = { links: new Map<string, string>(), directions: new Map<string, string>() };
  const names = new Set(scenario.links.map(({ name }) => name));
  const next = links.map((link, entry): Link => {
    const before = scenario.links[entry] ?? link;
    const after = directionsOf(link);
    directionsOf(before).forEach((direction, way) => {
      if (after[way] !== undefined && after[way] !== direction) renamed.directions.set(direction, after[way]);
    });
    const wanted = linkName(link.from, link.to);
    if (before.name !== linkName(before.from, before.to) || wanted === before.name) return link;
    names.delete(before.name);
    const name = freeTitle([...names], wanted);
    names.add(name);
    renamed.links.set(before.name, name);
    return { ...link, name };
  });
  return { ...withRenamed(scenario, renamed), links: next };
}

/** Lets a link lead back, or not. */
export function setTwoWay(draft: Draft, entry: number, both_ways: boolean): Draft {
  const { scenario } = draft;
  const link = scenario.links[entry];
  if (link === undefined || link.both_ways === both_ways) return draft;
  const back = `${link.to}>${link.from}`;
  if (both_ways && scenario.links.flatMap(directionsOf).includes(back)) return draft;
  const next = { ...link, both_ways, back: null };
  return { ...draft, scenario: withValidReferences(withValue(scenario, `links.${entry}`, next)) };
}

/** Gives a link's way back values of its own, which start from those of the way there, or takes them away. */
export function setOwnWayBack(draft: Draft, entry: number, own: boolean): Draft {
  const link = draft.scenario.links[entry];
  if (link === undefined || !link.both_ways || (link.back !== null) === own) return draft;
  const { rate_bps, delay_ms, clock_us, queue, loss } = link;
  const back = own ? { rate_bps, delay_ms, clock_us, queue, loss } : null;
  return setValue(draft, `links.${entry}.back`, back);
}

/** Adds a flow at the end. Ends can be empty until they are chosen. */
export function addFlow(draft: Draft, catalogue: Catalogue, from: string, to: string, preset: string): Draft {
  const { scenario } = draft;
  const name = freeTitle(streamNames(scenario), preset);
  const flow = newFlow(withOwnPresets(catalogue, scenario), preset, { name, from, to });
  return { ...draft, scenario: { ...scenario, flows: [...scenario.flows, flow] } };
}

/** Adds a datagram source at the end, with an even pace. Ends can be empty until they are chosen. */
export function addSource(draft: Draft, catalogue: Catalogue, from: string, to: string): Draft {
  const { scenario } = draft;
  const name = freeTitle(streamNames(scenario), 'udp');
  const source = { name, from, to, traffic: { kind: 'constant_rate' } };
  const filled = withDefaults(itemFields(catalogue, 'datagrams'), source, catalogue) as unknown as Source;
  return { ...draft, scenario: { ...scenario, datagrams: [...scenario.datagrams, filled] } };
}

/** Lets a datagram source send in another way, with that way's defaults. */
export function setTraffic(draft: Draft, catalogue: Catalogue, index: number, kind: string): Draft {
  const path = `${pathOfStream(draft.scenario, index)}.traffic`;
  return setValue(draft, path, newPart(catalogue, 'datagram', kind, null));
}

/** Likely ends of a new flow or datagram source: a host, by default the first that sends nothing, and the last one that it reaches and that receives nothing. */
export function likelyEnds(
  { nodes, scenario }: Draft,
  reached: (from: string) => ReadonlySet<string>,
  wanted?: string,
): { from: string; to: string } {
  const hosts = nodes.filter(({ kind }) => kind === 'host').map(({ name }) => name);
  const streams = [...scenario.flows, ...scenario.datagrams];
  const senders = new Set(streams.map(({ from }) => from));
  const receivers = new Set(streams.map(({ to }) => to));
  const idle = (name: string) => !senders.has(name) && !receivers.has(name);
  const from = wanted ?? hosts.find(idle) ?? hosts.find((name) => senders.has(name)) ?? hosts[0] ?? '';
  const others = hosts.filter((name) => name !== from && reached(from).has(name));
  const to = others.findLast(idle) ?? others.findLast((name) => receivers.has(name)) ?? others.at(-1) ?? '';
  return { from, to };
}

/** Removes a flow or a datagram source, and what refers to it. */
export function removeStream(draft: Draft, index: number): Draft {
  const { scenario } = draft;
  const { flows, datagrams } = scenario;
  if (streamAt(scenario, index) === undefined) return draft;
  if (index < flows.length) return { ...draft, scenario: withoutFlow(scenario, index) };
  const left = datagrams.filter((_, place) => place !== index - flows.length);
  return { ...draft, scenario: withValidReferences({ ...scenario, datagrams: left }) };
}

export function renameStream(draft: Draft, index: number, wanted: string): Draft {
  const { scenario } = draft;
  const name = streamAt(scenario, index)?.name;
  const taken = streamNames(scenario).filter((one) => one !== name);
  if (name === undefined || name === wanted || nameProblem(wanted, taken) !== null) return draft;
  const renamed = withRenamed(scenario, { flows: new Map([[name, wanted]]) });
  return { ...draft, scenario: withValue(renamed, `${pathOfStream(scenario, index)}.name`, wanted) };
}

export function streamNames({ flows, datagrams }: Scenario): string[] {
  return [...flows, ...datagrams].map(({ name }) => name);
}

/** Chooses another preset. A flow that is named after its preset gets the new one's name. */
export function setSender(draft: Draft, catalogue: Catalogue, index: number, preset: string): Draft {
  const { scenario } = draft;
  const flow = scenario.flows[index];
  const sender = senderOf(withOwnPresets(catalogue, scenario), preset);
  if (flow === undefined || sender === undefined) return draft;
  const changed = setValue(draft, `flows.${index}.sender`, sender);
  const stem = flow.name.replace(/ \d+$/, '');
  if (stem !== flow.sender.preset || stem === preset) return changed;
  const taken = streamNames(scenario).filter((name) => name !== flow.name);
  return renameStream(changed, index, freeTitle(taken, preset));
}

/** Chooses the node at which a flow or a datagram source begins or ends. */
export function setEnd(draft: Draft, index: number, end: 'from' | 'to', node: string): Draft {
  const { scenario } = draft;
  const stream = streamAt(scenario, index);
  if (stream === undefined || stream[end] === node) return draft;
  const path = `${pathOfStream(scenario, index)}.${end}`;
  return { ...draft, scenario: withValidReferences(withValue(scenario, path, node)) };
}

/** Chooses the nodes between the ends of a flow, in order. None: the path with the fewest links. */
export function setRoute(
  draft: Draft,
  index: number,
  way: 'route' | 'route_back',
  between: readonly string[],
): Draft {
  if (draft.scenario.flows[index] === undefined) return draft;
  return setValue(draft, `flows.${index}.${way}`, [...between]);
}

/** Sets a value that the controls edit, by its path in the scenario. */
export function setValue(draft: Draft, path: string, value: unknown): Draft {
  return { ...draft, scenario: withValidReferences(withValue(draft.scenario, path, value)) };
}

/** Removes an item of any kind. */
export function removeItem(draft: Draft, item: Item): Draft {
  switch (item.kind) {
    case 'node':
      return removeNode(draft, item.name);
    case 'link':
      return removeLink(draft, item.entry);
    case 'flow':
      return removeStream(draft, item.index);
  }
}

/** The path of a flow or a datagram source in the scenario. */
export function pathOfStream({ flows }: Scenario, index: number): string {
  return index < flows.length ? `flows.${index}` : `datagrams.${index - flows.length}`;
}
