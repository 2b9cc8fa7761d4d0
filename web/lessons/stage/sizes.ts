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

/** The height of the window that the sizes above are for. */
const LOW_WINDOW = 720;

/** Plots get no higher than this share of the window's width adds. */
const MOST_ADDED = 0.4;

/** Height of the lesson's title on its first screen; every other picture has it for its plots, and a slide almost all of it. */
export const SPARE = { title: 0, usual: 146, slide: 120 };

/** By how much plots beside the text grow in a higher window. Lengths are in unscaled pixels. */
export function addedBy({ width, height }: { width: number; height: number }, spare: number): number {
  return Math.round(Math.min(MOST_ADDED * width, Math.max(0, height - LOW_WINDOW + spare)));
}

/** True for the step that a lesson begins with, under its title. @param steps of the lesson, in order */
export function isFirst(id: string, steps: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(steps)[0] === id;
}

/** Screens this narrow show the picture above the text. */
export const NARROW_QUERY = '(max-width: 60rem)';
