/**
 * Highlighting: while a legend's entry is pointed to, its part of the plot is drawn again over the dimmed picture. All that's drawn says which
 * part it is: a kind of mark or line by the key of its explanation, and a compared run by its letter.
 */
import type { Highlighted } from '../run/selection';

/** The only part that's being drawn; null outside `drawOnly`. Drawing is synchronous. */
let only: Highlighted | null = null;

export function drawOnly(part: Highlighted, draw: () => void): void {
  only = part;
  try {
    draw();
  } finally {
    only = null;
  }
}

/** True if marks or lines of this kind are to be left out. Those without a kind are always drawn. */
export function leavesOut(kind: string | undefined): boolean {
  return only !== null && kind !== undefined && 'kind' in only && only.kind !== kind;
}

export function leavesOutRun(letter: string): boolean {
  return only !== null && 'run' in only && only.run !== letter;
}
