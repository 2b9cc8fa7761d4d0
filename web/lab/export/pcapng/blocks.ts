/**
 * Writes a pcapng file block by block (draft-ietf-opsawg-pcapng): one section, interfaces with nanosecond timestamps, names of addresses,
 * and packets with comments. Little-endian throughout.
 */
import { Bytes } from './bytes';

const SECTION = 0x0a0d0d0a;
const INTERFACE = 1;
const NAMES = 4;
const PACKET = 6;

const COMMENT = 1;
const SECTION_APPLICATION = 4;
const INTERFACE_NAME = 2;
const INTERFACE_DESCRIPTION = 3;
const INTERFACE_RESOLUTION = 9;
const PACKET_FLAGS = 2;

/** Packets start with their IP header. */
const LINKTYPE_RAW = 101;

export type Direction = 'in' | 'out';

type Option = [code: number, value: Uint8Array];

const encoder = new TextEncoder();
/** Cuts a text to the maximum length of an option. */
const text = (value: string) => encoder.encode(value).subarray(0, 0xffff);

export class PcapngFile {
  private readonly bytes = new Bytes();

  constructor(application: string, comment: string) {
    const { bytes } = this;
    this.block(SECTION, () => {
      bytes.u32(0x1a2b3c4d);
      bytes.u16(1);
      bytes.u16(0);
      // The section's length: not known in advance.
      bytes.u32(0xffffffff);
      bytes.u32(0xffffffff);
    }, [
      [SECTION_APPLICATION, text(application)],
      [COMMENT, text(comment)],
    ]);
  }

  /** @param snaplen maximum bytes captured per packet; 0 for no limit */
  interface(name: string, description: string, snaplen: number): void {
    const { bytes } = this;
    this.block(INTERFACE, () => {
      bytes.u16(LINKTYPE_RAW);
      bytes.u16(0);
      bytes.u32(snaplen);
    }, [
      [INTERFACE_NAME, text(name)],
      [INTERFACE_DESCRIPTION, text(description)],
      [INTERFACE_RESOLUTION, Uint8Array.of(9)],
    ]);
  }

  names(entries: readonly [address: number, name: string][]): void {
    const { bytes } = this;
    this.block(NAMES, () => {
      for (const [address, name] of entries) {
        const encoded = text(name.replaceAll('\0', ''));
        bytes.u16(1);
        bytes.u16(4 + encoded.length + 1);
        bytes.all(Uint8Array.of(address >>> 24, address >>> 16, address >>> 8, address));
        bytes.all(encoded);
        bytes.u8(0);
        bytes.align();
      }
      bytes.u32(0);
    });
  }

  /**
   * @param time_ns nanoseconds since the clock's epoch
   * @param header the first bytes of the packet; the rest is zeros
   * @param captured bytes of the packet to write
   * @param length size of the whole packet, in bytes
   */
  packet(
    interface_: number,
    time_ns: number,
    header: Uint8Array,
    captured: number,
    length: number,
    direction: Direction,
    comment: string | null,
  ): void {
    const { bytes } = this;
    const options: Option[] = [[PACKET_FLAGS, Uint8Array.of(direction === 'in' ? 1 : 2, 0, 0, 0)]];
    if (comment !== null) options.push([COMMENT, text(comment)]);
    this.block(
      PACKET,
      () => {
        bytes.u32(interface_);
        bytes.u32(Math.floor(time_ns / 2 ** 32));
        bytes.u32(time_ns % 2 ** 32);
        bytes.u32(captured);
        bytes.u32(length);
        bytes.all(header.subarray(0, captured));
        bytes.zeros(captured - Math.min(captured, header.length));
      },
      options,
    );
  }

  get size(): number {
    return this.bytes.length;
  }

  take(): Uint8Array<ArrayBuffer>[] {
    return this.bytes.take();
  }

  private block(type: number, body: () => void, options: readonly Option[] = []): void {
    const { bytes } = this;
    bytes.u32(type);
    const size = bytes.later();
    body();
    bytes.align();
    for (const [code, value] of options) {
      bytes.u16(code);
      bytes.u16(value.length);
      bytes.all(value);
      bytes.align();
    }
    if (options.length > 0) bytes.u32(0);
    // The length covers the whole block: also the type before the first length, and the repeated length at the end.
    const length = bytes.length - size + 8;
    bytes.set(size, length);
    bytes.u32(length);
  }
}
