/** Reads a capture and derives everything that the page shows of one of its streams. All work that grows with the capture is here. */
import { readStreams, type Stream } from './capture/streams';
import { type Estimate, estimateOf, type Flight, flightOf } from './estimate';
import { guessTap, mainDirection, type Tap, type TransferRows, transferOf } from './transfer';

/** A stream by its place in the list, the direction of its data, and where it was captured. */
export interface Choice {
  stream: number;
  direction: 0 | 1;
  tap: Tap;
}

/** Maximum number of streams to choose from. */
const OFFERED = 200;

/** A stream in the list to choose from. */
export type StreamName = Pick<Stream, 'ends' | 'bytes'>;

export interface CaptureView {
  streams: StreamName[];
  choice: Choice;
  transfer: TransferRows;
  /** Null if the capture is too short. */
  estimate: Estimate | null;
  /** Null at the receiver, where it isn't shown. */
  flight: Flight | null;
}

/** Share of the progress that reading takes; the rest is for the chosen stream. */
const READING = 0.7;

export class Capture {
  private readonly streams: Stream[];

  /** @param progress called with the shares of reading and the first view together */
  constructor(file: ArrayBuffer, progress: (share: number) => void = () => {}) {
    this.streams = readStreams(file, (share) => progress(READING * share)).streams;
  }

  /** @param wanted parts left out are guessed from the stream; without a stream, it's the one with most data */
  view(wanted: Partial<Choice> = {}, progress: (share: number) => void = () => {}): CaptureView {
    const at = Math.min(wanted.stream ?? 0, this.streams.length - 1);
    const stream = this.streams[at] as Stream;
    const done = (steps: number) => progress(READING + (1 - READING) * (steps / 4));
    done(0);
    const direction = wanted.direction ?? mainDirection(stream);
    const tap = wanted.tap ?? guessTap(stream, direction);
    done(1);
    const transfer = transferOf(stream, direction, tap);
    done(2);
    const estimate = estimateOf(stream, direction, tap);
    done(3);
    const flight = tap === 'sender' ? flightOf(stream, direction) : null;
    done(4);
    const streams = this.streams.slice(0, OFFERED).map(({ ends, bytes }) => ({ ends, bytes }));
    return { streams, choice: { stream: at, direction, tap }, transfer, estimate, flight };
  }
}

/** The memory of a view, which the worker hands over instead of copying it. */
export function buffersOf({ transfer, flight }: CaptureView): ArrayBufferLike[] {
  const columns = [
    ...Object.values(transfer.segments_rows),
    ...Object.values(transfer.rtts_rows),
    ...(flight === null ? [] : [flight.time_s, flight.flight, flight.window]),
  ];
  return columns.map(({ buffer }) => buffer);
}
