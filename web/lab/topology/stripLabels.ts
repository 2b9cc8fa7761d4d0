/** The numbers under a link of the strip: those that fit, the most important first. */
import { t } from '../../base/words/words';
import { type Quantity, valueInWords } from './edits';
import { widthOf } from './layout';
import { limitOf, type Network, stepAt } from './network';
import type { Strip, StripEdge } from './stripParts';

export interface Piece {
  quantity: Quantity;
  text: string;
}

interface EdgeLabels {
  /** The directed link that the numbers belong to, and whether its timeline has changed them. */
  link: number;
  changed: boolean;
  pieces: Piece[];
  /** The moment shown, if it was given and fits. */
  time: string | null;
}

/** Pixels between two numbers, and around all of them. */
export const BETWEEN = 12;

/** Null if there is no room, or if the edge stands for several links. */
export function stripLabels(
  strip: Strip,
  edge: StripEdge,
  network: Network,
  moment: number,
  time: string | null = null,
): EdgeLabels | null {
  const lane = strip.lanes[edge.lanes[0] ?? -1];
  const [link, ...others] = lane?.links ?? [];
  if (edge.labels === null || link === undefined || others.length > 0) return null;
  const steps = network.links[link]?.steps ?? [];
  const step = stepAt(steps, moment);
  const { value, unit } = limitOf(step.queue);
  const all: Piece[] = [
    { quantity: 'rate', text: valueInWords({ unit: 'bit/s' }, step.rate_bps) },
    { quantity: 'delay', text: valueInWords({ unit: 'ms' }, step.delay_s * 1e3) },
  ];
  if (lane?.elastic && value !== null)
    all.push({ quantity: 'buffer', text: t('buffer {size}', { size: valueInWords({ unit }, value) }) });
  const pieces: Piece[] = [];
  let width = 0;
  for (const piece of all) {
    const needed = widthOf(piece.text) + BETWEEN;
    if (width + needed > edge.labels.width) break;
    width += needed;
    pieces.push(piece);
  }
  const fits = time !== null && width + widthOf(time) + BETWEEN <= edge.labels.width;
  return { link, changed: step !== steps[0], pieces, time: fits ? time : null };
}
