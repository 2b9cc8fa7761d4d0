// This file was generated from the capture reader. Do not edit it: `npm run types`.

/** Kinds of segments in captures, by code. */
export const CAPTURE_KINDS = ["other", "send", "retransmit_fast", "retransmit_early", "retransmit_timeout", "spurious", "keep_alive", "window_probe", "reordered", "ack", "duplicate_ack"] as const;
