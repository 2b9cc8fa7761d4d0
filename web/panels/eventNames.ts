/**
 * Names of event kinds in files, independent of the page's language. These are the English words of their marks, so that the page
 * can put them into the reader's.
 */
import type { SegmentKind } from '../ui/marks';

export const EVENT_NAMES: Record<SegmentKind, string> = {
  send: 'segment sent',
  retransmit_fast: 'fast retransmit',
  retransmit_early: 'early retransmit',
  retransmit_timeout: 'retransmit after timeout',
  ack: 'ACK',
  dup_ack: 'duplicate ACK',
  data_arrived: 'segment arrived',
  ack_sent: 'ACK',
  dup_ack_sent: 'duplicate ACK',
  drop_full: 'dropped: queue full',
  drop_error: 'lost on the link',
  ack_drop_full: 'dropped: queue full',
  ack_drop_error: 'lost on the link',
  marked: 'marked: congestion (ECN)',
  ack_marked: 'marked: congestion (ECN)',
  datagram_sent: 'segment sent',
  datagram_arrived: 'segment arrived',
  datagram_drop_full: 'dropped: queue full',
  datagram_drop_error: 'lost on the link',
  datagram_marked: 'marked: congestion (ECN)',
};
