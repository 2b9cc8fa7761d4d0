/** Bytes in the order in which they are written, little-endian, in pieces that never move. */

const PIECE = 1 << 20;

/** Position of a number that is filled in later. */
export type Place = number;

export class Bytes {
  length = 0;
  private readonly full: Uint8Array<ArrayBuffer>[] = [];
  private piece = new Uint8Array(PIECE);
  private used = 0;

  u8(value: number): void {
    this.room(1);
    this.piece[this.used] = value;
    this.advance(1);
  }

  u16(value: number): void {
    this.room(2);
    this.piece[this.used] = value;
    this.piece[this.used + 1] = value >>> 8;
    this.advance(2);
  }

  u32(value: number): void {
    this.room(4);
    this.put(this.piece, this.used, value);
    this.advance(4);
  }

  all(values: Uint8Array): void {
    for (let from = 0; from < values.length; ) {
      this.room(1);
      const part = values.subarray(from, from + this.piece.length - this.used);
      this.piece.set(part, this.used);
      this.advance(part.length);
      from += part.length;
    }
  }

  /** Pieces begin as zeros and are written once, so that passing over them is enough. */
  zeros(count: number): void {
    for (let left = count; left > 0; ) {
      this.room(1);
      const part = Math.min(left, this.piece.length - this.used);
      this.advance(part);
      left -= part;
    }
  }

  /** Zeros up to the next multiple of four. */
  align(): void {
    this.zeros(-this.length & 3);
  }

  /** Leaves room for 32 bits that `set` fills. Only at multiples of four, so that no piece ends within them. */
  later(): Place {
    const place = this.length;
    this.u32(0);
    return place;
  }

  set(place: Place, value: number): void {
    const piece = this.full[Math.floor(place / PIECE)] ?? this.piece;
    this.put(piece, place % PIECE, value);
  }

  /** All that was written. */
  take(): Uint8Array<ArrayBuffer>[] {
    return [...this.full, this.piece.subarray(0, this.used)];
  }

  private put(piece: Uint8Array, at: number, value: number): void {
    piece[at] = value;
    piece[at + 1] = value >>> 8;
    piece[at + 2] = value >>> 16;
    piece[at + 3] = value >>> 24;
  }

  private advance(by: number): void {
    this.used += by;
    this.length += by;
  }

  /** Numbers are aligned to their own size, so a chunk that isn't full has room for a whole one. */
  private room(needed: number): void {
    if (this.used + needed <= PIECE) return;
    this.full.push(this.piece);
    this.piece = new Uint8Array(PIECE);
    this.used = 0;
  }
}
