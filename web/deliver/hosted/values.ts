/**
 * The options that a page may set of a lab in it, and what it gets from it, with their types. The declarations of the npm package are made of this file, so it imports
 * only types. `options.ts` says how each is read, and where it works.
 */
import type { Problem, Summary } from '../../engine/schema';
import type { PanelName } from '../../lab/panels/registry';

/** Light, dark, or `auto`: an element follows the page behind it, and a frame the user's system. */
export type ThemeName = 'auto' | 'light' | 'dark';

export interface OptionValues {
  /** The plots, from top to bottom. */
  panels: readonly PanelName[];
  /** Paths of the fields that users may change. */
  controls: readonly string[];
  /** Paths of fields that are shown but can be changed by neither user nor host. */
  locked: readonly string[];
  /** Metrics in the table below the plots (run/measures.ts). */
  figures: readonly string[];
  /** The time window, s. */
  seconds: readonly [from: number, to: number];
  /** Names or numbers of the flows to draw. */
  flows: readonly string[];
  /** Position of the cursor, s. */
  cursor: number;
  /** True to show an experiment's predictions and tasks. */
  questions: boolean;
  theme: ThemeName;
  /** A language tag. */
  lang: string;
  /** Speed of playback after the run, in simulated seconds per second. */
  autoplay: number;
  /** Fixed height of a frame, pixels. */
  height: number;
  /** Height of a plot, pixels. */
  panel_height: number;
  /** The only origin that may control a frame. */
  origin: string;
}

export type OptionName = keyof OptionValues;

type Given = Pick<OptionValues, 'panels' | 'controls' | 'panel_height' | 'theme'>;
type Missing = { [N in 'flows' | 'cursor' | 'seconds']: OptionValues[N] | null };

/** The options of elements. Null: the first six flows, no cursor, the whole run. */
export interface ElementValues extends Given, Missing {}

/** A finished run. */
export interface Result {
  /** The scenario's text. */
  text: string;
  summary: Summary;
}

/** Something that the lab can't show, in the language of the interface. */
export interface LabProblem {
  message: string;
  /** The fields that the engine refuses, if that's the problem, each with what's allowed. */
  problems: readonly Problem[];
}
