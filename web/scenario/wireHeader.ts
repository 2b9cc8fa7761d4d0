/** The header of a flow's packets as links carry it (`wire_header_bytes` in engine-wasm/sim/src/scenario/flow.rs). */
import type { Flow } from '../engine/generated/types';

/** Bytes that the timestamps option adds. */
const TIMESTAMPS_BYTES = 12;

export function wireHeaderBytes(flow: {
  header_bytes: number;
  sender: Partial<Pick<Flow['sender'], 'timestamps'>>;
}) {
  return flow.header_bytes + (flow.sender.timestamps === true ? TIMESTAMPS_BYTES : 0);
}
