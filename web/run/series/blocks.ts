/**
 * A tree of the lowest and highest values of a column: per block of 16 rows, per 16 such blocks, and so on. It finds the extremes of a pixel
 * column in a few steps, however many rows fall into it. The first query builds it, new rows extend it, and it takes an eighth of the
 * column's memory.
 */
export type Values = Float64Array | Uint32Array;

/** Children per block: rows at the lowest level, blocks above. A power of two. */
const FAN = 16;
const SHIFT = 4;

/** Blocks of one size. The extremes of a block are NaN if all its values are. */
interface Level {
  low: Values;
  high: Values;
  length: number;
}

/** The first places of the lowest and the highest value in a range; -1 if all values are NaN. */
export interface Extremes {
  lowest: number;
  highest: number;
}

/** The result so far: lowest and highest value, the first blocks with these values, and their levels. Depth -1 means a single place. */
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
  /** The rows to include; null: all. */
  private rows: Uint32Array | null;
  private readonly levels: Level[] = [];
  private length = 0;

  constructor(values: Values, rows: Uint32Array | null = null) {
    this.values = values;
    this.rows = rows;
    this.extend(values, rows);
  }

  /** Adds appended rows; the earlier values must be unchanged. */
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
      for (let block = from; block < below >> SHIFT; block += 1) this.summarize(level, depth, block);
      level.length = below >> SHIFT;
      below = level.length;
    }
  }

  /** The value at a place: a row, or an index into the list of rows. */
  at(place: number): number {
    return (this.rows === null ? this.values[place] : this.values[this.rows[place] as number]) as number;
  }

  /** Lowest and highest value in a range of places; NaN if all values are NaN. */
  range(from: number, to: number): [low: number, high: number] {
    const { low, high } = this.best(from, to);
    return [low, high];
  }

  /** The places of the lowest and the highest value in a range; of equal values, the first. */
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
   * Searches a range of one level's blocks, or of places, from left to right: the next level's blocks that are completely inside the range,
   * and the remaining blocks on both sides one by one. Skips the remainder on the right if the larger block around it has no better value.
   */
  private improve(best: Best, depth: number, from: number, to: number): void {
    const first = (from + FAN - 1) >>> SHIFT;
    const last = to >>> SHIFT;
    const above = this.levels[depth + 1];
    if (above === undefined || first >= last) {
      this.scan(best, depth, from, to);
      return;
    }
    this.scan(best, depth, from, first << SHIFT);
    this.improve(best, depth + 1, first, last);
    const noBetter =
      last < above.length &&
      (above.low[last] as number) >= best.low &&
      (above.high[last] as number) <= best.high;
    if (!noBetter) this.scan(best, depth, last << SHIFT, to);
  }

  private scan(best: Best, depth: number, from: number, to: number): void {
    const level = this.levels[depth];
    for (let at = from; at < to; at += 1) {
      const low = level === undefined ? this.at(at) : (level.low[at] as number);
      const high = level === undefined ? low : (level.high[at] as number);
      // Negated, so that a number replaces the initial NaN and a NaN value replaces nothing.
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
   * Visits the places of a range in order. Before and after each visit it skips the rest of a block if `wanted` returns false for the
   * block's extremes. The extremes of a block across an end of the range include places outside the range.
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

  /** @returns true if it visited a place; then `wanted` may return another result */
  private descend(
    depth: number,
    block: number,
    from: number,
    to: number,
    wanted: (low: number, high: number) => boolean,
    each: (place: number) => void,
  ): boolean {
    const level = this.levels[depth];
    // Incomplete blocks at the end have no extremes yet.
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

  /** The first place in a block with this value. */
  private find(side: 'low' | 'high', value: number, block: number, depth: number): number {
    let at = block;
    for (let level = depth; level >= 0; level -= 1) {
      const below = this.levels[level - 1]?.[side];
      at <<= SHIFT;
      while ((below === undefined ? this.at(at) : below[at]) !== value) at += 1;
    }
    return at;
  }

  private summarize(level: Level, depth: number, block: number): void {
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
 * The blocks of a trace's column, or of a list of its rows. The buffer of the column or list is the cache key, because rows are only
 * appended to it. When a larger buffer replaces it, the blocks are rebuilt; all rebuilds together cost at most five times the last one.
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
