/** Sizes of the stage's picture, CSS pixels. Stage.css reserves the same heights. */
export interface StageSize {
  path: number;
  /** All panels together. */
  panels: number;
}

export const WIDE: StageSize = { path: 124, panels: 270 };

export const NARROW: StageSize = { path: 118, panels: 190 };

/** Where the picture is above the text instead of beside it. */
export const NARROW_QUERY = '(max-width: 60rem)';
