/**
 * The bench's plots from top to bottom, with their shares of the height. Links and the browser's storage keep an arrangement as text:
 * `sender-sequence*1.4,window,queue,rtt`, with `!` after the name of an enlarged plot. A plot without a number has the share 1.
 */
import { PANELS, type PanelName } from './registry';

export interface Item {
  name: PanelName;
  /** Share of the height, relative to the other plots' shares. */
  share: number;
}

export interface Arrangement {
  /** The plots in sight, from top to bottom; never empty. */
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
  })),
  enlarged: null,
};

/** Reads an arrangement. Leaves out unknown and repeated names; a text without a known name gives the usual arrangement. */
export function arrangementOf(text: string): Arrangement {
  const items: Item[] = [];
  let enlarged: PanelName | null = null;
  for (const part of text.split(',')) {
    const [, name, mark, share = '1'] = /^([a-z-]+)(!?)(?:\*([\d.]+))?$/.exec(part) ?? [];
    const panel = PANELS.find((one) => one.name === name);
    if (panel === undefined || items.some((item) => item.name === name)) continue;
    items.push({ name: panel.name as PanelName, share: limited(Number(share) || 1) });
    if (mark === '!') enlarged = panel.name as PanelName;
  }
  return items.length === 0 ? USUAL : { items, enlarged };
}

/** The text of an arrangement; empty for the usual one. */
export function textOf(arrangement: Arrangement): string {
  const text = written(arrangement);
  return text === written(USUAL) ? '' : text;
}

function written({ items, enlarged }: Arrangement): string {
  return items
    .map(({ name, share }) => {
      const rounded = Math.round(100 * share) / 100;
      return `${name}${name === enlarged ? '!' : ''}${rounded === 1 ? '' : `*${rounded}`}`;
    })
    .join(',');
}

function limited(share: number): number {
  return Math.min(Math.max(share, SHARES.least), SHARES.most);
}

/** Shows a hidden plot at the bottom, or hides one; the last plot stays. */
export function withToggled({ items, enlarged }: Arrangement, name: PanelName): Arrangement {
  if (!items.some((item) => item.name === name))
    return { items: [...items, { name, share: 1 }], enlarged: null };
  if (items.length === 1) return { items, enlarged };
  return { items: items.filter((item) => item.name !== name), enlarged: enlarged === name ? null : enlarged };
}

/** Moves a plot to a place, counted from the top. */
export function withMoved({ items, enlarged }: Arrangement, name: PanelName, place: number): Arrangement {
  const own = items.find((item) => item.name === name);
  if (own === undefined) return { items, enlarged };
  const others = items.filter((item) => item !== own);
  return { items: others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, own), enlarged };
}

/** Enlarges a plot, or brings the others back. */
export function withEnlarged({ items, enlarged }: Arrangement, name: PanelName): Arrangement {
  return { items, enlarged: enlarged === name ? null : name };
}

/** Moves the edge below a plot: gives it a part of the height that all plots have together, taken from the next one. */
export function withEdgeMoved({ items, enlarged }: Arrangement, above: number, part: number): Arrangement {
  const [first, second] = [items[above], items[above + 1]];
  if (first === undefined || second === undefined) return { items, enlarged };
  const all = items.reduce((sum, { share }) => sum + share, 0);
  const both = first.share + second.share;
  const share = Math.min(Math.max(first.share + part * all, SHARES.least), both - SHARES.least);
  return {
    items: items.with(above, { ...first, share }).with(above + 1, { ...second, share: both - share }),
    enlarged,
  };
}

/** Heights in whole pixels that add up to `room`. The last plot gets `axis` more than its share, for the time axis. */
export function heightsOf({ items }: Pick<Arrangement, 'items'>, room: number, axis: number): number[] {
  const all = items.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  let sum = 0;
  return items.map(({ share }, place) => {
    sum += share;
    const end = place === items.length - 1 ? room : Math.round(((room - axis) * sum) / all);
    const height = end - before;
    before = end;
    return height;
  });
}
