/** The panels, from top to bottom. A new panel is one file next to this one and one entry here. */
import { t } from '../../base/words/words';
import type { Panel as FigurePanel } from '../../engine/generated/papers';
import { WINDOW } from './congestionWindow';
import { loadedLater } from './loadedLater';
import { QUEUE } from './queue';
import { RECEIVER_SEQUENCE } from './receiverSequence';
import type { PanelRecord } from './record';
import { ROUND_TRIP } from './roundTrip';
import { SENDER_SEQUENCE } from './senderSequence';

const REGISTRY = [
  SENDER_SEQUENCE,
  WINDOW,
  QUEUE,
  ROUND_TRIP,
  RECEIVER_SEQUENCE,
  loadedLater(
    { name: 'throughput', title: () => t('Throughput'), choice: () => t('Throughput') },
    () => import('./throughput'),
  ),
  loadedLater(
    { name: 'fairness', title: () => t('Fairness'), choice: () => t('Fairness') },
    () => import('./fairness'),
  ),
  loadedLater({ name: 'price', title: () => t('Price'), choice: () => t('Price') }, () => import('./price')),
] as const;

/** The name of a panel in markup, lessons and addresses. */
export type PanelName = (typeof REGISTRY)[number]['name'];

export const PANEL_NAMES: readonly PanelName[] = REGISTRY.map(({ name }) => name);

export const PANELS: readonly PanelRecord[] = REGISTRY;

export function panelNamed(name: PanelName): PanelRecord {
  const panel = PANELS.find((one) => one.name === name);
  if (panel === undefined) throw new Error(`No panel is called ${name}.`);
  return panel;
}

/** The panel that draws a paper's figures of this kind. */
export function panelOfFigure(figure: FigurePanel): PanelRecord {
  const panel = PANELS.find((one) => one.figure === figure);
  if (panel === undefined) throw new Error(`No panel draws figures of ${figure}.`);
  return panel;
}
