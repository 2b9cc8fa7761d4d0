/** Chooses which items to show, in which order. */
import { type Item, KINDS, type Kind } from './items';
import { type Match, match } from './match';

export interface Row {
  item: Item;
  ranges: Match['ranges'];
}

export interface Section {
  heading: string;
  rows: readonly Row[];
}

/** Most rows of a kind, with a search and without one. */
const ROWS = { found: 7, offered: 6 };

/** Kinds that are listed before anything is typed; the others have too many members to be worth reading. */
const OFFERED: readonly Kind[] = ['action', 'page', 'lesson', 'sender'];

/** Beginnings of actions' ids, the most likely first. */
const ACTIONS = ['bench.share', 'scenario.choose', 'bench', 'time.play', 'keys', 'theme', 'plots', 'details'];

/** Points for what people want most: an action before a number with the same words. */
const LIKELY: Record<Kind, number> = {
  action: 2,
  sender: 1.5,
  page: 1.5,
  scenario: 1,
  lesson: 0.8,
  // Mostly found by other words than their titles.
  field: 5.5,
  term: 0.3,
  number: 0,
};

/** Points for an item that was chosen recently. */
const RECENT_POINTS = 1.5;

/**
 * The sections to show. Without a search: recent items first, then some of the likely kinds. With one: the kind with the best match first.
 *
 * @param recent ids of items chosen before, the latest first
 * @param recentHeading the heading of the recent items
 */
export function sectionsOf(
  search: string,
  items: readonly Item[],
  recent: readonly string[],
  recentHeading: string,
): Section[] {
  if (search.trim() === '') return offered(items, recent, recentHeading);
  const found = new Map<Kind, { row: Row; score: number }[]>();
  for (const item of items) {
    const matched = match(search, item.search);
    if (matched === null) continue;
    const score = matched.score + LIKELY[item.kind] + (recent.includes(item.id) ? RECENT_POINTS : 0);
    const row = { item, ranges: matched.ranges };
    const kind = found.get(item.kind) ?? [];
    kind.push({ row, score });
    found.set(item.kind, kind);
  }
  return [...found]
    .map(([kind, all]) => {
      all.sort((a, b) => b.score - a.score);
      return { kind, best: all[0]?.score ?? 0, rows: all.slice(0, ROWS.found).map(({ row }) => row) };
    })
    .sort((a, b) => b.best - a.best)
    .map(({ kind, rows }) => ({ heading: KINDS[kind](), rows }));
}

function offered(items: readonly Item[], recent: readonly string[], recentHeading: string): Section[] {
  const row = (item: Item): Row => ({ item, ranges: [] });
  const before = recent.flatMap((id) => items.find((item) => item.id === id) ?? []).slice(0, ROWS.offered);
  const likely = (item: Item) => {
    const place = ACTIONS.findIndex((first) => item.id.startsWith(`action ${first}`));
    return place < 0 ? ACTIONS.length : place;
  };
  const sections = OFFERED.map((kind) => ({
    heading: KINDS[kind](),
    rows: items
      .filter((item) => item.kind === kind && !before.includes(item))
      .sort((a, b) => likely(a) - likely(b))
      .slice(0, ROWS.offered)
      .map(row),
  }));
  return [{ heading: recentHeading, rows: before.map(row) }, ...sections].filter(
    ({ rows }) => rows.length > 0,
  );
}
