/** Captures of transfers whose numbers are known, as people have them: headers only, in pcap files. */

const [SYN, PUSH, ACK] = [2, 8, 16];

/** A segment of end 0, the client, or of end 1, the server. */
export interface Segment {
  us: number;
  from: 0 | 1;
  seq: number;
  ack?: number;
  flags?: number;
  payload?: number;
  window?: number;
  /** TCP options, padded to a multiple of 4. */
  options?: number[];
}

const ENDS = [
  { address: [10, 0, 0, 1], port: 40_001 },
  { address: [10, 0, 0, 2], port: 80 },
] as const;

/** A record's headers: IPv4 and TCP without checksums, in a frame that begins with `prefix`. */
function record(segment: Segment, prefix: readonly number[], number: number): Buffer {
  const { us, from, seq, ack = 0, payload = 0, window = 65_535, options = [] } = segment;
  const { flags = payload > 0 ? PUSH | ACK : ACK } = segment;
  const header = 40 + options.length;
  const size = prefix.length + header;
  const bytes = Buffer.alloc(16 + size);
  bytes.writeUInt32LE(1_700_000_000 + Math.floor(us / 1e6), 0);
  bytes.writeUInt32LE(us % 1e6, 4);
  bytes.writeUInt32LE(size, 8);
  bytes.writeUInt32LE(size + payload, 12);
  bytes.set(prefix, 16);
  const ip = 16 + prefix.length;
  const [source, target] = [ENDS[from], ENDS[from === 0 ? 1 : 0]];
  bytes[ip] = 0x45;
  bytes.writeUInt16BE(header + payload, ip + 2);
  bytes.writeUInt16BE(number & 0xffff, ip + 4);
  bytes.set([64, 6], ip + 8);
  bytes.set([...source.address, ...target.address], ip + 12);
  bytes.writeUInt16BE(source.port, ip + 20);
  bytes.writeUInt16BE(target.port, ip + 22);
  bytes.writeUInt32BE(seq >>> 0, ip + 24);
  bytes.writeUInt32BE(ack >>> 0, ip + 28);
  bytes.set([((header - 20) / 4) << 4, flags], ip + 32);
  bytes.writeUInt16BE(window, ip + 34);
  bytes.set(options, ip + 40);
  return bytes;
}

/** A pcap file of a link type; raw IP by default. */
export function pcap(segments: readonly Segment[], link = 101, prefix: readonly number[] = []): Buffer {
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262_144, 16);
  head.writeUInt32LE(link, 20);
  const sorted = [...segments].sort((a, b) => a.us - b.us);
  return Buffer.concat([head, ...sorted.map((segment, number) => record(segment, prefix, number + 1))]);
}

const MSS_1460 = [2, 4, 5, 180];
const scale = (exponent: number) => [3, 3, exponent, 1];

/** SYN, SYN-ACK and ACK, as the client sees them. */
function handshake(rtt_us: number, options: number[] = MSS_1460): Segment[] {
  return [
    { us: 0, from: 0, seq: 0, flags: SYN, options },
    { us: rtt_us, from: 1, seq: 0, ack: 1, flags: SYN | ACK, options },
    { us: rtt_us + 10, from: 0, seq: 1, ack: 1 },
  ];
}

interface Upload {
  segments?: number;
  size?: number;
  rtt_us?: number;
  spacing_us?: number;
  /** The window field of the server's ACKs. */
  window?: number;
  options?: number[];
}

/** An upload captured at the client: data at even distances, each acknowledged an RTT later. */
export function upload({
  segments = 100,
  size = 1460,
  rtt_us = 40_000,
  spacing_us = 1000,
  window = 65_535,
  options = MSS_1460,
}: Upload = {}): Segment[] {
  const data = Array.from({ length: segments }, (_, i): Segment[] => {
    const us = rtt_us + 100 + i * spacing_us;
    return [
      { us, from: 0, seq: 1 + i * size, ack: 1, payload: size },
      { us: us + rtt_us, from: 1, seq: 1, ack: 1 + (i + 1) * size, window },
    ];
  });
  return [...handshake(rtt_us, options), ...data.flat()];
}

