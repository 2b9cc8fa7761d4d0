/**
 * Reads the packets of a capture file: pcap with microseconds or nanoseconds, or pcapng, in either byte order. A file may end inside a
 * packet, for example if the capture was killed; then the complete packets are read.
 */
import { fileProblem } from './problems';

export interface Frame {
  /** Nanoseconds since the clock's epoch. */
  time_ns: bigint;
  /** LINKTYPE of the interface. */
  link: number;
  /** Captured bytes. */
  bytes: Uint8Array;
  /** Length on the wire, bytes. */
  length: number;
  /** Offset of the frame's end in the file, for progress. */
  end: number;
}

const PCAP_MICROS = 0xa1b2c3d4;
const PCAP_NANOS = 0xa1b23c4d;
const PCAPNG = 0x0a0d0d0a;
const BYTE_ORDER = 0x1a2b3c4d;

/** Larger than any packet that capture tools write. */
const LONGEST = 1 << 24;

export function isCapture(start: Uint8Array): boolean {
  if (start.length < 4) return false;
  const view = new DataView(start.buffer, start.byteOffset, start.length);
  return [view.getUint32(0), view.getUint32(0, true)].some((magic) =>
    [PCAP_MICROS, PCAP_NANOS, PCAPNG].includes(magic),
  );
}

export function framesOf(file: ArrayBuffer): Generator<Frame> {
  const view = new DataView(file);
  const magic = view.byteLength >= 4 ? view.getUint32(0) : 0;
  if (magic === PCAPNG) return pcapng(view);
  const little = magic !== PCAP_MICROS && magic !== PCAP_NANOS;
  const ordered = view.byteLength >= 24 ? view.getUint32(0, little) : 0;
  if (ordered === PCAP_MICROS) return pcap(view, little, 1000n);
  if (ordered === PCAP_NANOS) return pcap(view, little, 1n);
  throw fileProblem('not-a-capture');
}

function* pcap(view: DataView, little: boolean, unit_ns: bigint): Generator<Frame> {
  // The upper bits contain the length of a frame check sequence.
  const link = view.getUint32(20, little) & 0xffff;
  for (let at = 24; at + 16 <= view.byteLength; ) {
    const seconds = view.getUint32(at, little);
    const fraction = view.getUint32(at + 4, little);
    const captured = view.getUint32(at + 8, little);
    const length = view.getUint32(at + 12, little);
    if (captured > LONGEST) throw fileProblem('packet-size', { at: at + 8, size: captured, most: LONGEST });
    const end = at + 16 + captured;
    if (end > view.byteLength) return;
    const time_ns = BigInt(seconds) * 1_000_000_000n + BigInt(fraction) * unit_ns;
    yield { time_ns, link, bytes: new Uint8Array(view.buffer, at + 16, captured), length, end };
    at = end;
  }
}

interface Interface {
  link: number;
  snaplen: number;
  /** Nanoseconds are `time * numerator / denominator + offset`. */
  numerator: bigint;
  denominator: bigint;
  offset: bigint;
}

const SECTION = PCAPNG;
const INTERFACE = 1;
const OBSOLETE_PACKET = 2;
const SIMPLE_PACKET = 3;
const PACKET = 6;

function* pcapng(view: DataView): Generator<Frame> {
  let little = false;
  let interfaces: Interface[] = [];
  let last = 0n;
  for (let at = 0; at + 12 <= view.byteLength; ) {
    const type = view.getUint32(at, little);
    if (type === SECTION) {
      little = view.getUint32(at + 8, true) === BYTE_ORDER;
      if (view.getUint32(at + 8, little) !== BYTE_ORDER) throw fileProblem('byte-order', { at: at + 8 });
      interfaces = [];
    }
    const size = view.getUint32(at + 4, little);
    if (size < 12 || size % 4 !== 0) throw fileProblem('block-length', { at: at + 4, size });
    const end = at + size;
    if (end > view.byteLength) return;
    if (type === INTERFACE && size >= 20) interfaces.push(interfaceAt(view, at, end, little));
    else if (type === PACKET || type === OBSOLETE_PACKET) {
      if (size < 32) throw fileProblem('packet-block-length', { at, size, least: 32 });
      const which = type === PACKET ? view.getUint32(at + 8, little) : view.getUint16(at + 8, little);
      const its = interfaces[which];
      if (its === undefined) throw fileProblem('unknown-interface', { at: at + 8, which });
      const high = BigInt(view.getUint32(at + 12, little));
      const ticks = (high << 32n) | BigInt(view.getUint32(at + 16, little));
      const captured = view.getUint32(at + 20, little);
      if (at + 28 + captured > end - 4) throw fileProblem('packet-too-long', { at: at + 20, size: captured });
      last = (ticks * its.numerator) / its.denominator + its.offset;
      const bytes = new Uint8Array(view.buffer, at + 28, captured);
      yield { time_ns: last, link: its.link, bytes, length: view.getUint32(at + 24, little), end };
    } else if (type === SIMPLE_PACKET) {
      if (size < 16) throw fileProblem('packet-block-length', { at, size, least: 16 });
      const its = interfaces[0];
      const length = view.getUint32(at + 8, little);
      const captured = Math.min(length, its?.snaplen || length, size - 16);
      // It has no timestamp, so use the previous packet's.
      if (its !== undefined)
        yield {
          time_ns: last,
          link: its.link,
          bytes: new Uint8Array(view.buffer, at + 12, captured),
          length,
          end,
        };
    }
    at = end;
  }
}

function interfaceAt(view: DataView, at: number, end: number, little: boolean): Interface {
  let resolution = 6;
  let offset = 0n;
  for (let option = at + 16; option + 4 <= end - 4; ) {
    const code = view.getUint16(option, little);
    const length = view.getUint16(option + 2, little);
    if (code === 0 || option + 4 + length > end - 4) break;
    if (code === 9) resolution = view.getUint8(option + 4);
    if (code === 14 && length === 8) offset = view.getBigInt64(option + 4, little);
    option += 4 + length + (-length & 3);
  }
  // The highest bit selects a power of two instead of ten.
  const denominator = resolution & 0x80 ? 1n << BigInt(resolution & 0x7f) : 10n ** BigInt(resolution);
  return {
    link: view.getUint16(at + 8, little),
    snaplen: view.getUint32(at + 12, little),
    numerator: 1_000_000_000n,
    denominator,
    offset: offset * 1_000_000_000n,
  };
}
