/**
 * Lowest and highest values of a column by blocks of 16 rows, of 16 such blocks, and so on: what a pixel column of a long
 * trace shows is found in a few steps, however many rows fall into it. Made when a long range is first asked for, carried on
 * as rows arrive; it takes an eighth of what the column takes.
 */
export type Values = Float64Array | Uint32Array;

/** Rows in a block, and blocks in a block of the next level; a power of two. */
const FAN = 16;
const SHIFT = 4;

/** Blocks of one size. Of a block whose values are all NaN, both are NaN. */
interface Level {
  low: Values;
  high: Values;
  length: number;
}

/** The first rows at which a range is lowest and highest; -1 where all is NaN. */
export interface Extremes {
  lowest: number;
  highest: number;
}

export class Blocks {
  private values: Values;
  /** The rows that count, where not all do. */
  private rows: Uint32Array | null;
  private readonly levels: Level[] = [];
  private length = 0;

  constructor(values: Values, rows: Uint32Array | null = null) {
    this.values = values;
    this.rows = rows;
    this.extend(values, rows);
  }

  /** Takes in what has been appended; the values before must be the same. */
  extend(values: Values, rows: Uint32Array | null = null): void {
    this.values = values;
    this.rows = rows;
    const length = (rows ?? values).length;
    if (length === this.length) return;
    this.length = length;
    let below = length;
    for (let depth = 0; below >= FAN; depth += 1) {
      const level = this.levelWith(depth, below >> SHIFT);
      const from = level.length;
      for (let block = from; block < below >> SHIFT; block += 1) this.sumUp(level, depth, block);
      level.length = below >> SHIFT;
      below = level.length;
    }
  }

  /** The value at a place: a row, or the place in the list of rows that count. */
  at(place: number): number {
    return (this.rows === null ? this.values[place] : this.values[this.rows[place] as number]) as number;
  }

  /** Lowest and highest value from one place to before another; both NaN if there is none. */
  range(from: number, to: number): [low: number, high: number] {
    let low = Number.NaN;
    let high = Number.NaN;
    this.cover(from, to, (itsLow, itsHigh) => {
      if (itsLow < low || Number.isNaN(low)) low = itsLow;
      if (itsHigh > high || Number.isNaN(high)) high = itsHigh;
    });
    return [low, high];
  }

  /** Where a range is lowest and highest, the first of equals. */
  extremes(from: number, to: number): Extremes {
    let low = Number.NaN;
    let high = Number.NaN;
    let [lowAt, lowDepth, highAt, highDepth] = [-1, -1, -1, -1];
    // Not by `cover`: a picture asks for thousands of ranges.
    for (let place = from; place < to; ) {
      const depth = this.depthAt(place, to);
      const level = this.levels[depth];
      let itsLow: number;
      let itsHigh: number;
      if (level === undefined) {
        itsLow = this.at(place);
        itsHigh = itsLow;
      } else {
        const block = place >>> (SHIFT * (depth + 1));
        itsLow = level.low[block] as number;
        itsHigh = level.high[block] as number;
      }
      if (itsLow < low || (lowAt < 0 && !Number.isNaN(itsLow))) {
        low = itsLow;
        lowAt = place;
        lowDepth = depth;
      }
      if (itsHigh > high || (highAt < 0 && !Number.isNaN(itsHigh))) {
        high = itsHigh;
        highAt = place;
        highDepth = depth;
      }
      place += 1 << (SHIFT * (depth + 1));
    }
    return {
      lowest: lowAt < 0 ? -1 : this.find('low', low, lowAt, lowDepth),
      highest: highAt < 0 ? -1 : this.find('high', high, highAt, highDepth),
    };
  }

  /**
   * Visits a range in order, block by block from the largest down to single places; a block that is not wanted is passed
   * over with all that is in it.
   */
  visit(
    from: number,
    to: number,
    wanted: (low: number, high: number) => boolean,
    each: (place: number) => void,
  ): void {
    this.cover(from, to, (low, high, place, depth) => this.descend(low, high, place, depth, wanted, each));
  }

