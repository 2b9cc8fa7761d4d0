/** The panels of the bench, from top to bottom. A new panel is one file beside this one, and one line here. */
import { type ComponentType, memo } from 'react';
import { CongestionWindow } from './congestionWindow';
import type { PanelProps } from './Panel';
import { Queue } from './queue';
import { ReceiverSequence } from './receiverSequence';
import { RoundTrip } from './roundTrip';
import { SenderSequence } from './senderSequence';

export const PANELS: ComponentType<PanelProps>[] = [
  SenderSequence,
  CongestionWindow,
  Queue,
  RoundTrip,
  ReceiverSequence,
].map((panel) => memo(panel));
