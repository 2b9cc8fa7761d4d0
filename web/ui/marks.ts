/** Marks and colors of events, for all panels, legends and pages. */

import { t } from '../base/words/words';
import type { SEGMENT_KINDS } from '../engine/schema';
import type { Explained } from './explanations';

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

export type Shape =
  | 'dot'
  | 'dash'
  | 'ring'
  | 'triangle_up'
  | 'triangle_down'
  | 'diamond'
  | 'cross'
  | 'saltire_ring';

export interface Mark {
  readonly label: string;
  /** The sentence in `explanations.ts` about it. */
  explains?: Explained;
  shape: Shape;
  /** Name of a color in tokens.css; null for the flow's color. */
  token: string | null;
  radius: number;
  /** Never thinned and drawn last: losses and retransmissions, the most important events. */
  always: boolean;
}

const mark = (
  explains: Explained,
  label: () => string,
  shape: Shape,
  token: string | null,
  radius: number,
  always: boolean,
): Mark => ({
  get label() {
    return label();
  },
  explains,
  shape,
  token,
  radius,
  always,
});

const SEND = mark('segment_sent', () => t('segment sent'), 'dot', null, 1.4, false);
const ARRIVED = mark('segment_arrived', () => t('segment arrived'), 'dot', null, 1.4, false);
const ACK = mark('ack', () => t('ACK'), 'dash', 'mark-ack', 3, false);
const DUP_ACK = mark('duplicate_ack', () => t('duplicate ACK'), 'ring', 'mark-dup-ack', 2.8, false);
const FAST = mark('fast_retransmit', () => t('fast retransmit'), 'triangle_up', 'mark-fast', 5.5, true);
const EARLY = mark('early_retransmit', () => t('early retransmit'), 'triangle_down', 'mark-early', 5.5, true);
const TIMEOUT = mark(
  'timeout_retransmit',
  () => t('retransmit after timeout'),
  'diamond',
  'mark-timeout',
  5,
  true,
);
const DROP_FULL = mark('dropped', () => t('dropped by the queue'), 'cross', 'mark-drop', 4.5, true);
const DROP_ERROR = mark('lost', () => t('lost on the link'), 'saltire_ring', 'mark-drop', 4.5, true);
const MARKED = mark('marked', () => t('marked: congestion (ECN)'), 'ring', 'mark-drop', 3.2, false);

export const MARKS: Record<SegmentKind, Mark> = {
  send: SEND,
  retransmit_fast: FAST,
  retransmit_early: EARLY,
  retransmit_timeout: TIMEOUT,
  ack: ACK,
  dup_ack: DUP_ACK,
  data_arrived: ARRIVED,
  ack_sent: ACK,
  dup_ack_sent: DUP_ACK,
  drop_full: DROP_FULL,
  drop_error: DROP_ERROR,
  ack_drop_full: DROP_FULL,
  ack_drop_error: DROP_ERROR,
  marked: MARKED,
  ack_marked: MARKED,
  datagram_sent: SEND,
  datagram_arrived: ARRIVED,
  datagram_drop_full: DROP_FULL,
  datagram_drop_error: DROP_ERROR,
  datagram_marked: MARKED,
};

/** Line style of the theory in every plot: a thin dash-dot line on top of the measurements. */
export const THEORY = { width: 1.3, dash: [7, 2.5, 1.5, 2.5], token: 'mark-theory' };

/** The common subset of canvas and d3-path. */
type Outline = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc' | 'rect' | 'closePath'>;

/** Height of a dash, pixels. */
const DASH = 1.4;

/** Traces the outline of a mark; the same lines serve canvas (drawing) and d3-path (legends in SVG). */
export function outline(path: Outline, shape: Shape, x: number, y: number, r: number): void {
  switch (shape) {
    case 'dot':
      path.rect(x - r, y - r, 2 * r, 2 * r);
      return;
    case 'dash':
      path.rect(x - r, y - DASH / 2, 2 * r, DASH);
      return;
    case 'ring':
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
      return;
    case 'triangle_up':
    case 'triangle_down': {
      const tip = shape === 'triangle_up' ? -r : r;
      path.moveTo(x, y + tip);
      path.lineTo(x + r, y - tip * 0.8);
      path.lineTo(x - r, y - tip * 0.8);
      path.closePath();
      return;
    }
    case 'diamond':
      path.moveTo(x, y - r);
      path.lineTo(x + r, y);
      path.lineTo(x, y + r);
      path.lineTo(x - r, y);
      path.closePath();
      return;
    case 'saltire_ring':
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
      outline(path, 'cross', x, y, r * 0.6);
      return;
    case 'cross':
      path.moveTo(x - r, y - r);
      path.lineTo(x + r, y + r);
      path.moveTo(x - r, y + r);
      path.lineTo(x + r, y - r);
      return;
  }
}

/** Closed shapes are filled; the others are lines. */
export function isFilled(shape: Shape): boolean {
  return shape !== 'ring' && shape !== 'saltire_ring' && shape !== 'cross';
}
