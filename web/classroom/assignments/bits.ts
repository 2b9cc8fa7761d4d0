/** Writes and reads numbers and texts bit by bit, for codes that people copy by hand. */
import { DecodeError } from './decode';

/** A number has at most this many bits, because JavaScript's bit operations work on 32. */
const MAX_BITS = 31;

export class BitWriter {
  private readonly bits: number[] = [];

  /** Writes a whole number below 2^count. */
  bit(value: number, count = 1): void {
    for (let at = count - 1; at >= 0; at -= 1) this.bits.push((value >>> at) & 1);
  }

  /** Writes a whole number from 0, short if it is small (Elias gamma code of the number plus one). */
  count(value: number): void {
    const length = 32 - Math.clz32(value + 1);
    this.bit(0, length - 1);
    this.bit(value + 1, length);
  }

  /** Writes a whole number of either sign. */
  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.count(bytes.length);
    for (const byte of bytes) this.bit(byte, 8);
  }

  /** All bits, with zeros up to the end of the last byte. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.bits.length / 8));
    this.bits.forEach((one, at) => {
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (one << (7 - (at & 7)));
    });
    return bytes;
  }
}

/** Reads what `BitWriter` wrote. Throws a `DecodeError` at the end of the bytes. */
export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  bit(count = 1): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new DecodeError('the code ends too early');
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  count(): number {
    let more = 0;
    while (this.bit() === 0) {
      more += 1;
      if (more >= MAX_BITS) throw new DecodeError('a number in the code is too large');
    }
    return 2 ** more + this.bit(more) - 1;
  }

  /** Reads the number of entries that follow. Each has at least one bit, so a damaged code can't ask for more memory than it has. */
  length(): number {
    const value = this.count();
    if (value > 8 * this.bytes.length - this.at) throw new DecodeError('the code ends too early');
    return value;
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  text(): string {
    const bytes = Array.from({ length: this.length() }, () => this.bit(8));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  }
}
