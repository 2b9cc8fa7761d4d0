import type { Scenario } from '../engine/schema';

type Links = Scenario['links'];

/** Index of the slowest link, where the queue forms. */
export function bottleneckOf(links: Links): number {
  return links.reduce(
    (best, link, index) => (link.rate_bps < (links[best]?.rate_bps ?? 0) ? index : best),
    0,
  );
}

/** The nodes that a link joins: `R1 ↔ R2`. */
export function endsOf({ from, to, both_ways }: Links[number]): string {
  return `${from} ${both_ways ? '↔' : '→'} ${to}`;
}
