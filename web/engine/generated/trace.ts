// This file was generated from the engine's trace tables. Do not edit it: `npm run types`.

/** Kinds of segment events, by code. */
export const SEGMENT_KINDS = ["send", "retransmit_fast", "retransmit_early", "retransmit_timeout", "ack", "dup_ack", "data_arrived", "ack_sent", "dup_ack_sent", "drop_full", "drop_error", "ack_drop_full", "ack_drop_error", "marked", "ack_marked", "datagram_sent", "datagram_arrived", "datagram_drop_full", "datagram_drop_error", "datagram_marked"] as const;

/** States of a flow, by code. */
export const FLOW_STATES = ["slow_start", "avoidance", "recovery", "timeout", "done", "aborted"] as const;

/** Reasons why a sender sends no more, by code. */
export const SEND_LIMITS = ["pacing", "timer", "application", "receiver", "flight", "cwnd"] as const;

/** Decisions of delay-based rules, by code. */
export const DECISION_VERDICTS = ["raise", "hold", "lower", "leave_slow_start", "stay_in_slow_start"] as const;

/** Events of a packet at a link, by code. */
export const HOP_EVENTS = ["offered", "dropped", "arrived"] as const;

/** Kinds of packets, by code. */
export const PACKET_KINDS = ["data", "ack", "datagram"] as const;

/** Tables whose samples are thinned, by code. */
export const SAMPLED_TABLES = ["segments", "windows", "rtts", "queues", "decisions", "sacks", "limits"] as const;

/** Kinds of segment events that are never thinned. */
export const NEVER_THINNED = ["retransmit_fast", "retransmit_early", "retransmit_timeout", "dup_ack", "dup_ack_sent", "drop_full", "drop_error", "ack_drop_full", "ack_drop_error", "datagram_drop_full", "datagram_drop_error"] as const;

/** The columns of every table: name, element type, unit, description. */
export const TRACE_TABLES = {
  segments: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow, or after the flows that of the datagram source."],
    ["kind", "u8", "", "Index into `SEGMENT_KINDS`."],
    ["seq", "u32", "segments", "Number of the data segment, or for an ACK the next segment expected."],
    ["place", "u16", "", "Index of the directed link of a drop, else 0."],
  ],
  windows: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["cwnd", "f64", "segments", "Congestion window."],
    ["ssthresh", "f64", "segments", "Slow-start threshold; infinite until something is known of the path."],
    ["flight", "u32", "segments", "Segments in flight."],
  ],
  rtts: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["rtt_ms", "f64", "ms", "The sample, as the sender's fine clock shows it."],
    ["srtt_ms", "f64", "ms", "Smoothed RTT of the retransmission timer; NaN before its first sample."],
    ["rto_ms", "f64", "ms", "Retransmission timeout."],
    ["base_rtt_ms", "f64", "ms", "Smallest RTT seen."],
    ["diff", "f64", "segments", "Segments that the flow keeps in queues, as Vegas estimated them in the last round; NaN before the first round."],
  ],
  queues: [
    ["time_s", "f64", "s", "Time."],
    ["link", "u16", "", "Index of the directed link."],
    ["bytes", "u32", "bytes", "Bytes held."],
    ["packets", "u32", "packets", "Packets held."],
  ],
  states: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["state", "u8", "", "Index into `FLOW_STATES`."],
  ],
  limits: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["limit", "u8", "", "Index into `SEND_LIMITS`."],
  ],
  decisions: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["verdict", "u8", "", "Index into `DECISION_VERDICTS`."],
    ["cwnd", "f64", "segments", "Congestion window before it."],
    ["base_rtt_ms", "f64", "ms", "Smallest RTT, as the rule measures it."],
    ["rtt_ms", "f64", "ms", "RTT of the round, or the value that the rule uses instead."],
    ["expected", "f64", "segments/s", "Rate that the path would carry without a queue."],
    ["actual", "f64", "segments/s", "Rate that it carried."],
    ["diff", "f64", "segments", "Segments that the flow keeps in queues, as the rule compares them: rounded, where it rounds them."],
    ["alpha", "f64", "segments", "With fewer than this, cwnd may grow; gamma in slow start."],
    ["beta", "f64", "segments", "With more than this, cwnd shrinks; gamma in slow start."],
  ],
  checks: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["seq", "u32", "segments", "The first outstanding segment."],
    ["dup_acks", "u32", "ACKs", "Duplicate ACKs so far; 0 on a new ACK."],
    ["waited_ms", "f64", "ms", "How long ago it was sent, as the sender's fine clock shows it."],
    ["fine_rto_ms", "f64", "ms", "Its fine-grained timeout."],
    ["expired", "u8", "", "1 if the timeout has passed, so the segment is considered lost; else 0."],
  ],
  sacks: [
    ["time_s", "f64", "s", "Time."],
    ["flow", "u16", "", "Index of the flow."],
    ["tap", "u8", "", "0: the ACK leaves the receiver; 1: it reaches the sender."],
    ["ack", "u32", "segments", "The next segment that the ACK expects."],
    ["from", "u32", "segments", "First segment of the block."],
    ["to", "u32", "segments", "One past its last."],
  ],
  hops: [
    ["time_s", "f64", "s", "Time."],
    ["link", "u16", "", "Index of the directed link."],
    ["flow", "u16", "", "Index of the flow, or after the flows that of the datagram source."],
    ["event", "u8", "", "Index into `HOP_EVENTS`."],
    ["kind", "u8", "", "Index into `PACKET_KINDS`."],
    ["seq", "u32", "", "Number of the data segment or of the datagram, or for an ACK the next segment expected."],
  ],
  gaps: [
    ["time_s", "f64", "s", "Time of the first row that was left out."],
    ["table", "u8", "", "Index into `SAMPLED_TABLES`."],
    ["key", "u16", "", "Index of the flow, or in `queues` of the directed link."],
    ["row", "u32", "rows", "Number of rows of the flow or link in the table before the gap."],
  ],
} as const;

