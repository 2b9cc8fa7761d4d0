/**
 * Options and reports of a lab in an element. All hosts use these names: the custom element (vegasLab.ts), notebooks (widget.ts), and Python
 * behind them. The declarations of the npm package are made of this file, so its types are only the engine's, the
 * options' (hosted/values.ts), and the panels' names, which the package spells out.
 */
import type { Prediction, Problem, Scenario, Summary } from '../../engine/schema';
import type { PanelName } from '../../lab/panels/registry';
import { usualOptions } from '../hosted/options';
import type { ElementValues, LabProblem, Result, ThemeName } from '../hosted/values';

export type { LabProblem, Problem, Result, Scenario, Summary, ThemeName };

/** The plots by name. */
export type Plot = PanelName;

/** A finished run that was made elsewhere, for example in Python. */
export interface Recording {
  /** The scenario's text. */
  text: string;
  /** The scenario with every default filled in. */
  scenario: Scenario;
  summary: Summary;
  prediction: Prediction | null;
  /** The trace's columns by table and name, as bytes in the order of the machine, which is little-endian wherever browsers run. */
  columns: Readonly<Record<string, Readonly<Record<string, ArrayBufferView>>>>;
}

export interface LabOptions extends ElementValues {
  /** The scenario's text; null while a link is being opened. */
  scenario: string | null;
  /** A link's parameters, as after `#/bench?`; null for none. The scenario or the link that was set last is shown. */
  link: string | null;
  /** A run to draw instead of simulating its scenario; null for none. */
  recording: Recording | null;
}

/** The options that the user changes too. */
export type Changes = Pick<LabOptions, 'scenario' | 'panels' | 'cursor' | 'seconds'>;

export const DEFAULTS: LabOptions = {
  scenario: null,
  link: null,
  recording: null,
  ...usualOptions('element'),
};
