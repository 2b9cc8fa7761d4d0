/**
 * The length of an elastic queue's box. It grows with the buffer, but ever more slowly, so that small buffers have packets wide
 * enough to count and large ones still fit. It depends on nothing else, so the box's end can follow the pointer that drags it.
 */

/** A buffer of this many packets fills half of the room. */
const HALF = 8;
/** Shortest box, pixels. */
export const SHORTEST_BOX = 6;

/** Pixels that a buffer of `packets` full packets takes up. */
export function boxLength(packets: number, room: number): number {
  return Math.max(SHORTEST_BOX, (room * packets) / (packets + HALF));
}

/** The buffer, in full packets, whose box has this length. */
export function packetsIn(length: number, room: number): number {
  const within = Math.min(Math.max(length, SHORTEST_BOX), room - 1);
  return (HALF * within) / (room - within);
}
