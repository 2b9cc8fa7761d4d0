/** Labels of an edge: rate and delay, the queue if there is room, and both directions if they differ. */
import { formatPlain } from '../../base/words/format';
import { formatRateLabel } from '../../base/words/rateLabel';
import { LANE, type Layout, type PlacedEdge, widthOf } from './layout';
import { type LinkStep, type Network, queueInWords, stepAt } from './network';

export interface Label {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  text: string;
}

/** Distance from the middle of an edge to the lines of text, at lanes of the usual thickness, and how much of it the lanes take. */
const ABOVE = 17;
const BELOW = 26;
const RIM = 12.5;
export const BESIDE = 18;
export const LINE = 13;

export function labelsOf(layout: Layout, edge: PlacedEdge, network: Network, moment: number): Label[] {
  const { x, y } = edge.middle;
  const lines = linesOf(layout, edge, network, moment);
  if (edge.beside !== undefined) {
    const top = y + 4 - ((lines.length - 1) * LINE) / 2;
    const [aside, anchor] = edge.beside === 'right' ? [BESIDE, 'start' as const] : [-BESIDE, 'end' as const];
    return lines.map((text, i) => ({ x: x + aside, y: top + i * LINE, anchor, text }));
  }
  const { width = LANE } = layout.lanes[edge.lanes[0] ?? -1] ?? {};
  const more = RIM * (width / LANE - 1);
  return lines.map((text, i) => ({
    x,
    y: i === 0 ? y - ABOVE - more : y + BELOW + more,
    anchor: 'middle',
    text,
  }));
}

function linesOf(
  layout: Layout,
  { lanes, room, beside }: PlacedEdge,
  network: Network,
  moment: number,
): string[] {
  const [there = [], back = []] = lanes.map((lane) =>
    (layout.lanes[lane]?.links ?? []).map((link) => stepAt(network.links[link]?.steps ?? [], moment)),
  );
  const [out, home] = [partsOf(there), partsOf(back)];
  const differ = back.length > 0 && (out.rate !== home.rate || out.delay !== home.delay);
  const joined = ({ rate, delay }: Parts) => `${rate} · ${delay}`;
  if (beside !== undefined) {
    const arrow = (sign: string, one: Parts) => [`${sign} ${one.rate}`, one.delay];
    if (differ) return [...arrow('↓', out), ...arrow('↑', home)];
    return [out.rate, out.delay, ...(out.queue !== '' && widthOf(out.queue) <= room ? [out.queue] : [])];
  }
  if (differ) {
    const long = [`→ ${joined(out)}`, `← ${joined(home)}`];
    return long.every((line) => widthOf(line) <= room) ? long : [`→ ${out.rate}`, `← ${home.rate}`];
  }
  if (widthOf(joined(out)) > room) {
    // Shorten the unit; there is little room between many routers.
    return [widthOf(out.rate) > room ? out.rate.replace('bit/s', 'b/s') : out.rate, out.delay];
  }
  return [joined(out), ...(out.queue !== '' && widthOf(out.queue) <= room ? [out.queue] : [])];
}

interface Parts {
  rate: string;
  delay: string;
  /** Empty if the links of a bundle have different queues. */
  queue: string;
}

function partsOf(steps: readonly LinkStep[]): Parts {
  const queues = new Set(steps.map(({ queue }) => queueInWords(queue)));
  const [queue = ''] = queues;
  return {
    rate: span(
      steps.map(({ rate_bps }) => rate_bps),
      formatRateLabel,
    ),
    delay: span(
      steps.map(({ delay_s }) => delay_s),
      (delay) => `${formatPlain(delay * 1e3)} ms`,
    ),
    queue: queues.size === 1 ? queue : '',
  };
}

/** One value, or a range. */
function span(values: readonly number[], format: (value: number) => string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) return format(low);
  const [number = ''] = format(low).split(' ');
  const sameUnit = format(low).split(' ')[1] === format(high).split(' ')[1];
  return `${sameUnit ? number : format(low)}–${format(high)}`;
}
