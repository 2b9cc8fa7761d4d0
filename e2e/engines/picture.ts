/**
 * Coarse pictures of plots, which hide how engines smooth edges and place numbers: mean red, green and blue in a grid
 * of blocks.
 */

/** Blocks per row and per column. */
export const BLOCKS = 32;

/** 0 to 255 each: red, green and blue of the blocks, row by row. */
export type Picture = number[];

/** Distance between two pictures: the mean over all blocks and colors, 0 to 255. */
export function distance(a: Picture, b: Picture): number {
  if (a.length !== b.length || a.length === 0) throw new Error('pictures of different grids');
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}
