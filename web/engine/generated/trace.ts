// This file was generated from the engine's trace tables. Do not edit it: `npm run types`.

/** Kinds of segment events, by code. */
export const SEGMENT_KINDS = ["send", "retransmit_fast", "retransmit_early", "retransmit_timeout", "ack", "dup_ack", "data_arrived", "ack_sent", "dup_ack_sent", "drop_full", "drop_error", "ack_drop_full", "ack_drop_error", "marked", "ack_marked", "datagram_sent", "datagram_arrived", "datagram_drop_full", "datagram_drop_error", "datagram_marked"] as const;

/** States of a flow, by code. */
export const FLOW_STATES = ["slow_start", "avoidance", "recovery", "timeout", "done", "aborted"] as const;

/** The columns of every table: name, element type, unit, what it holds. */
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
    ["diff", "f64", "segments", "Vegas' estimate of the segments that the flow keeps in queues, of the last round; NaN before the first."],
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
} as const;

/** Rows of a trace, or of a chunk of it, as columns of equal length. */
export type Chunk = {
  /** What happened to segments and ACKs at the sender, at the receiver and on the way. */
  segments: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    kind: Uint8Array<ArrayBuffer>;
    seq: Uint32Array<ArrayBuffer>;
    place: Uint16Array<ArrayBuffer>;
  };
  /** The sender's windows after each change. */
  windows: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    cwnd: Float64Array<ArrayBuffer>;
    ssthresh: Float64Array<ArrayBuffer>;
    flight: Uint32Array<ArrayBuffer>;
  };
  /** RTT samples and what the sender made of them. */
  rtts: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    rtt_ms: Float64Array<ArrayBuffer>;
    srtt_ms: Float64Array<ArrayBuffer>;
    rto_ms: Float64Array<ArrayBuffer>;
    base_rtt_ms: Float64Array<ArrayBuffer>;
    diff: Float64Array<ArrayBuffer>;
  };
  /** Contents of the output buffers after each change, the packet in transmission included. */
  queues: {
    time_s: Float64Array<ArrayBuffer>;
    link: Uint16Array<ArrayBuffer>;
    bytes: Uint32Array<ArrayBuffer>;
    packets: Uint32Array<ArrayBuffer>;
  };
  /** Changes of a sender's state. */
  states: {
    time_s: Float64Array<ArrayBuffer>;
    flow: Uint16Array<ArrayBuffer>;
    state: Uint8Array<ArrayBuffer>;
  };
};
