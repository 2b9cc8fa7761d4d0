/**
 * The bench's plots in one or two columns, each from top to bottom, with their shares of the height. Links and the browser's storage keep an
 * arrangement as text: `sender-sequence*1.4,window;queue,rtt`, with `;` between the columns and `!` after the name of an enlarged plot. A plot
 * without a number has the share 1.
 */
import type { ViewState } from '../../run/view';
import { PANELS, type PanelName } from './registry';

/** The plots' order and sizes, as text; empty for the usual ones. */
export const PLOTS: ViewState<string> = { usual: '', until: 'address' };

/** The plot whose tab is open, where plots have tabs; null for the first. */
export const OPEN_PLOT: ViewState<string | null> = { usual: null, until: 'address' };

export interface Item {
  name: PanelName;
  /** Share of its column's height, relative to the other plots' shares. */
  share: number;
  column: 0 | 1;
}

export interface Arrangement {
  /** The plots in sight, the first column's first; never empty, and neither is the first column. */
  items: readonly Item[];
  /** The plot that takes the place of all others; null if there is none. */
  enlarged: PanelName | null;
}

/** Limits of a share, so that a link can't make a plot vanish. */
const SHARES = { least: 0.2, most: 20 };

export const USUAL: Arrangement = {
  items: PANELS.filter(({ shown }) => shown !== undefined).map(({ name, shown = 1 }) => ({
    name: name as PanelName,
    share: shown,
    column: 0,
  })),
  enlarged: null,
};

/** The usual plots on a screen with room for two columns. */
const USUAL_WIDE = arrangementOf('sender-sequence*1.2,window,queue;rtt*1.2,throughput,receiver-sequence');

/** The plots that the bench shows before anyone has chosen. `wide`: there is room for two columns. */
export function usualOf(wide: boolean): Arrangement {
  return wide ? USUAL_WIDE : USUAL;
}

/** Reads an arrangement. Leaves out unknown and repeated names; a text without a known name gives the usual arrangement. */
export function arrangementOf(text: string, wide = false): Arrangement {
  return parsed(text) ?? usualOf(wide);
}

function parsed(text: string): Arrangement | null {
  const items: Item[] = [];
  let enlarged: PanelName | null = null;
  const columns = text.split(';');
  for (const [place, column] of columns.entries()) {
    for (const part of column.split(',')) {
      const [, name, mark, share = '1'] = /^([a-z-]+)(!?)(?:\*([\d.]+))?$/.exec(part) ?? [];
      const panel = PANELS.find((one) => one.name === name);
      if (panel === undefined || items.some((item) => item.name === name)) continue;
      const own = panel.name as PanelName;
      items.push({ name: own, share: limited(Number(share) || 1), column: place === 0 ? 0 : 1 });
      if (mark === '!') enlarged = own;
    }
  }
  return items.length === 0 ? null : { items: filled(items), enlarged };
}

/** The text of an arrangement; empty for the usual one. */
export function textOf(arrangement: Arrangement, wide = false): string {
  const text = written(arrangement);
  return text === written(usualOf(wide)) ? '' : text;
}

function written({ items, enlarged }: Arrangement): string {
  return columnsOf(items)
    .map((column) =>
      column
        .map(({ name, share }) => {
          const rounded = Math.round(100 * share) / 100;
          return `${name}${name === enlarged ? '!' : ''}${rounded === 1 ? '' : `*${rounded}`}`;
        })
        .join(','),
    )
    .join(';');
}

function limited(share: number): number {
  return Math.min(Math.max(share, SHARES.least), SHARES.most);
}

/** The plots column by column; one column or two. */
export function columnsOf(items: readonly Item[]): Item[][] {
  return [0, 1]
    .map((column) => items.filter((item) => item.column === column))
    .filter((column) => column.length > 0);
}

/** The second column becomes the first when that is empty. */
function filled(items: readonly Item[]): readonly Item[] {
  return items.some(({ column }) => column === 0) ? items : items.map((item) => ({ ...item, column: 0 }));
}

/** Shows a hidden plot at the bottom, or hides one; the last plot stays. */
export function withToggled({ items, enlarged }: Arrangement, name: PanelName): Arrangement {
  if (!items.some((item) => item.name === name))
    return { items: [...items, { name, share: 1, column: items.at(-1)?.column ?? 0 }], enlarged: null };
  if (items.length === 1) return { items, enlarged };
  return {
    items: filled(items.filter((item) => item.name !== name)),
    enlarged: enlarged === name ? null : enlarged,
  };
}

