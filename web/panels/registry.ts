/** The panels of the bench, from top to bottom. A new panel is one file beside this one, and one line here. */
import { type ComponentType, memo } from 'react';
import { CongestionWindow } from './congestionWindow';
import type { PanelProps } from './Panel';
import { Queue } from './queue';
import { ReceiverSequence } from './receiverSequence';
import { RoundTrip } from './roundTrip';
import { SenderSequence } from './senderSequence';

const IN_ORDER = [SenderSequence, CongestionWindow, Queue, RoundTrip, ReceiverSequence];

export interface BenchPanel {
  name: string;
  Component: ComponentType<PanelProps>;
}

export const PANELS: BenchPanel[] = IN_ORDER.map((panel) => ({ name: panel.name, Component: memo(panel) }));
