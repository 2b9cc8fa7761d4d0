/** Labels of links. A label that would cover another one or a node is left out. */
import { formatExact } from '../../base/words/format';
import { formatRateLabel } from '../../base/words/rateLabel';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { BESIDE, type Label, LINE, labelsOf } from '../../lab/topology/labels';
import { type PlacedEdge, widthOf } from '../../lab/topology/layout';
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
  const lanes = layout.edges.map((edge) => boxesAlong(edge, layout));
  const isInner = ({ ends }: PlacedEdge) => ends.every((end) => layout.boxes[end]?.place === 'router');
  const rank = (edge: PlacedEdge, at: number) => (layout.entries[at] === chosen ? 0 : isInner(edge) ? 1 : 2);
  const ranked = layout.edges.map((edge, at) => ({ edge, at, rank: rank(edge, at) }));
  const labels = layout.edges.map((): Label[] => []);
  for (const { edge, at, rank } of ranked.toSorted((a, b) => a.rank - b.rank)) {
    const isLossy = scenario.links[layout.entries[at] ?? -1]?.loss.kind !== 'none';
    const choices = placesOf(edge, layout).map((place) => {
      const lines = labelsOf(layout, place, network, 0);
      const last = lines.at(-1);
      return isLossy && last ? [...lines, { ...last, y: last.y + LINE, text: t('loses packets') }] : lines;
    });
    const others = lanes.flatMap((boxes, other) => (other === at ? [] : boxes));
    const isFree = (lines: readonly Label[], around: readonly Box[]) =>
      !lines.map(boxOf).some((box) => around.some((one) => overlap(one, box)));
    const free = choices.filter((lines) => isFree(lines, taken));
    // Prefer a place that covers no other link either.
    const clear = free.find((lines) => isFree(lines, others));
    const lines = clear ?? free[0] ?? (rank === 0 ? choices[0] : undefined) ?? [];
    labels[at] = lines;
    taken.push(...lines.map(boxOf));
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

/** Small boxes along an edge's lanes. */
function boxesAlong(edge: PlacedEdge, { lanes }: BuilderLayout): Box[] {
  return edge.lanes.flatMap((lane) => {
    const { points = [], along = [] } = lanes[lane] ?? {};
    return Array.from(along)
      .slice(1)
      .flatMap((end, stretch) => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * stretch, 2 * stretch + 4);
        const steps = Math.max(1, Math.ceil((end - (along[stretch] ?? 0)) / 8));
        return Array.from({ length: steps + 1 }, (_, step): Box => {
          const [x, y] = [x0 + (step / steps) * (x1 - x0), y0 + (step / steps) * (y1 - y0)];
          return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
        });
      });
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
