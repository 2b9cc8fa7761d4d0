/** A growing little-endian byte buffer, made of fixed-size pieces so that bytes never have to be copied. */

const PIECE = 1 << 20;

/** Position of a number to fill in later. */
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

  /** Skips bytes, which are zero because every piece is zeroed and written only once. */
  zeros(count: number): void {
    for (let left = count; left > 0; ) {
      this.room(1);
      const part = Math.min(left, this.piece.length - this.used);
      this.advance(part);
      left -= part;
    }
  }

  /** Pads with zeros to the next multiple of four. */
  align(): void {
    this.zeros(-this.length & 3);
  }

  /** Reserves 32 bits that `set` fills in later. Only call it at multiples of four, so that the number doesn't span two pieces. */
  later(): Place {
    const place = this.length;
    this.u32(0);
    return place;
  }

  set(place: Place, value: number): void {
    const piece = this.full[Math.floor(place / PIECE)] ?? this.piece;
    this.put(piece, place % PIECE, value);
  }

  /** Everything written so far. */
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

  /** Starts a new piece if this one is full. Numbers are aligned to their size, so they never span two pieces. */
  private room(needed: number): void {
    if (this.used + needed <= PIECE) return;
    this.full.push(this.piece);
    this.piece = new Uint8Array(PIECE);
    this.used = 0;
  }
}
