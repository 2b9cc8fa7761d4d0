/** A sentence about each mark and line of the panels. Loaded when a legend first explains one. */
import { t } from '../base/words/words';

export type Explained = keyof typeof EXPLANATIONS;

export const EXPLANATIONS = {
  segment_sent: () => t('A segment that the sender sends for the first time.'),
  segment_arrived: () => t('A segment that reaches the receiver.'),
  ack: () => t('An ACK for new data, drawn at the next byte that the receiver expects.'),
  duplicate_ack: () =>
    t(
      'An ACK that asks for the same byte as the previous one: a later segment has arrived, but this byte hasn’t.',
    ),
  fast_retransmit: () =>
    t('The sender retransmits a segment after duplicate ACKs, without waiting for its timer.'),
  early_retransmit: () =>
    t(
      'Vegas retransmits a segment before the third duplicate ACK, because the segment’s own fine-grained timer has expired.',
    ),
  timeout_retransmit: () =>
    t('The sender goes back after its retransmission timer expired, and retransmits.'),
  timer_wait: () =>
    t(
      'The sender sends nothing: from its last transmission until the timeout it waits for its retransmission timer.',
    ),
  dropped: () =>
    t('A queue drops a packet that arrives: it has no room for it, or its rule, for example RED, says so.'),
  lost: () => t('A packet is lost on the link itself, for example to noise, not in a queue.'),
  marked: () => t('A queue marks a packet instead of dropping it, to report congestion (ECN).'),
  cwnd: () =>
    t('The congestion window: the most segments that the sender allows itself to have unacknowledged.'),
  ssthresh: () => t('The slow-start threshold: slow start ends when cwnd reaches it.'),
  flight: () => t('Segments in flight: sent, and not acknowledged yet.'),
  state_slow_start: () =>
    t('Slow start: the sender looks for the available rate and grows its window quickly.'),
  state_avoidance: () => t('Congestion avoidance: the sender changes its window slowly.'),
  state_recovery: () => t('Fast recovery: the sender repairs a loss that duplicate ACKs reported.'),
  state_timeout: () =>
    t('The retransmission timer has expired, and the sender starts again from a small window.'),
  state_done: () => t('Everything is sent and acknowledged.'),
  state_aborted: () => t('The sender gave up after too many timeouts.'),
  limit_cwnd: () =>
    t('As many segments count as being in the network as cwnd allows: the next one waits for an ACK.'),
  limit_receiver: () => t('The receiver’s window is full, and cwnd allows at least as much.'),
  limit_application: () => t('The sender has sent all that the application has given it.'),
  limit_pacing: () =>
    t('The window has room, but the sender spaces its segments, and the next one isn’t due yet.'),
  limit_flight: () =>
    t(
      'More segments count as being in the network than cwnd allows, as after a cut of the window: nothing may leave until ACKs bring them below it.',
    ),
  limit_timer: () =>
    t(
      'Data is unacknowledged, but no packet of the flow is in the network: no ACK will come, and the sender can only wait for its timer.',
    ),
  queued: () => t('What the buffer contains, including the packet being sent.'),
  limit: () => t("The buffer's size: a packet that would exceed it is dropped."),
  rtt_sample: () => t('The time from sending a segment until its ACK, as the sender measures it.'),
  base_rtt: () => t('The shortest RTT so far. Vegas uses it as the RTT of the path without queues.'),
  srtt: () => t('The smoothed RTT, from which the sender computes its retransmission timeout.'),
  diff: () => t("Vegas' estimate of how many of its own segments wait in queues."),
  thresholds: () => t('Vegas grows its window below alpha, shrinks it above beta, and keeps it in between.'),
  theory: () => t('The value at which the flow settles, according to theory.'),
  throughput: () => t('Bytes acknowledged per interval. The area under the line is all that arrived.'),
  link_rate: () =>
    t("The bottleneck's rate. Packet headers use part of it, so payload stays a little below."),
  fairness: () =>
    t(
      'The square of the sum of the flows’ throughputs, divided by the sum of their squares and by their number.',
    ),
  price: () =>
    t(
      'What a link tells its senders: how long a packet waits there, or with REM a number that the link counts instead.',
    ),
  marked_share: () => t('Of the packets that the link accepts, the share that it marks.'),
  equal_shares: () => t('All flows get the same.'),
};
