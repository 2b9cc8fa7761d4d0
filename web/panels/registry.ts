/** The panels of the bench, from top to bottom. A new panel is one file beside this one, and one line here. */
import { type ComponentType, memo } from 'react';
import { CongestionWindow } from './congestionWindow';
import type { PanelName } from './names';
import type { PanelProps } from './Panel';
import { Queue } from './queue';
import { ReceiverSequence } from './receiverSequence';
import { RoundTrip } from './roundTrip';
import { SenderSequence } from './senderSequence';

/** By the names that they carry on the page. */
export const PANEL_NAMED = {
  'sender-sequence': memo(SenderSequence),
  window: memo(CongestionWindow),
  queue: memo(Queue),
  rtt: memo(RoundTrip),
  'receiver-sequence': memo(ReceiverSequence),
} satisfies Record<PanelName, ComponentType<PanelProps>>;

export const PANELS: ComponentType<PanelProps>[] = Object.values(PANEL_NAMED);
