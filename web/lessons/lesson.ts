/**
 * The parts of a lesson. Its folder `content/lessons/<name>/` holds `lesson.json` (`About`: its entry in the list of lessons),
 * `lesson.mdx` (its text), `lesson.ts` (`Lesson`: its experiments, predictions, checks and claims), and, if it explains terms of
 * its own, `terms.json` (`Terms`). The text refers to the entries of `lesson.ts` by name.
 */
import type { PanelName } from '../panels/registry';
import type { Atom } from '../scenario/changes';
import type { Runs } from './runs';

/** A lesson's entry in the list of lessons: its `lesson.json`. */
export interface About {
  /** Its place in the course, from 1. */
  number: number;
  title: string;
  /** The question that it puts, one sentence. */
  question: string;
  /** Time that a student needs, minutes. */
  minutes: number;
  /** Learning objectives, each beginning with a verb. */
  objectives: string[];
  /** Names of lessons that should come before. */
  builds_on: string[];
  /** Sources: names of files in content/papers, or RFCs as "RFC 6582". */
  sources: string[];
}

/** Words of the glossary by what they are called in the text. */
export type Terms = Record<string, { means: string; source?: string }>;

export interface Lesson {
  experiments: Record<string, Experiment>;
  predictions: Record<string, Prediction>;
  checks: Record<string, Check>;
  /** The text's claims about the page's runs. Tests prove each; the page confirms it with the run behind it. */
  claims: Record<string, Claim>;
  /** The summary: our figures beside the paper's. */
  beside: Beside[];
  /**
   * Where numbers in the texts of `lesson.ts` come from, as the texts print them with their units (`'1.6 s'`). Settings of the
   * lesson's scenarios need no entry. Tests check each.
   */
  numbers?: Readonly<Record<string, NumberSource>>;
}

/** A function of the runs, an entry of `content/papers` or of `content/findings.json`, or in words what the author chose, such as a goal. */
export type NumberSource = ((runs: Runs) => number) | { published: string } | { found: string } | string;

/** A scenario as a link to the bench names it: one of content/scenarios or a paper's experiment, with changes. */
export interface Arm {
  /** Short label for comparisons, two or three words. */
  label: string;
  scenario?: string;
  /** `low-2000/chain/wpf` */
  experiment?: string;
  /** The link's part after `#/bench?`, if neither of these is enough; `set` is applied on top. */
  link?: string;
  /** By path, as in a link: `flows.0.sender.preset`, `links.1.queue.limit_bytes`; a `kind` or a `preset` brings its own defaults. */
  set?: Readonly<Record<string, Atom>>;
}

export type Experiment = RunExperiment | SweepExperiment | SampleExperiment;

interface AnyExperiment {
  title: string;
  /** One sentence above it: what to look for. */
  look: string;
}

/** One to six scenarios, run while they are looked at and whenever a control is moved, drawn over each other. */
export interface RunExperiment extends AnyExperiment {
  kind: 'runs';
  arms: Readonly<Record<string, Arm>>;
  panels: readonly PanelName[];
  /** Fields that the student may change, by path, and only these; each is changed in every arm that has it. */
  controls?: readonly Control[];
  /** The seconds shown at first; the whole run if there are none. */
  seconds?: readonly [from: number, to: number];
  /** Numbers of the flows shown; the first six if there are none. */
  flows?: readonly number[];
  /** Figures of the table below (`sweep/measures.ts`): `flows.0.completed_at_s`, `links.R1>R2.drops`, `all.fairness`. */
  figures?: readonly string[];
}

export interface Control {
  /** `flows.0.sender.avoidance.alpha`; `flows.0.sender.preset` offers presets; a part (`flows.0.sender.avoidance`) offers its kinds. */
  path: string;
  /** Label; the field's own name if absent. */
  label?: string;
  /** Of presets or kinds or choices, only these. */
  choices?: readonly string[];
  /** Of numbers, only these. */
  range?: readonly [from: number, to: number];
  /** Only in these arms. */
  arms?: readonly string[];
  /** Shown, and not to be changed. */
  locked?: boolean;
}

/** Many runs: fields over values, senders, seeds; a curve for each sender. The student starts it. */
export interface SweepExperiment extends AnyExperiment {
  kind: 'sweep';
  base: Arm;
  /** One field, or two for a heat map. */
  axes: readonly { path: string; values: readonly number[] }[];
  /** A curve each; none: the scenario as it is. */
  presets?: readonly string[];
  /** The flow whose sender the presets replace; all flows if absent. */
  flow?: number;
  seeds: number;
  measures: readonly string[];
}

/** Two or more scenarios at the same seeds: a dot for each run, means with intervals, and differences seed by seed. */
export interface SampleExperiment extends AnyExperiment {
  kind: 'samples';
  arms: Readonly<Record<string, Arm>>;
  seeds: number;
  measures: readonly string[];
}

/** A question that the student answers before seeing the run. */
export type Prediction = {
  question: string;
  /** The experiments that stay covered until it is locked. */
  covers: readonly string[];
  /** Said when it is revealed: why it is so. With numbers only where they are computed from the runs. */
  why: string | ((runs: Runs) => string);
} & (
  | {
      kind: 'choice';
      options: Readonly<Record<string, string>>;
      /** The name of the right option, from the runs. */
      answer(runs: Runs): string;
      /** Feedback for wrong options: where the reasoning fails. */
      instead?: Readonly<Record<string, string>>;
    }
  | {
      kind: 'number';
      unit: string;
      range: readonly [from: number, to: number];
      step: number;
      answer(runs: Runs): number;
      /** Tolerance, in the unit. */
      within: number;
    }
  | {
      kind: 'draw';
      x: DrawnAxis;
      y: DrawnAxis;
      /** The run's curve, in order of x. */
      answer(runs: Runs): Curve;
      /** The mean distance that still counts as right, as a share of the height. */
      within: number;
    }
);

export interface DrawnAxis {
  label: string;
  unit: string;
  from: number;
  to: number;
}

export interface Curve {
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

export interface Verdict {
  passed: boolean;
  /** Why, in the student's own numbers. */
  words: string;
}

/** A task on a run experiment. `mine` has the student's current runs. */
export type Check = { experiment: string; task: string } & (
  | {
      /** The runs are brought to something. */
      kind: 'reach';
      judge(mine: Mine): Verdict;
      /** Changes with which it passes and with which it does not; the tests make both. */
      right: Readonly<Record<string, Atom>>;
      wrong: Readonly<Record<string, Atom>>;
    }
  | {
      /** A number is read off the run. */
      kind: 'read';
      unit: string;
      answer(mine: Mine): number;
      /** Tolerance of a reading, in the unit. */
      within: number;
      /** Said to either: where it is to be seen, and why it is so. */
      why(mine: Mine): string;
    }
  | {
      /** Something is decided from the run. */
      kind: 'choose';
      options: Readonly<Record<string, string>>;
      answer(mine: Mine): string;
      why(mine: Mine): string;
    }
);

/** The student's runs of one experiment, by arm. */
export type Mine = (arm?: string) => import('../run/trace').Run;

/** A claim of the text: a number that it prints, or a statement that must be true. */
export type Claim = { holds(runs: Runs): boolean } | { number(runs: Runs): number; unit?: string };

/** A row of the summary. */
export interface Beside {
  quantity: string;
  unit: string;
  ours(runs: Runs): number;
  decimals: number;
  /** The paper's number, `ahn-1995/figure-1/vr-first`, and as it is printed here. */
  cited: string;
  published: string;
  /** Why they differ, where they do. */
  note?: string;
}
