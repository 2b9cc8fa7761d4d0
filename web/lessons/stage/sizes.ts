/** Sizes of the stage's picture, CSS pixels. Stage.css reserves the same heights. */
export interface StageSize {
  path: number;
  /** All panels together. */
  panels: number;
}

export const WIDE: StageSize = { path: 124, panels: 270 };

/** On a stage that begins with the strip of parts, so that picture and strip fit a screen of 720 pixels. */
export const WITH_STRIP: StageSize = { path: 124, panels: 190 };

export const NARROW: StageSize = { path: 118, panels: 190 };

/** The height of the window that the sizes above are for, and the most that a higher one adds. */
const LOW_WINDOW = 720;
const MOST_ADDED = 370;

/** By how much plots beside the text grow in a higher window, unscaled pixels. @param height of the window, unscaled pixels */
export function addedBy(height: number): number {
  return Math.min(MOST_ADDED, Math.max(0, Math.round(height - LOW_WINDOW)));
}

/** Screens this narrow show the picture above the text. */
export const NARROW_QUERY = '(max-width: 60rem)';
