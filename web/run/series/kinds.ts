/**
 * Indexes a flow's segments by kind, to find rare events without reading the rows between them. The first query builds the index, later
 * rows extend it, and it costs four bytes a row.
 */
import { SEGMENT_KINDS } from '../../engine/schema';
import { roomFor, type Trace } from '../trace';

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

const NUMBER = new Map(SEGMENT_KINDS.map((kind, number) => [kind, number]));

/** The code of a kind in the column `kind`. */
export function kindNumber(kind: SegmentKind): number {
  return NUMBER.get(kind) ?? -1;
}

/** The key of a flow's events of one kind in the sums of thinned rows. */
export function keyOfKind(flow: number, kind: SegmentKind): number {
  return flow * SEGMENT_KINDS.length + kindNumber(kind);
}

class Index {
  private read = 0;
  private readonly lists = SEGMENT_KINDS.map(() => ({ rows: new Uint32Array(0), length: 0 }));
  private readonly seen: (Uint32Array | undefined)[] = [];

  extend(kinds: Uint8Array): void {
    if (this.read === kinds.length) return;
    const more = new Uint32Array(256);
    for (let row = this.read; row < kinds.length; row += 1) {
      const kind = kinds[row] as number;
      more[kind] = (more[kind] as number) + 1;
    }
    this.lists.forEach((list, kind) => {
      const needed = list.length + (more[kind] as number);
      if (needed <= list.rows.length) return;
      // The first allocation is exact, because a finished run adds no rows; later ones leave room to grow.
      const wider = new Uint32Array(list.length === 0 ? needed : roomFor(needed, list.rows.length));
      wider.set(list.rows.subarray(0, list.length));
      list.rows = wider;
    });
    for (let row = this.read; row < kinds.length; row += 1) {
      const list = this.lists[kinds[row] as number];
      if (list === undefined) continue;
      list.rows[list.length] = row;
      list.length += 1;
    }
    this.read = kinds.length;
  }

  rows(kind: number): Uint32Array {
    const list = this.lists[kind];
    if (list === undefined) return NONE;
    const seen = this.seen[kind];
    if (seen?.length === list.length) return seen;
    const rows = list.rows.subarray(0, list.length);
    this.seen[kind] = rows;
    return rows;
  }
}

const NONE = new Uint32Array(0);
const INDEXES = new WeakMap<Trace, Map<number, Index>>();

/**
 * The rows of one kind, in chronological order; the same object until more arrive.
 *
 * @param kinds the column `kind` of the flow's segments
 */
export function rowsOfKind(trace: Trace, flow: number, kinds: Uint8Array, kind: SegmentKind): Uint32Array {
  let ofTrace = INDEXES.get(trace);
  if (ofTrace === undefined) {
    ofTrace = new Map();
    INDEXES.set(trace, ofTrace);
  }
  let index = ofTrace.get(flow);
  if (index === undefined) {
    index = new Index();
    ofTrace.set(flow, index);
  }
  index.extend(kinds);
  return index.rows(kindNumber(kind));
}

/** The first index in a list of rows whose time is at or after a moment; with `after`, strictly after it. */
export function placeAt(rows: Uint32Array, time_s: Float64Array, moment: number, after = false): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const time = time_s[rows[middle] as number] as number;
    if (time < moment || (after && time === moment)) low = middle + 1;
    else high = middle;
  }
  return low;
}
