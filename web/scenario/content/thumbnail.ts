/** A small picture of a run: lines on a grid of whole numbers. */

/** The largest coordinate, in both directions. */
export const GRID = 1000;

/** A line as x and y by turns. x runs from 0 to `GRID` over the picture's time, y from 0 to `GRID` at the top of its scale. */
export type ThumbnailLine = readonly number[];

export interface Thumbnail {
  /** Simulated time that the picture covers. */
  duration_s: number;
  /** The window at the top of the scale. */
  top_segments: number;
  /** Congestion windows of the flows that sent the most, each with the number of its sender's color in `tokens.css`. */
  windows: readonly { color: number; points: ThumbnailLine }[];
  /** The queue at the bottleneck. */
  queue: {
    /** Name of the directed link. */
    link: string;
    unit: 'bytes' | 'packets';
    /** The value at the top of the scale, in `unit`. */
    top: number;
    /** The buffer's limit on the grid; null if it's far above the longest queue. */
    limit: number | null;
    /** The highest value in each of many short spans of time. */
    points: ThumbnailLine;
  };
  /** Times of drops on the grid. */
  drops: readonly number[];
}
