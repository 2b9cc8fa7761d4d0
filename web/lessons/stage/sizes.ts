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

/** The lesson's title takes this much of its first screen; every other picture has it for its plots. */
const BELOW_TITLE = 146;

/**
 * By how much plots beside the text grow in a higher window, unscaled pixels.
 * @param height of the window, unscaled pixels
 * @param first true for the picture under the lesson's title
 */
export function addedBy(height: number, first: boolean): number {
  const spare = first ? 0 : BELOW_TITLE;
  return Math.min(MOST_ADDED + spare, Math.max(0, Math.round(height - LOW_WINDOW + spare)));
}

/** True for the step that a lesson begins with, under its title. @param steps of the lesson, in order */
export function isFirst(id: string, steps: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(steps)[0] === id;
}

/** Screens this narrow show the picture above the text. */
export const NARROW_QUERY = '(max-width: 60rem)';
