/** The capstone's paths. Each is a scenario of the lesson whose first flow is the student's. */
import cell from '../../../content/lessons/you-are-the-window/cell.scenario.json?raw';
import long from '../../../content/lessons/you-are-the-window/long.scenario.json?raw';
import quiet from '../../../content/lessons/you-are-the-window/quiet.scenario.json?raw';
import radio from '../../../content/lessons/you-are-the-window/radio.scenario.json?raw';
import storm from '../../../content/lessons/you-are-the-window/storm.scenario.json?raw';
import { withValue } from '../../scenario/path';
import { FACTS, OWN_FLOW, type PathFacts } from './score';

export interface CapstonePath extends PathFacts {
  /** The truth about the path, shown after the run. */
  truth: string;
  /** The text of the scenario file. */
  text: string;
  /** Seconds of the run. */
  duration_s: number;
}

function pathOf(facts: PathFacts, text: string): CapstonePath {
  const { about, duration_s } = JSON.parse(text) as { about: string; duration_s: number };
  return { ...facts, truth: about, text, duration_s };
}

export const PATHS: readonly CapstonePath[] = [
  pathOf(FACTS.quiet, quiet),
  pathOf(FACTS.radio, radio),
  pathOf(FACTS.long, long),
  pathOf(FACTS.storm, storm),
  pathOf(FACTS.cell, cell),
];

/** The path's scenario with another sender for the student's flow. */
export function withSender(path: CapstonePath, sender: unknown): string {
  return JSON.stringify(withValue(JSON.parse(path.text), `flows.${OWN_FLOW}.sender`, sender));
}
