/**
 * IPv4, TCP and UDP headers with their checksums. Payloads are zeros, which don't change a checksum. So checksums are correct for the whole
 * packet, even if a file contains only a part of it.
 */

const TCP = 6;
const UDP = 17;
const TCP_HEADER = 20;
const UDP_HEADER = 8;
const IP_HEADER = 20;
const LARGEST_OPTIONS = 40;
const LARGEST_PACKET = 0xffff;
/** Maximum number of blocks in a SACK option (RFC 2018, section 3). */
const LARGEST_SACK = 4;

export const ACK = 0x10;
export const ECE = 0x40;
export const CWR = 0x80;

/** Codepoints of the ECN field (RFC 3168). */
export const NOT_ECT = 0;
export const ECT = 2;
export const CE = 3;

export interface Ends {
  from: number;
  to: number;
  fromPort: number;
  toPort: number;
}

export interface TcpFields {
  ends: Ends;
  /** Identification of the IP packet. */
  id: number;
  ecn: number;
  flags: number;
  seq: number;
  ack: number;
  window: number;
  sack: readonly (readonly [from: number, to: number])[];
  /** Bytes of the simulator's header, including IP. No-operation options fill the header up to this size. */
  header_bytes: number;
  payload: number;
}

const scratch = new Uint8Array(IP_HEADER + TCP_HEADER + LARGEST_OPTIONS);
const view = new DataView(scratch.buffer);

/** The headers of a packet, valid until the next call. */
export function tcpHeaders(packet: TcpFields): Uint8Array {
  const { ends, seq, ack, flags, window, payload } = packet;
  const sack = packet.sack.slice(0, LARGEST_SACK);
  const needed = sack.length > 0 ? 4 + 8 * sack.length : 0;
  const spare = Math.min(LARGEST_OPTIONS, LARGEST_PACKET - IP_HEADER - TCP_HEADER - payload);
  const simulated = Math.min(spare, packet.header_bytes - IP_HEADER - TCP_HEADER) & ~3;
  const options = Math.max(needed, simulated, 0);
  const segment = TCP_HEADER + options + payload;
  ip(packet.id, packet.ecn, TCP, ends, IP_HEADER + segment);
  view.setUint16(20, ends.fromPort);
  view.setUint16(22, ends.toPort);
  view.setUint32(24, seq);
  view.setUint32(28, ack);
  view.setUint8(32, (TCP_HEADER + options) << 2);
  view.setUint8(33, flags);
  view.setUint16(34, window);
  view.setUint16(36, 0);
  view.setUint16(38, 0);
  const NOP = 1;
  scratch.fill(NOP, 40, 40 + options);
  if (sack.length > 0) {
    view.setUint8(42, 5);
    view.setUint8(43, 2 + 8 * sack.length);
    sack.forEach(([from, to], i) => {
      view.setUint32(44 + 8 * i, from);
      view.setUint32(48 + 8 * i, to);
    });
  }
  const end = IP_HEADER + TCP_HEADER + options;
  view.setUint16(36, checksum(pseudo(ends, TCP, segment), 20, end));
  return scratch.subarray(0, end);
}

export function udpHeaders(ends: Ends, id: number, ecn: number, payload: number): Uint8Array {
  const length = UDP_HEADER + payload;
  ip(id, ecn, UDP, ends, IP_HEADER + length);
  view.setUint16(20, ends.fromPort);
  view.setUint16(22, ends.toPort);
  view.setUint16(24, length);
  view.setUint16(26, 0);
  // A checksum of zero is sent as 0xffff, because zero means no checksum (RFC 768).
  view.setUint16(26, checksum(pseudo(ends, UDP, length), 20, 28) || 0xffff);
  return scratch.subarray(0, IP_HEADER + UDP_HEADER);
}

function ip(id: number, ecn: number, protocol: number, { from, to }: Ends, length: number): void {
  view.setUint8(0, 0x45);
  view.setUint8(1, ecn);
  view.setUint16(2, length);
  view.setUint16(4, id & 0xffff);
  const DONT_FRAGMENT = 0x4000;
  view.setUint16(6, DONT_FRAGMENT);
  view.setUint8(8, 64);
  view.setUint8(9, protocol);
  view.setUint16(10, 0);
  view.setUint32(12, from);
  view.setUint32(16, to);
  view.setUint16(10, checksum(0, 0, IP_HEADER));
}

function pseudo({ from, to }: Ends, protocol: number, length: number): number {
  return (from >>> 16) + (from & 0xffff) + (to >>> 16) + (to & 0xffff) + protocol + length;
}

/** The Internet checksum (RFC 1071) of the bytes between two even positions. */
function checksum(start: number, from: number, to: number): number {
  let sum = start;
  for (let at = from; at < to; at += 2) sum += view.getUint16(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x10000);
  return ~sum & 0xffff;
}
