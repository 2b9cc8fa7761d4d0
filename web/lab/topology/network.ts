/**
 * Reads a scenario as a network: its directed links in the trace's order, their properties over time, and the paths that
 * packets take. Paths are found as in the engine: through the nodes that a flow names, else over the fewest links; among
 * equals, links that are listed first win.
 */

import { formatBytes, formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';

export type Queue = Scenario['links'][number]['queue'];

/** Properties of a directed link from a moment on. */
export interface LinkStep {
  from_s: number;
  rate_bps: number;
  delay_s: number;
  /** Period of the clock that releases packets at the far end; 0 if there is no clock. */
  clock_s: number;
  queue: Queue;
}

export interface DirectedLink {
  from: string;
  to: string;
  /** Index of its entry in the scenario's list of links. */
  entry: number;
  /** Its properties over time, as the timeline changes them; the first entry starts at 0 s. */
  steps: LinkStep[];
}

/** The directed links on the path of a flow's or a datagram source's packets. */
export interface Path {
  /** Number in the trace: flows first, then datagram sources. */
  flow: number;
  kind: 'data' | 'acks';
  links: number[];
}

export interface Network {
  nodes: string[];
  links: DirectedLink[];
  /** Paths of the scenario, then those that its timeline adds. */
  paths: Path[];
}

export function networkOf(scenario: Scenario): Network {
  const links = scenario.links.flatMap((link, entry): DirectedLink[] => {
    const { from, to, rate_bps, delay_ms, clock_us, queue, back } = link;
    const out = { from_s: 0, rate_bps, delay_s: delay_ms / 1e3, clock_s: clock_us / 1e6, queue };
    const forward = { from, to, entry, steps: [out] };
    if (!link.both_ways) return [forward];
    const step: LinkStep = {
      from_s: 0,
      rate_bps: back?.rate_bps ?? rate_bps,
      delay_s: (back?.delay_ms ?? delay_ms) / 1e3,
      clock_s: (back?.clock_us ?? clock_us) / 1e6,
      queue: back?.queue ?? queue,
    };
    return [forward, { from: to, to: from, entry, steps: [step] }];
  });
  followTimeline(scenario, links);
  const nodes = [...new Set(scenario.links.flatMap(({ from, to }) => [from, to]))];
  return { nodes, links, paths: pathsOf(scenario, links) };
}

/** The nodes on a path, ends included; none if it leads nowhere. */
export function nodesAlong({ links }: Network, path: readonly number[]): string[] {
  const [first = -1] = path;
  const start = links[first];
  return start === undefined ? [] : [start.from, ...path.map((link) => links[link]?.to ?? '')];
}

/** The step in effect at a moment; `steps` must be sorted. */
export function stepAt<S extends { from_s: number }>(steps: readonly S[], moment: number): S {
  let last = 0;
  while (last + 1 < steps.length && (steps[last + 1] as S).from_s <= moment) last += 1;
  return steps[last] as S;
}

function followTimeline(scenario: Scenario, links: DirectedLink[]): void {
  const inOrder = scenario.timeline.toSorted((a, b) => a.at_s - b.at_s);
  for (const { at_s, change } of inOrder) {
    if (!('link' in change)) continue;
    const { link: name } = change;
    const own: Partial<LinkStep> = {};
    if ('rate_bps' in change && change.rate_bps !== null) own.rate_bps = change.rate_bps;
    if ('delay_ms' in change && change.delay_ms !== null) own.delay_s = change.delay_ms / 1e3;
    if ('queue' in change) own.queue = change.queue;
    for (const { from, to, entry, steps } of links) {
      if (name !== `${from}>${to}` && name !== scenario.links[entry]?.name) continue;
      steps.push({ ...(steps.at(-1) as LinkStep), ...own, from_s: at_s });
    }
  }
}

function pathsOf(scenario: Scenario, links: readonly DirectedLink[]): Path[] {
  const router = new Router(links);
  const paths: Path[] = [];
  const add = (flow: number, kind: Path['kind'], from: string, between: readonly string[], to: string) =>
    paths.push({ flow, kind, links: router.path(from, between, to) });
  const { flows, datagrams } = scenario;
  flows.forEach(({ from, to, route, route_back }, flow) => {
    add(flow, 'data', from, route, to);
    add(flow, 'acks', to, route_back, from);
  });
  datagrams.forEach(({ from, to }, source) => {
    add(flows.length + source, 'data', from, [], to);
  });
  for (const { change } of scenario.timeline) {
    if (!('route_back' in change)) continue;
    const flow = [...flows, ...datagrams].findIndex(({ name }) => name === change.flow);
    const ends = flows[flow] ?? datagrams[flow - flows.length];
    if (ends === undefined) continue;
    if (change.route !== null) add(flow, 'data', ends.from, change.route, ends.to);
    if (change.route_back !== null && flow < flows.length)
      add(flow, 'acks', ends.to, change.route_back, ends.from);
  }
  return paths;
}

/** Finds shortest paths. Trees are cached by root, because a thousand hosts may share the tree of one router. */
class Router {
  private readonly links: readonly DirectedLink[];
  private readonly leaving = new Map<string, number[]>();
  private readonly trees = new Map<string, Map<string, number>>();

  constructor(links: readonly DirectedLink[]) {
    this.links = links;
    links.forEach(({ from }, link) => {
      const known = this.leaving.get(from);
      if (known) known.push(link);
      else this.leaving.set(from, [link]);
    });
  }

  path(from: string, between: readonly string[], to: string): number[] {
    if (between.length === 0) return this.shortest(from, to);
    const stations = [from, ...between, to];
    return stations
      .slice(1)
      .map((next, before) => this.out(stations[before] ?? '').find((link) => this.links[link]?.to === next))
      .filter((link) => link !== undefined);
  }

  private out(node: string): number[] {
    return this.leaving.get(node) ?? [];
  }

  private shortest(from: string, to: string): number[] {
    const [only, ...others] = this.out(from);
    const single = only !== undefined && others.length === 0 && from !== to;
    const root = single ? (this.links[only]?.to ?? from) : from;
    const tree = this.tree(root);
    const path: number[] = [];
    for (let node = to; node !== root; ) {
      const link = tree.get(node);
      if (link === undefined) return [];
      path.push(link);
      node = this.links[link]?.from ?? root;
    }
    return single ? [only, ...path.reverse()] : path.reverse();
  }

  /** The link by which each node is reached from a root. */
  private tree(root: string): Map<string, number> {
    const known = this.trees.get(root);
    if (known) return known;
    const tree = new Map<string, number>();
    const frontier = [root];
    for (const node of frontier) {
      for (const link of this.out(node)) {
        const next = this.links[link]?.to ?? root;
        if (next === root || tree.has(next)) continue;
        tree.set(next, link);
        frontier.push(next);
      }
    }
    this.trees.set(root, tree);
    return tree;
  }
}

/** The limit of a queue. */
export interface Limit {
  /** Null if there is no limit. */
  value: number | null;
  unit: 'bytes' | 'packets';
}

/** A buffer for at least this many packets counts as unlimited. */
const ENDLESS = 1e6;

export function limitOf(queue: Queue): Limit {
  if ('limit_packets' in queue)
    return { value: queue.limit_packets >= ENDLESS ? null : queue.limit_packets, unit: 'packets' };
  if ('limit_bytes' in queue) return { value: queue.limit_bytes, unit: 'bytes' };
  return { value: null, unit: 'packets' };
}

/** The discipline in its usual spelling: `drop-tail`, `RED`. The unit appears with the limit instead. */
function disciplineOf(queue: Queue): string {
  const name = queue.kind.replace(/_(bytes|packets)$/, '').replaceAll('_', '-');
  return name.length <= 3 ? name.toUpperCase() : name;
}

/** The name and limit of a queue: "drop-tail 10 pkt". */
export function queueInWords(queue: Queue): string {
  const { value, unit } = limitOf(queue);
  const discipline = disciplineOf(queue);
  if (value === null)
    return 'limit_packets' in queue ? t('{queue}, no limit', { queue: discipline }) : discipline;
  return `${discipline} ${unit === 'bytes' ? formatBytes(value) : t('{count} pkt', { count: formatCount(value) })}`;
}
