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

/** What has been found so far: lowest and highest value, the first blocks that have them, and their level; depth -1 is a place itself. */
interface Best {
  low: number;
  high: number;
  lowAt: number;
  highAt: number;
  lowDepth: number;
  highDepth: number;
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
    const { low, high } = this.best(from, to);
    return [low, high];
  }

  /** Where a range is lowest and highest, the first of equals. */
  extremes(from: number, to: number): Extremes {
    const { low, high, lowAt, highAt, lowDepth, highDepth } = this.best(from, to);
    return {
      lowest: lowAt < 0 ? -1 : this.find('low', low, lowAt, lowDepth),
      highest: highAt < 0 ? -1 : this.find('high', high, highAt, highDepth),
    };
  }

  private best(from: number, to: number): Best {
    const best = { low: Number.NaN, high: Number.NaN, lowAt: -1, highAt: -1, lowDepth: -1, highDepth: -1 };
    this.improve(best, -1, from, to);
    return best;
  }

  /**
   * Looks from left to right through the blocks of one size, or the places, from one to before another: through the larger blocks that they
   * make up, and on both sides of these through what is left of them. On the right it is passed over if the larger block to which it belongs
   * has nothing better.
   */
  private improve(best: Best, depth: number, from: number, to: number): void {
    const first = (from + FAN - 1) >>> SHIFT;
    const last = to >>> SHIFT;
    const above = this.levels[depth + 1];
    if (above === undefined || first >= last) {
      this.look(best, depth, from, to);
      return;
    }
    this.look(best, depth, from, first << SHIFT);
    this.improve(best, depth + 1, first, last);
    const hasNone =
      last < above.length &&
      (above.low[last] as number) >= best.low &&
      (above.high[last] as number) <= best.high;
    if (!hasNone) this.look(best, depth, last << SHIFT, to);
  }

  private look(best: Best, depth: number, from: number, to: number): void {
    const level = this.levels[depth];
    for (let at = from; at < to; at += 1) {
      const low = level === undefined ? this.at(at) : (level.low[at] as number);
      const high = level === undefined ? low : (level.high[at] as number);
      // Written so that anything is better than nothing, and NaN than none.
      if (!(low >= best.low) && !Number.isNaN(low)) {
        best.low = low;
        best.lowAt = at;
        best.lowDepth = depth;
      }
      if (!(high <= best.high) && !Number.isNaN(high)) {
        best.high = high;
        best.highAt = at;
        best.highDepth = depth;
      }
    }
  }

  /**
   * Visits a range in order, block by block from the largest down to single places; a block that is not wanted, or is not any more, is
   * passed over with all that is in it. What a block says that lies across an end of the range may be of places beyond it.
   */
  visit(
    from: number,
    to: number,
    wanted: (low: number, high: number) => boolean,
    each: (place: number) => void,
  ): void {
    let depth = 0;
    while (depth < this.levels.length && 1 << (SHIFT * (depth + 1)) < to - from) depth += 1;
    const shift = SHIFT * (depth + 1);
    for (let block = from >>> shift; block << shift < to; block += 1)
      this.descend(depth, block, from, to, wanted, each);
  }

  /** @returns whether anything was visited, which may be why nothing more is wanted */
  private descend(
    depth: number,
    block: number,
    from: number,
    to: number,
    wanted: (low: number, high: number) => boolean,
    each: (place: number) => void,
  ): boolean {
    const level = this.levels[depth];
    // Of the last blocks, which are not full yet, nothing is known.
    const known = level !== undefined && block < level.length;
    const low = known ? (level.low[block] as number) : Number.NaN;
    const high = known ? (level.high[block] as number) : Number.NaN;
    if (known && !wanted(low, high)) return false;
    const shift = SHIFT * depth;
    const last = Math.min((block + 1) << SHIFT, ((to - 1) >>> shift) + 1);
    let visited = false;
    for (let child = Math.max(block << SHIFT, from >>> shift); child < last; child += 1) {
      if (depth === 0) {
        const value = this.at(child);
        if (!wanted(value, value)) continue;
        each(child);
      } else if (!this.descend(depth - 1, child, from, to, wanted, each)) continue;
      visited = true;
      if (known && !wanted(low, high)) return true;
    }
    return visited;
  }

  /** The first place in a block that has a value. */
  private find(side: 'low' | 'high', value: number, block: number, depth: number): number {
    let at = block;
    for (let level = depth; level >= 0; level -= 1) {
      const below = this.levels[level - 1]?.[side];
      at <<= SHIFT;
      while ((below === undefined ? this.at(at) : below[at]) !== value) at += 1;
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
 * no more than five times the last time.
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
