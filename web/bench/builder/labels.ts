/** Labels of links: rate and delay, the queue and losses. A label that would cover another one or a node is left out. */

import { formatExact } from '../../base/words/format';
import { formatRateLabel } from '../../base/words/rateLabel';
import { t } from '../../base/words/words';
import { queueInWords } from '../../lab/topology/network';
import type { Link } from './draft';
import { type Curve, middleOf, type Point } from './frame';

export interface Line extends Point {
  text: string;
  anchor: 'start' | 'middle' | 'end';
}

interface Labeled {
  link: Link;
  curve: Curve;
  /** Thickness of the link. */
  thick: number;
  /** True if the label must appear, whatever it covers. */
  chosen: boolean;
  /** True for links between routers, whose labels come first. */
  inner: boolean;
}

/** Sizes of a letter and a line, and the distance from the link. */
const LETTER = 6;
const LINE = 12;
const GAP = 9;
/** Half the size of the room that a node takes. A router is round, so its corners are free. */
const NODES = { host: { x: 32, y: 22 }, router: { x: 17, y: 17 } };
/** Links that rise or fall less than this share of their length have their labels above and below, others beside them. */
const LEVEL = 0.25;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The lines of each link's label; none if there is no room. */
export function labelsOf(
  links: readonly Labeled[],
  nodes: readonly (Point & { kind: 'host' | 'router' })[],
): Line[][] {
  const taken: Box[] = nodes.map(({ x, y, kind }) => ({
    left: x - NODES[kind].x,
    right: x + NODES[kind].x,
    top: y - NODES[kind].y,
    bottom: y + NODES[kind].y,
  }));
  const middle = {
    x: nodes.reduce((sum, { x }) => sum + x, 0) / nodes.length,
    y: nodes.reduce((sum, { y }) => sum + y, 0) / nodes.length,
  };
  const along = links.map(({ curve }) => boxesAlong(curve));
  const labels = links.map((): Line[] => []);
  const rank = ({ chosen, inner }: Labeled) => (chosen ? 0 : inner ? 1 : 2);
  const order = links.map((_, index) => index).toSorted((a, b) => rank(at(links, a)) - rank(at(links, b)));
  for (const index of order) {
    const link = at(links, index);
    const others = along.flatMap((boxes, other) => (other === index ? [] : boxes));
    const choices = choicesOf(link, middle);
    const isFree = (lines: readonly Line[], around: readonly Box[]) =>
      !lines.map(boxOf).some((box) => around.some((one) => overlap(one, box)));
    const free = choices.filter((lines) => isFree(lines, taken));
    // Rather over no other link either.
    const clear = free.find((lines) => isFree(lines, others));
    const lines = clear ?? free[0] ?? (link.chosen ? choices[0] : undefined) ?? [];
    labels[index] = lines;
    taken.push(...lines.map(boxOf));
  }
  return labels;
}

function at<T>(list: readonly T[], index: number): T {
  return list[index] as T;
}

/** Places for a label, the best first. */
function choicesOf({ link, curve, thick }: Labeled, middle: Point): Line[][] {
  const { from, to } = curve;
  const { x, y } = middleOf(curve);
  const [rate, delay] = [formatRateLabel(link.rate_bps), `${formatExact(link.delay_ms)} ms`];
  const loss = link.loss.kind === 'none' ? [] : [t('loses packets')];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [nx, ny] = [(to.y - from.y) / length, (from.x - to.x) / length];
  const distance = GAP + thick / 2;
  if (Math.abs(nx) < LEVEL) {
    const room = length - 2 * NODES.host.y - 12;
    const one = `${rate} · ${delay}`;
    const above = one.length * LETTER <= room ? [one] : [rate, delay];
    const queue = queueInWords(link.queue);
    const below = [...loss, ...(queue.length * LETTER <= room ? [queue] : [])];
    const upper = (texts: string[]) => linesAt(x, y - distance - LINE * (texts.length - 1), 'middle', texts);
    const lower = (texts: string[]) => linesAt(x, y + distance, 'middle', texts);
    return [
      [...upper(above), ...lower(below)],
      [...upper(above), ...lower(loss)],
      lower([...above, ...loss]),
    ];
  }
  const texts = [rate, delay, ...loss];
  // Away from the middle: up or down if the link is rather level, else to the left or right.
  const outward = Math.abs(nx) < Math.abs(ny) ? (y - middle.y) * ny : (x - middle.x) * nx;
  const first = Math.abs(outward) > 4 ? Math.sign(outward) : Math.sign(nx);
  return [first, -first].map((side) => {
    const height = LINE * (texts.length - 1);
    const rise = side * ny < -LEVEL ? height : side * ny > LEVEL ? 0 : height / 2;
    return linesAt(
      x + side * nx * distance,
      y + side * ny * distance - rise,
      side * nx > 0 ? 'start' : 'end',
      texts,
    );
  });
}

function linesAt(x: number, y: number, anchor: Line['anchor'], texts: readonly string[]): Line[] {
  return texts.map((text, line) => ({ x, y: y + LINE * line, anchor, text }));
}

function boxOf({ x, y, anchor, text }: Line): Box {
  const width = text.length * LETTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - LINE / 2, bottom: y + LINE / 2 };
}

/** Small boxes along a curve. */
function boxesAlong({ from, to, bend }: Curve): Box[] {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 8);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const b = step / Math.max(1, steps);
    const [p, q, r] = [(1 - b) ** 2, 2 * b * (1 - b), b ** 2];
    const [x, y] = [p * from.x + q * bend.x + r * to.x, p * from.y + q * bend.y + r * to.y];
    return { left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 };
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** "Link R1 to R2, 1 Mbit/s, 20 ms, drop-tail 20 pkt". */
export function linkInWords(link: Link): string {
  const { from, to, rate_bps, delay_ms, queue, both_ways } = link;
  const values = {
    from,
    to,
    rate: formatRateLabel(rate_bps),
    delay: formatExact(delay_ms),
    queue: queueInWords(queue),
  };
  return both_ways
    ? t('Link {from} to {to}, {rate}, {delay} ms, {queue}', values)
    : t('One-way link {from} to {to}, {rate}, {delay} ms, {queue}', values);
}
