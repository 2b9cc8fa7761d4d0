/** Keeps the names in a scenario valid: the timeline, scripted drops, routes and turns refer to nodes, links and flows by name. */
import type { Scenario } from '../../engine/schema';
import type { Link } from './draft';

/** New names by old ones. */
interface Renamed {
  nodes?: ReadonlyMap<string, string>;
  links?: ReadonlyMap<string, string>;
  /** Directions of links, such as `R1>R2`. */
  directions?: ReadonlyMap<string, string>;
  flows?: ReadonlyMap<string, string>;
}

/** Follows new names everywhere but in the items that have them. */
export function withRenamed(scenario: Scenario, { nodes, links, directions, flows }: Renamed): Scenario {
  const node = (name: string) => nodes?.get(name) ?? name;
  const link = (name: string) => directions?.get(name) ?? links?.get(name) ?? name;
  const flow = (name: string) => flows?.get(name) ?? name;
  const route = (names: string[] | null) => names?.map(node) ?? null;
  return {
    ...scenario,
    flows: scenario.flows.map((one) => ({
      ...one,
      from: node(one.from),
      to: node(one.to),
      route: one.route.map(node),
      route_back: one.route_back.map(node),
      turns_with: one.turns_with === null ? null : flow(one.turns_with),
    })),
    datagrams: scenario.datagrams.map((one) => ({ ...one, from: node(one.from), to: node(one.to) })),
    drops: scenario.drops.map((drop) => ({
      ...drop,
      link: directions?.get(drop.link) ?? drop.link,
      flow: flow(drop.flow),
    })),
    timeline: scenario.timeline.map(({ at_s, change }) => ({
      at_s,
      change:
        'link' in change
          ? { ...change, link: link(change.link) }
          : {
              ...change,
              flow: flow(change.flow),
              route: route(change.route),
              route_back: route(change.route_back),
            },
    })),
  };
}

/** The directions of a link, such as `R1>R2` and `R2>R1`. */
export function directionsOf({ from, to, both_ways }: Pick<Link, 'from' | 'to' | 'both_ways'>): string[] {
  return both_ways ? [`${from}>${to}`, `${to}>${from}`] : [`${from}>${to}`];
}

/** Drops what refers to removed items: drops, changes on the timeline, and routes over missing links. */
export function withValidReferences(scenario: Scenario): Scenario {
  const directions = new Set(scenario.links.flatMap(directionsOf));
  const links = new Set(scenario.links.map(({ name }) => name));
  const streams = new Map([...scenario.datagrams, ...scenario.flows].map((one) => [one.name, one]));
  const leads = (from: string, between: readonly string[], to: string) => {
    const stations = [from, ...between, to];
    return (
      new Set(stations).size === stations.length &&
      stations.slice(1).every((next, before) => directions.has(`${stations[before]}>${next}`))
    );
  };
  const valid = (from: string, between: string[], to: string) =>
    between.length === 0 || leads(from, between, to) ? between : [];
  return {
    ...scenario,
    flows: scenario.flows.map((flow) => {
      const { name, from, to, turns_with } = flow;
      const partner = scenario.flows.find((other) => other.name === turns_with);
      return {
        ...flow,
        route: valid(from, flow.route, to),
        route_back: valid(to, flow.route_back, from),
        turns_with: partner?.turns_with === name && partner.name !== name ? turns_with : null,
      };
    }),
    drops: scenario.drops.filter(({ link, flow }) => directions.has(link) && streams.has(flow)),
    timeline: scenario.timeline.flatMap((entry) => {
      const { change } = entry;
      if ('link' in change) return directions.has(change.link) || links.has(change.link) ? [entry] : [];
      const stream = streams.get(change.flow);
      if (stream === undefined) return [];
      const { from, to } = stream;
      const kept = (start: string, between: string[] | null, end: string) =>
        between === null || between.length === 0 || leads(start, between, end) ? between : null;
      const [route, route_back] = [kept(from, change.route, to), kept(to, change.route_back, from)];
      if (route === null && route_back === null) return [];
      return [{ ...entry, change: { ...change, route, route_back } }];
    }),
  };
}
