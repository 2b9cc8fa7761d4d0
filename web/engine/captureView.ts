/**
 * Reads a capture with the wasm module, and arranges one direction of one connection as the page shows it. All work that grows with the
 * capture is here, in the worker.
 */
import type * as module from './pkg/capture.js';
import { CAPTURE_KINDS, type Chunk, type Overview, SEGMENT_KINDS, type Tap, type Transfer } from './schema';

/** Maximum size of a file, and of what a compressed one has inside, in bytes. */
export const LARGEST_CAPTURE = 100 * 2 ** 20;

/** Bytes that are read at a time. */
const PIECE = 1 << 22;

/** Maximum number of connections to choose from. */
const OFFERED = 200;

/** A connection by its place in the list, the direction of its data, and where it was captured. */
export interface Choice {
  connection: number;
  direction: number;
  tap: Tap;
}

/** Bytes in flight and the receive window over time, in bytes. */
export interface Flight {
  /** From the connection's first packet. */
  time_s: Float64Array<ArrayBuffer>;
  flight: Float64Array<ArrayBuffer>;
  /** NaN before the first ACK. */
  window: Float64Array<ArrayBuffer>;
}

export interface CaptureView {
  overview: Overview;
  transfer: Transfer;
  /** Rows of a trace whose sequence numbers count `transfer.unit_bytes`. */
  segments: Chunk['segments'];
  rtts: Chunk['rtts'];
  flight: Flight;
  /** Seconds from the first packet to the latest. */
  span_s: number;
}

/** The module's table of segments. */
interface Segments {
  time_s: Float64Array<ArrayBuffer>;
  kind: Uint8Array<ArrayBuffer>;
  offset: Float64Array<ArrayBuffer>;
}

/** The value that `Capture.view` returns. */
interface Columns {
  transfer: string;
  segments: Segments;
  rtts: Pick<Chunk['rtts'], 'time_s' | 'rtt_ms' | 'srtt_ms' | 'base_rtt_ms'>;
  flight: Flight;
}

/** @param progress called with the share of the file that was read */
export async function readCapture(
  { Reader }: Pick<typeof module, 'Reader'>,
  file: Blob,
  progress: (share: number) => void,
): Promise<module.Capture> {
  const reader = new Reader(LARGEST_CAPTURE);
  for (let at = 0; at < file.size; at += PIECE) {
    reader.push(new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()));
    progress(Math.min(1, (at + PIECE) / file.size));
  }
  return reader.finish();
}

/** @param wanted parts left out are taken from the capture; without a connection, it's the one with most data */
export function viewOf(capture: module.Capture, wanted: Partial<Choice>): CaptureView {
  const overview = JSON.parse(capture.overview(OFFERED)) as Overview;
  const connection = Math.min(wanted.connection ?? 0, overview.names.length - 1);
  const columns = capture.view(connection, wanted.direction, wanted.tap) as Columns;
  const transfer = JSON.parse(columns.transfer) as Transfer;
  const { segments, rtts, flight } = columns;
  return {
    overview,
    transfer,
    segments: {
      time_s: segments.time_s,
      flow: new Uint16Array(segments.time_s.length),
      kind: segments.kind.map((kind) => KINDS[transfer.data.tap][kind] ?? 0),
      // An ACK's number is the next expected segment, so a short last segment counts as a whole one.
      seq: Uint32Array.from(segments.offset, (offset) => Math.ceil(offset / transfer.unit_bytes)),
      place: new Uint16Array(segments.time_s.length),
    },
    rtts: {
      ...rtts,
      flow: new Uint16Array(rtts.time_s.length),
      rto_ms: new Float64Array(rtts.time_s.length).fill(Number.NaN),
      diff: new Float64Array(rtts.time_s.length).fill(Number.NaN),
    },
    flight,
    span_s: transfer.duration_s ?? segments.time_s.reduce((latest, time) => Math.max(latest, time), 0),
  };
}

/** The kinds in a trace, by tap and the module's kind. Data that were overtaken on the way were sent for the first time. */
const KINDS = { sender: kindsAt(true), between: kindsAt(true), receiver: kindsAt(false) };

function kindsAt(sender: boolean): number[] {
  return CAPTURE_KINDS.map((kind) => {
    switch (kind) {
      case 'ack':
        return SEGMENT_KINDS.indexOf(sender ? 'ack' : 'ack_sent');
      case 'duplicate_ack':
        return SEGMENT_KINDS.indexOf(sender ? 'dup_ack' : 'dup_ack_sent');
      case 'retransmit_fast':
      case 'retransmit_early':
      case 'retransmit_timeout':
        return SEGMENT_KINDS.indexOf(sender ? kind : 'data_arrived');
      case 'spurious':
        return SEGMENT_KINDS.indexOf(sender ? 'retransmit_timeout' : 'data_arrived');
      default:
        return SEGMENT_KINDS.indexOf(sender ? 'send' : 'data_arrived');
    }
  });
}

/** The memory of a view, which the worker hands over instead of copying it. */
export function buffersOf({ segments, rtts, flight }: CaptureView): ArrayBufferLike[] {
  return [segments, rtts, flight].flatMap((table) => Object.values(table).map(({ buffer }) => buffer));
}