/** A handshake with scale 7; each ACK offers 8,192 << 7 bytes. */
export const scaled = () => upload({ window: 8192, options: [...MSS_1460, ...scale(7)] });

/** Five keep-alives of one byte that was sent before, with nothing outstanding. */
export function withKeepAlives(): Segment[] {
  const segments = upload();
  const next = 1 + 100 * 1460;
  const idle = Array.from({ length: 5 }, (_, i): Segment[] => {
    const us = (i + 1) * 45_000_000;
    return [
      { us, from: 0, seq: next - 1, ack: 1, payload: 1 },
      { us: us + 40_000, from: 1, seq: 1, ack: next },
    ];
  });
  return [...segments, ...idle.flat()];
}

/** Segments of up to ten times the MSS, which the network card splits; 110 of them before the first ACK, at 100 Mbit/s. */
export function offloaded(): Segment[] {
  const [rtt_us, packet_us] = [20_000, 120];
  const segments: Segment[] = handshake(rtt_us);
  for (let i = 0; i < 220; i += 1) {
    // A window of 110 segments takes 13.2 ms, and the next one begins an RTT later.
    const us = rtt_us + 100 + Math.floor(i / 11) * 20_240 + (i % 11) * 10 * packet_us;
    const seq = 1 + i * 14_600;
    segments.push({ us, from: 0, seq, ack: 1, payload: 14_600 });
    for (let pair = 1; pair <= 5; pair += 1)
      segments.push({ us: us + rtt_us + 2 * pair * packet_us, from: 1, seq: 1, ack: seq + pair * 2920 });
  }
  return segments;
}

/** 1,000 bytes in the SYN, and 20,000 after it. */
export function fastOpen(): Segment[] {
  const option = [34, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1];
  const [syn, answer] = handshake(20_000, [...MSS_1460, ...option]) as [Segment, Segment];
  const data = Array.from({ length: 20 }, (_, i): Segment[] => [
    { us: 21_000 + 1000 * i, from: 0, seq: 1001 + 1000 * i, ack: 1, payload: 1000 },
    { us: 41_000 + 1000 * i, from: 1, seq: 1, ack: 2001 + 1000 * i },
  ]);
  return [{ ...syn, payload: 1000 }, { ...answer, ack: 1001, options: MSS_1460 }, ...data.flat()];
}

/** A download captured at the client: RTT 40 ms, and the server thinks for 100 ms before it answers. */
export function download(): Segment[] {
  const segments: Segment[] = [...handshake(40_000), { us: 40_200, from: 0, seq: 1, ack: 1, payload: 100 }];
  let [seq, round_us, count] = [1, 180_200, 4];
  for (let round = 0; round < 5; round += 1) {
    for (let i = 0; i < count; i += 1) {
      const us = round_us + 1000 * i;
      segments.push({ us, from: 1, seq, ack: 101, payload: 1000 });
      seq += 1000;
      segments.push({ us: us + 50, from: 0, seq: 101, ack: seq });
    }
    round_us += 40_000;
    count = Math.min(40, 2 * count);
  }
  return segments;
}

/** A zero window that the client probes with the next byte. */
export function probed(): Segment[] {
  const segments = upload();
  const next = 1 + 100 * 1460;
  const end_us = 300_000;
  return [
    ...segments,
    { us: end_us, from: 1, seq: 1, ack: next, window: 0 },
    ...Array.from({ length: 3 }, (_, i): Segment[] => [
      { us: end_us + 1_000_000 * (i + 1), from: 0, seq: next, ack: 1, payload: 1 },
      { us: end_us + 1_000_000 * (i + 1) + 40_000, from: 1, seq: 1, ack: next, window: 0 },
    ]).flat(),
  ];
}

export const withoutHandshake = () => upload().slice(3);

export const oneDirection = () => upload().filter(({ from }) => from === 0);

/** 10 ms from each end. */
export const inTheNetwork = () =>
  upload().map((segment) => ({ ...segment, us: segment.us + (segment.from === 0 ? 10_000 : -10_000) }));