  private descend(
    low: number,
    high: number,
    place: number,
    depth: number,
    wanted: (low: number, high: number) => boolean,
    each: (place: number) => void,
  ): void {
    if (!wanted(low, high)) return;
    if (depth < 0) {
      each(place);
      return;
    }
    const below = this.levels[depth - 1];
    const size = 1 << (SHIFT * depth);
    for (let child = 0; child < FAN; child += 1) {
      const at = place + child * size;
      if (below === undefined) {
        const value = this.at(at);
        this.descend(value, value, at, -1, wanted, each);
      } else {
        const block = at >>> (SHIFT * depth);
        this.descend(below.low[block] as number, below.high[block] as number, at, depth - 1, wanted, each);
      }
    }
  }

  /** Shows the largest blocks that make up a range, from left to right; depth -1 is a single place. */
  private cover(
    from: number,
    to: number,
    show: (low: number, high: number, place: number, depth: number) => void,
  ): void {
    for (let place = from; place < to; ) {
      const depth = this.depthAt(place, to);
      const level = this.levels[depth];
      if (level === undefined) {
        const value = this.at(place);
        show(value, value, place, -1);
      } else {
        const block = place >>> (SHIFT * (depth + 1));
        show(level.low[block] as number, level.high[block] as number, place, depth);
      }
      place += 1 << (SHIFT * (depth + 1));
    }
  }

  /** The level of the largest block that begins at a place and ends before another; -1: none does. */
  private depthAt(place: number, to: number): number {
    let depth = 0;
    while (depth < this.levels.length) {
      const size = 1 << (SHIFT * (depth + 1));
      if ((place & (size - 1)) !== 0 || place + size > to) break;
      depth += 1;
    }
    return depth - 1;
  }

  /** The first place in a block that has a value. */
  private find(side: 'low' | 'high', value: number, place: number, depth: number): number {
    let at = place;
    for (let level = depth; level >= 0; level -= 1) {
      const below = this.levels[level - 1];
      const size = 1 << (SHIFT * level);
      while ((below === undefined ? this.at(at) : below[side][at >>> (SHIFT * level)]) !== value) at += size;
    }
    return at;
  }

  private sumUp(level: Level, depth: number, block: number): void {
    const below = this.levels[depth - 1];
    let low = Number.NaN;
    let high = Number.NaN;
    for (let at = block << SHIFT; at < (block + 1) << SHIFT; at += 1) {
      const itsLow = below === undefined ? this.at(at) : (below.low[at] as number);
      const itsHigh = below === undefined ? itsLow : (below.high[at] as number);
      if (itsLow < low || Number.isNaN(low)) low = itsLow;
      if (itsHigh > high || Number.isNaN(high)) high = itsHigh;
    }
    level.low[block] = low;
    level.high[block] = high;
  }

  private levelWith(depth: number, room: number): Level {
    const Kind = this.values.constructor as new (length: number) => Values;
    let level = this.levels[depth];
    if (level === undefined) {
      level = { low: new Kind(room), high: new Kind(room), length: 0 };
      this.levels[depth] = level;
    } else if (level.low.length < room) {
      const [low, high] = [new Kind(2 * room), new Kind(2 * room)];
      low.set(level.low.subarray(0, level.length));
      high.set(level.high.subarray(0, level.length));
      Object.assign(level, { low, high });
    }
    return level;
  }
}

const KNOWN = new WeakMap<ArrayBufferLike, Blocks>();

/**
 * The blocks of a column of a trace, or of the rows of it that are listed. They are kept with the memory behind the column or
 * the list, to which rows are only ever appended; when that is replaced by a larger one they are made anew, which in all costs
 * no more than twice the last time.
 */
export function blocksOf(column: Values, rows: Uint32Array | null = null): Blocks {
  const { buffer } = rows ?? column;
  let blocks = KNOWN.get(buffer);
  if (blocks === undefined) {
    blocks = new Blocks(column, rows);
    KNOWN.set(buffer, blocks);
  }
  blocks.extend(column, rows);
  return blocks;
}