/** Moves a plot to a place in a column, its own unless another is given, counted from the top. */
export function withMoved(
  { items, enlarged }: Arrangement,
  name: PanelName,
  place: number,
  to?: Item['column'],
): Arrangement {
  const own = items.find((item) => item.name === name);
  if (own === undefined) return { items, enlarged };
  const column = to ?? own.column;
  const others = items.filter((item) => item !== own);
  const there = others.filter((item) => item.column === column);
  const moved = there.toSpliced(Math.min(Math.max(place, 0), there.length), 0, { ...own, column });
  const rest = others.filter((item) => item.column !== column);
  return { items: filled(column === 0 ? [...moved, ...rest] : [...rest, ...moved]), enlarged };
}

/** Puts all plots into one column, or the second half of them into another. */
export function withColumns({ items, enlarged }: Arrangement, count: 1 | 2): Arrangement {
  const half = count === 1 ? items.length : Math.ceil(items.length / 2);
  return { items: items.map((item, place) => ({ ...item, column: place < half ? 0 : 1 })), enlarged };
}

/** Enlarges a plot, or brings the others back. */
export function withEnlarged({ items, enlarged }: Arrangement, name: PanelName): Arrangement {
  return { items, enlarged: enlarged === name ? null : name };
}

/** Moves the edge below a plot: gives it a part of its column's height, taken from the next one. */
export function withEdgeMoved({ items, enlarged }: Arrangement, above: PanelName, part: number): Arrangement {
  const place = items.findIndex(({ name }) => name === above);
  const [first, second] = [items[place], items[place + 1]];
  if (first === undefined || second?.column !== first.column) return { items, enlarged };
  const all = items.reduce((sum, { share, column }) => sum + (column === first.column ? share : 0), 0);
  const both = first.share + second.share;
  const share = Math.min(Math.max(first.share + part * all, SHARES.least), both - SHARES.least);
  return {
    items: items.with(place, { ...first, share }).with(place + 1, { ...second, share: both - share }),
    enlarged,
  };
}

/**
 * Heights of a column's plots in whole pixels that add up to `room`. The last plot gets `axis` more than its share, for the time axis. No plot
 * gets less than its `least` height, as long as all of these fit.
 */
export function heightsOf(
  items: readonly Pick<Item, 'share'>[],
  room: number,
  axis: number,
  least: readonly number[] = [],
): number[] {
  // Whoever would get too little gets the least; the others share what's left.
  const low = new Set<number>();
  const sharing = () => {
    const others = items.filter((_, place) => !low.has(place));
    const taken = [...low].reduce((sum, place) => sum + (least[place] ?? 0), 0);
    const all = others.reduce((sum, { share }) => sum + share, 0);
    return items.map(({ share }, place) =>
      low.has(place) ? (least[place] ?? 0) : (Math.max(0, room - axis - taken) * share) / all,
    );
  };
  let heights = sharing();
  for (;;) {
    const more = heights.flatMap((height, place) =>
      !low.has(place) && height < (least[place] ?? 0) ? [place] : [],
    );
    if (more.length === 0 || low.size + more.length >= items.length) break;
    for (const place of more) low.add(place);
    heights = sharing();
  }
  let before = 0;
  let sum = 0;
  return heights.map((own, place) => {
    sum += own;
    const end = place === items.length - 1 ? room : Math.round(sum);
    const height = end - before;
    before = end;
    return height;
  });
}

/** Room that plots need: each its least height, and the lowest one the labels of the time axis. */
export function roomFor(least: readonly number[], axis: number): number {
  return least.reduce((sum, height) => sum + height, axis);
}

/**
 * The plots that a room shows: all of them in their columns, or in one column as many neighbors of the chosen one as fit, at least that one.
 *
 * @param least each plot's least height
 * @param tabs height of the tabs that lead to plots out of sight
 */
export function itemsIn(
  items: readonly Item[],
  least: (name: PanelName) => number,
  { room, axis, tabs, most = items.length }: { room: number; axis: number; tabs: number; most?: number },
  chosen: string | null,
): { shown: readonly Item[]; tabbed: boolean } {
  const fits = (some: readonly Item[], height: number) =>
    roomFor(
      some.map(({ name }) => least(name)),
      axis,
    ) <= height;
  if (items.length <= most && columnsOf(items).every((column) => fits(column, room)))
    return { shown: items, tabbed: false };
  const at = Math.max(
    0,
    items.findIndex(({ name }) => name === chosen),
  );
  let [from, to] = [at, at + 1];
  const grows = (first: number, end: number) =>
    first >= 0 && end <= items.length && end - first <= most && fits(items.slice(first, end), room - tabs);
  for (;;) {
    if (grows(from, to + 1)) to += 1;
    else if (grows(from - 1, to)) from -= 1;
    else break;
  }
  const shown = items.slice(from, to).map((item) => ({ ...item, column: 0 as const }));
  return { shown, tabbed: items.length > 1 };
}
