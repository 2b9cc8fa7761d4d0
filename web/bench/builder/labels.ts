/** Labels of links. A label that would cover another one or a node is left out. */
import { formatExact } from '../../base/words/format';
import { formatRateLabel } from '../../base/words/rateLabel';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { BESIDE, type Label, LINE, labelsOf } from '../../lab/topology/labels';
import { LANE, type Lane, type PlacedEdge, widthOf } from '../../lab/topology/layout';
import { type Network, queueInWords } from '../../lab/topology/network';
import type { Link } from './draft';
import type { BuilderLayout } from './layout';

/** Room that is enough for a rate, but not for a delay or a queue next to it. */
const SHORT = 70;
/** Rise of the labels of a sloping link, so that they clear it, pixels. */
const RISE = 16;
const SLOPING = 0.25;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const NONE = { lines: [], boxes: [] };

/** The lines of each link's label; none if there is no room. The chosen link has its label whatever it covers. */
export function labelsIn(
  layout: BuilderLayout,
  network: Network,
  scenario: Scenario,
  chosen: number | null,
): Label[][] {
  const taken = layout.boxes.map(({ x, y, width, height }): Box => {
    return { left: x, right: x + width, top: y, bottom: y + height };
  });
  const isInner = ({ ends }: PlacedEdge) => ends.every((end) => layout.boxes[end]?.place === 'router');
  const rank = (edge: PlacedEdge, at: number) => (layout.entries[at] === chosen ? 0 : isInner(edge) ? 1 : 2);
  const ranked = layout.edges.map((edge, at) => ({ edge, at, rank: rank(edge, at) }));
  const labels = layout.edges.map((): Label[] => []);
  for (const { edge, at, rank } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    const isLossy = scenario.links[layout.entries[at] ?? -1]?.loss.kind !== 'none';
    const choices = placesOf(edge, layout).map((place) => {
      const lines = labelsOf(layout, place, network, 0);
      const last = lines.at(-1);
      if (isLossy && last) lines.push({ ...last, y: last.y + LINE, text: t('loses packets') });
      return { lines, boxes: lines.map(boxOf) };
    });
    const free = choices.filter(({ boxes }) => !boxes.some((box) => taken.some((one) => overlap(one, box))));
    // Prefer a place that covers no other link either.
    const clear = free.find(
      ({ boxes }) => !layout.lanes.some((lane) => lane.edge !== at && boxes.some((box) => passes(lane, box))),
    );
    const { lines, boxes } = clear ?? free[0] ?? (rank === 0 ? choices[0] : undefined) ?? NONE;
    labels[at] = lines;
    taken.push(...boxes);
  }
  return labels;
}

/** Places for an edge's labels, the best first: with and without the queue, or on either side of a link that isn't level. */
function placesOf(edge: PlacedEdge, { boxes, lanes }: BuilderLayout): PlacedEdge[] {
  const { x, y } = edge.middle;
  if (edge.beside === undefined) return [edge, { ...edge, room: Math.min(edge.room, SHORT) }];
  const [x0 = 0, y0 = 0] = lanes[edge.lanes[0] ?? -1]?.points ?? [];
  const length = Math.hypot(x - x0, y - y0) || 1;
  // The direction to the right of the link.
  const turn = Math.sign(y - y0);
  const [nx, ny] = [(turn * (y - y0)) / length, (turn * (x0 - x)) / length];
  const away = BESIDE + (Math.abs(ny) > SLOPING ? RISE : 0);
  const right = { ...edge, middle: { x: x + (nx - 1) * BESIDE, y: y + ny * away } };
  const left = { ...edge, beside: 'left' as const, middle: { x: x - (nx - 1) * BESIDE, y: y - ny * away } };
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const center = { x: mean(boxes.map((box) => box.label.x)), y: mean(boxes.map((box) => box.label.y)) };
  // Away from the middle of the network.
  return (x - center.x) * nx + (y - center.y) * ny < 0 ? [left, right] : [right, left];
}

function boxOf({ x, y, anchor, text }: Label): Box {
  const width = widthOf(text);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 9, bottom: y + 3 };
}

/** True if a lane passes through a box. */
function passes({ points }: Lane, { left, right, top, bottom }: Box): boolean {
  for (let corner = 2; corner < points.length; corner += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(corner - 2, corner + 2);
    const [fromX, toX] = within(x0, x1, left - LANE / 2, right + LANE / 2);
    const [fromY, toY] = within(y0, y1, top - LANE / 2, bottom + LANE / 2);
    if (Math.max(0, fromX, fromY) < Math.min(1, toX, toY)) return true;
  }
  return false;
}

/** The shares of the way from one number to another at which it enters and leaves a range; 1 and 0 if it's outside all the time. */
function within(from: number, to: number, low: number, high: number): [number, number] {
  if (from === to) return from > low && from < high ? [0, 1] : [1, 0];
  const [a, b] = [(low - from) / (to - from), (high - from) / (to - from)];
  return a < b ? [a, b] : [b, a];
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
