/** The panels of the bench, from top to bottom. A new panel is one file next to this one, its name in names.ts, and one line here. */
import type { Panel as FigurePanel } from '../engine/generated/papers';
import { WINDOW } from './congestionWindow';
import type { PanelName } from './names';
import { QUEUE } from './queue';
import { RECEIVER_SEQUENCE } from './receiverSequence';
import type { PanelRecord } from './record';
import { ROUND_TRIP } from './roundTrip';
import { SENDER_SEQUENCE } from './senderSequence';

export const PANEL_NAMED: Readonly<Record<PanelName, PanelRecord>> = {
  'sender-sequence': SENDER_SEQUENCE,
  window: WINDOW,
  queue: QUEUE,
  rtt: ROUND_TRIP,
  'receiver-sequence': RECEIVER_SEQUENCE,
};

export const PANELS: readonly PanelRecord[] = Object.values(PANEL_NAMED);

/** The panel that a paper's figure asks for. */
export function panelOfFigure(figure: FigurePanel): PanelRecord {
  const panel = PANELS.find((one) => one.figure === figure);
  if (panel === undefined) throw new Error(`No panel draws figures of ${figure}.`);
  return panel;
}
