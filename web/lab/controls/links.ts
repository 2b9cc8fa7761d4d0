import type { Scenario } from '../../engine/schema';

type Links = Scenario['links'];

/** Index of the slowest link, where the queue forms. */
export function slowestOf(links: Links): number {
  return links.reduce(
    (best, link, index) => (link.rate_bps < (links[best]?.rate_bps ?? 0) ? index : best),
    0,
  );
}

/**
 * Index of the link whose controls come first: the slowest before any edit, so that it keeps its place while its rate is changed. The
 * slowest one if that link is gone.
 */
export function bottleneckOf(links: Links, origin: Links | undefined): number {
  const name = origin?.[slowestOf(origin)]?.name;
  const place = links.findIndex((link) => link.name === name);
  return place < 0 ? slowestOf(links) : place;
}

/** The nodes that a link joins: `R1 ↔ R2`. */
export function endsOf({ from, to, both_ways }: Links[number]): string {
  return `${from} ${both_ways ? '↔' : '→'} ${to}`;
}
