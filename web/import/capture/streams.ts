/** The TCP streams of a capture. */
import { framesOf } from './frames';
import { fileProblem } from './problems';
import { isReadable, LINKS, type Segment, SYN, segmentIn } from './segment';

/** Columns, one row per segment of either direction. */
export interface Stream {
  /** Address and port of both ends. Direction 0 goes from the first to the second. */
  ends: [string, string];
  /** Start of the capture, in nanoseconds since its clock's epoch. */
  origin_ns: bigint;
  /** Nanoseconds since `origin_ns`. */
  time_ns: number[];
  direction: (0 | 1)[];
  seq: number[];
  ack: number[];
  flags: number[];
  window: number[];
  payload: number[];
  sack: Segment['sack'][];
  /** Payload bytes of each direction, including retransmissions. */
  bytes: [number, number];
  /** Window scale of each end; null if its SYN is not in the capture. */
  scale: [number | null, number | null];
}

export interface Streams {
  /** Streams that carry data, those with most data first. */
  streams: Stream[];
  packets: number;
  /** Number of packets that are not TCP, or of which too little was captured. */
  others: number;
}

/** Maximum file size, in bytes. */
export const LARGEST_FILE = 100 * 2 ** 20;

/** Packets between two reports of progress. */
const REPORTED = 1 << 14;

/** Link types named in a message. A capture may have thousands. */
const NAMED = 3;

/** @param progress called now and then with the share of the file that has been read */
export function readStreams(file: ArrayBuffer, progress: (share: number) => void = () => {}): Streams {
  const byEnds = new Map<string, Open>();
  const all: Stream[] = [];
  const unreadable = new Set<number>();
  let packets = 0;
  let others = 0;
  let origin_ns: bigint | null = null;
  for (const { time_ns, link, bytes, length, end } of framesOf(file)) {
    packets += 1;
    origin_ns ??= time_ns;
    if (packets % REPORTED === 0) progress(end / file.byteLength);
    if (!isReadable(link)) unreadable.add(link);
    const segment = segmentIn(link, bytes, length);
    if (segment === null) others += 1;
    else add(segment, origin_ns, Number(time_ns - origin_ns), byEnds, all);
  }
  const most = ({ bytes: [there, back] }: Stream) => Math.max(there, back);
  const streams = all.filter((stream) => most(stream) > 0).sort((a, b) => most(b) - most(a));
  if (streams.length > 0) return { streams, packets, others };
  if (unreadable.size > 0) {
    const [...links] = unreadable;
    const number = `${links.slice(0, NAMED).join(', ')}${links.length > NAMED ? ', …' : ''}`;
    throw fileProblem('unknown-links', { number, links: LINKS });
  }
  throw packets === 0 ? fileProblem('no-packets') : fileProblem('no-data', { packets });
}

/** A stream that may continue, and by direction the sequence numbers of its SYNs. */
interface Open {
  stream: Stream;
  starts: [Set<number>, Set<number>];
}

function add(
  segment: Segment,
  origin_ns: bigint,
  time_ns: number,
  byEnds: Map<string, Open>,
  all: Stream[],
): void {
  const from = `${segment.from}:${segment.fromPort}`;
  const to = `${segment.to}:${segment.toPort}`;
  const key = from < to ? `${from} ${to}` : `${to} ${from}`;
  let open = byEnds.get(key);
  const isSyn = (segment.flags & SYN) !== 0;
  // The same two ends may connect again: a SYN with another sequence number starts a new stream.
  if (open !== undefined && isSyn && isNewConnection(open, segment, open.stream.ends[0] === from ? 0 : 1))
    open = undefined;
  if (open === undefined) {
    const stream: Stream = {
      ends: [from, to],
      origin_ns,
      time_ns: [],
      direction: [],
      seq: [],
      ack: [],
      flags: [],
      window: [],
      payload: [],
      sack: [],
      bytes: [0, 0],
      scale: [null, null],
    };
    open = { stream, starts: [new Set(), new Set()] };
    byEnds.set(key, open);
    all.push(stream);
  }
  const { stream, starts } = open;
  const direction = stream.ends[0] === from ? 0 : 1;
  if (isSyn) starts[direction].add(segment.seq);
  stream.time_ns.push(time_ns);
  stream.direction.push(direction);
  stream.seq.push(segment.seq);
  stream.ack.push(segment.ack);
  stream.flags.push(segment.flags);
  stream.window.push(segment.window);
  stream.payload.push(segment.payload);
  stream.sack.push(segment.sack);
  stream.bytes[direction] += segment.payload;
  if (segment.scale !== null) stream.scale[direction] = segment.scale;
}

function isNewConnection({ stream, starts }: Open, { seq }: Segment, direction: 0 | 1): boolean {
  return stream.bytes[0] + stream.bytes[1] > 0 && !starts[direction].has(seq);
}