/** Rows of a trace, or of a chunk of it, as columns of equal length. */
export type Chunk = {
  /** Events of segments, ACKs and datagrams at both ends and on the path. */
  segments: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    kind: Uint8Array<ArrayBuffer>;
    seq: Uint32Array<ArrayBuffer>;
    place: Uint16Array<ArrayBuffer>;
  };
  /** The sender's congestion window, ssthresh and flight after each change. */
  windows: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    cwnd: Float64Array<ArrayBuffer>;
    ssthresh: Float64Array<ArrayBuffer>;
    flight: Uint32Array<ArrayBuffer>;
  };
  /** RTT samples and the sender's estimates after each. */
  rtts: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    rtt_ms: Float64Array<ArrayBuffer>;
    srtt_ms: Float64Array<ArrayBuffer>;
    rto_ms: Float64Array<ArrayBuffer>;
    base_rtt_ms: Float64Array<ArrayBuffer>;
    diff: Float64Array<ArrayBuffer>;
  };
  /** Contents of the output buffers after each change, including the packet in transmission. */
  queues: {
    time_s: Float64Array<ArrayBuffer>;
    link: Uint16Array<ArrayBuffer>;
    bytes: Uint32Array<ArrayBuffer>;
    packets: Uint32Array<ArrayBuffer>;
  };
  /** State changes of each sender. */
  states: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    state: Uint8Array<ArrayBuffer>;
  };
  /** Reasons why each sender sends no more, at each change; before the first row of a flow it's the application. */
  limits: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    limit: Uint8Array<ArrayBuffer>;
  };
  /** Decisions of delay-based rules, each with the values it is based on; NaN for values that the rule doesn't use. */
  decisions: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    verdict: Uint8Array<ArrayBuffer>;
    cwnd: Float64Array<ArrayBuffer>;
    base_rtt_ms: Float64Array<ArrayBuffer>;
    rtt_ms: Float64Array<ArrayBuffer>;
    expected: Float64Array<ArrayBuffer>;
    actual: Float64Array<ArrayBuffer>;
    diff: Float64Array<ArrayBuffer>;
    alpha: Float64Array<ArrayBuffer>;
    beta: Float64Array<ArrayBuffer>;
  };
  /** Checks of the fine-grained timer of the first outstanding segment: on a duplicate ACK before or after the third, and on the first new ACKs after a retransmission. */
  checks: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    seq: Uint32Array<ArrayBuffer>;
    dup_acks: Uint32Array<ArrayBuffer>;
    waited_ms: Float64Array<ArrayBuffer>;
    fine_rto_ms: Float64Array<ArrayBuffer>;
    expired: Uint8Array<ArrayBuffer>;
  };
  /** SACK blocks of ACKs, in the order of the option: the most recent first. */
  sacks: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    tap: Uint8Array<ArrayBuffer>;
    ack: Uint32Array<ArrayBuffer>;
    from: Uint32Array<ArrayBuffer>;
    to: Uint32Array<ArrayBuffer>;
  };
  /** Packets at both ends of every link, for packets that enter it within `record.hops`. A link is FIFO: the n-th packet that was offered and not dropped is the n-th that arrives. */
  hops: {
    time_s: Float64Array<ArrayBuffer>;
    link: Uint16Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    event: Uint8Array<ArrayBuffer>;
    kind: Uint8Array<ArrayBuffer>;
    seq: Uint32Array<ArrayBuffer>;
  };
  /** Where samples were left out, because the run has more than `record.max_rows` rows. Each gap lies between two consecutive rows of a flow or link in a table, or after the last one. */
  gaps: {
    time_s: Float64Array<ArrayBuffer>;
    table: Uint8Array<ArrayBuffer>;
    key: Uint16Array<ArrayBuffer>;
    row: Uint32Array<ArrayBuffer>;
  };
};
