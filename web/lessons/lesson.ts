/**
 * The parts of a lesson. Its folder `content/lessons/<name>/` holds `lesson.json` (`About`: its entry in the list of lessons),
 * `lesson.mdx` (its text), `lesson.ts` (`Lesson`: its experiments, predictions, checks and claims), and, if it explains terms of
 * its own, `terms.json` (`Terms`). The text refers to the entries of `lesson.ts` by name. A folder `de` has the German texts (`german.ts`).
 */
import type { PanelName } from '../lab/panels/registry';
import type { Run } from '../run/trace';
import type { Atom } from '../scenario/changes';
import type { Explained } from '../ui/explanations';
import type { Runs } from './runs';

/** A lesson's entry in the list of lessons: its `lesson.json`. */
export interface About {
  title: string;
  /** The question that the lesson answers, one sentence. */
  question: string;
  /** Time that a student needs, in minutes. */
  minutes: number;
  /** Learning objectives, each beginning with a verb. */
  objectives: string[];
  /** Names of lessons that students should do first. */
  builds_on: string[];
  /** Sources: names of files in content/papers, or RFCs as "RFC 6582". */
  sources: string[];
}

/** Glossary entries, by the term as the text writes it. */
export type Terms = Record<string, GlossaryEntry>;

export interface GlossaryEntry {
  means: string;
  source?: string;
  /** For a term that is computed. */
  formula?: string;
  /**
   * The step whose picture shows the term in the glossary. No prediction before it in its lesson covers its experiment, so that it gives
   * none away. Absent if no such picture shows the term.
   */
  step?: string;
  /** A point in that step's text, whose moment the picture marks. */
  point?: string;
  /** The lesson with the step, if it isn't the one that explains the term. */
  in?: string;
}

export interface Lesson {
  experiments: Record<string, Experiment>;
  /** The picture of each `<Step>` of the text, by its id. */
  steps: Readonly<Record<string, StageStep>>;
  /** The moments that the phrases in `<Point>` mark on the stage. */
  points?: Readonly<Record<string, StagePoint>>;
  predictions: Record<string, Prediction>;
  checks: Record<string, Check>;
  /** The text's claims about the page's runs. Tests check each against simulated runs; the page checks it against its own. */
  claims: Record<string, Claim>;
  /** The summary table: our results next to the paper's. */
  beside: Beside[];
  /**
   * The source of each number in the texts of `lesson.ts`, by the number as printed, with its unit (`'1.6 s'`). Settings of the
   * lesson's scenarios need no entry. Tests check each number.
   */
  numbers?: Readonly<Record<string, NumberSource>>;
}

/** A function of the runs, an entry of `content/papers` or `content/findings.json`, or a description of a number that the author chose (e.g. a goal). */
export type NumberSource = ((runs: Runs) => number) | { published: string } | { found: string } | string;

/** A scenario, named as in a link to the bench: one of content/scenarios or a paper's experiment, optionally with changes. */
export interface Arm {
  /** Short label for comparisons, two or three words. */
  label: string;
  scenario?: string;
  /** `low-2000/chain/wpf` */
  experiment?: string;
  /** The part of a bench link after `#/bench?`, if neither of these is enough; `set` is applied on top. */
  link?: string;
  /** Changes by path, as in a link: `flows.0.sender.preset`, `links.1.queue.limit_bytes`. A `kind` or `preset` comes with its defaults. */
  set?: Readonly<Record<string, Atom>>;
  /** Names of flows on the page, by their names in the scenario, which links and the bench keep. */
  flowNames?: Names;
  /** Names of hosts and routers in the lesson's drawings, likewise. No two may be the same. */
  nodeNames?: Names;
}

export type Names = Readonly<Record<string, string>>;

export type Experiment = RunExperiment | SweepExperiment | SampleExperiment;

interface AnyExperiment {
  title: string;
  /** A hint above the experiment, in one sentence. */
  look: string;
}

/** One to six scenarios, drawn over each other. They run when they come into view and whenever a control changes. */
export interface RunExperiment extends AnyExperiment {
  kind: 'runs';
  arms: Readonly<Record<string, Arm>>;
  /** True if the experiment is on the stage only: the text has no `<Experiment>` for it, and its first arm is the one to work with. */
  staged?: true;
  panels: readonly PanelName[];
  /** The only fields that the student may change. A change applies to every arm that has the field. */
  controls?: readonly Control[];
  /** The seconds shown at first; the whole run if absent. */
  seconds?: readonly [from: number, to: number];
  /** Numbers or names of the flows shown; the first six if absent. */
  flows?: readonly (number | string)[];
  /** True if the plots show the theory's dash-dotted lines, which `look` then explains. */
  theory?: true;
  /**
   * The table below the panels: metrics of the whole run (see `sweep/measures.ts`), as `flows.0.completed_at_s`, `links.R1>R2.drops`,
   * `all.fairness`, and metrics that the lesson computes itself. Where the text states one, it states the table's number.
   */
  metrics?: readonly (string | LessonMetric)[];
}

/** A row of an experiment's table that isn't a metric of the whole run. */
export interface LessonMetric {
  /** What it measures, and of which seconds: "rate of 6a, last ten seconds". */
  label: string;
  unit: string;
  decimals: number;
  of(run: Run): number;
}

/** A moment of a run, s. Functions find it in the runs; they return undefined if it never came. */
export type Moment = number | ((runs: Runs) => number | undefined);

/** The stage's picture while a step of the text is in view. It has a moment, or plays, or both. */
export type StageStep = StepScene & (StillStep | PlayedStep);

interface StepScene {
  /** The run experiment whose scenario the stage runs. */
  experiment: string;
  /** The arm; the first if absent. */
  arm?: string;
  /** Changes to the arm's scenario. With `duration_s` the run ends before what a later prediction asks about. */
  changes?: Readonly<Record<string, Atom>> | undefined;
  /** One panel below the path, or two. */
  panels: readonly [PanelName, PanelName?];
  seconds: readonly [from: number, to: number];
  /** The kind of marks to light up in the first panel, by its key in `ui/explanations.ts`: `ack`, `dropped`, `cwnd`, `queued`. */
  highlight?: Explained;
  /** Lines that the lesson explains in a later step. */
  without?: readonly Explained[];
  /** Flows shown; the first if absent. */
  flows?: readonly number[];
  /** Fields that the reader may change under the picture. */
  controls?: readonly Control[];
  /** Segments that the reader drops by clicking them in the picture. */
  drops?: DropsByHand;
  /**
   * True if a run shows at a moment what the text says of it. Tests call it for the moment on show, also with each control at its ends,
   * and for other moments, at some of which it must be false.
   */
  shows?(run: Run, at_s: number): boolean;
}

interface StillStep {
  /**
   * The moment that the text is about. The path and the panels show it at first, without motion, and after a change. A function reads
   * the run on the stage, `of(experiment)`, and no other. A step that plays without a moment is about the end of `seconds`.
   */
  time: Moment;
  play?: never;
  from?: never;
  speed?: never;
}

interface PlayedStep {
  time?: Moment;
  /** Plays up to the end of `seconds` once, when the step first comes into view. */
  play: true;
  /** Where playing begins, s; if absent, at `time`, or else with `seconds`. */
  from?: number;
  /** Simulated seconds per second while it plays; if absent, playing takes ten seconds. */
  speed?: number;
}

/** A moment on the stage that a phrase marks while it's hovered or focused. */
export interface StagePoint {
  time: Moment;
  /** As in `StageStep`. */
  highlight?: Explained;
}

/**
 * Drops that the reader makes and takes back. Each is an entry of the scenario's `drops`; the first entries, so many, are the reader's. An
 * entry that drops nothing only marks its segment, which changes nothing for a sender without ECN.
 */
export interface DropsByHand {
  most: number;
  /** The segments that may be dropped. */
  segments: readonly [from: number, to: number];
}

/** A part of a flow that the strip of parts switches (`strip.ts`). */
export type StripPart = 'slow start' | 'avoidance' | 'early retransmit' | 'receiver';

export interface Control {
  /** A field (`flows.0.sender.avoidance.alpha`), a choice of presets (`flows.0.sender.preset`) or of a part's kinds (`flows.0.sender.avoidance`). */
  path: string;
  /** Label; the field's own name if absent. */
  label?: string;
  /** Offer only these presets, kinds or choices. A field for a name, such as a flow's destination, has no others. */
  choices?: readonly string[];
  /** The lesson's words for its choices, by their names; without the catalogue's sentence about the chosen one. */
  words?: Readonly<Record<string, string>>;
  /** Paths of other numbers that change with it by as much, so that they keep their distance: alpha with beta. */
  together?: readonly string[];
  /** Other parts' kinds that come with a kind, by its name. Any other kind comes with the original parts. */
  along?: Readonly<Record<string, Readonly<Record<string, Atom>>>>;
  /** Offer only numbers in this range. */
  range?: readonly [from: number, to: number];
  /** Change only these arms; all if absent. */
  arms?: readonly string[];
  /** Show the field read-only. */
  locked?: boolean;
  /** The place of this control in the strip of parts. */
  part?: StripPart;
}

/** Many runs over values of fields, senders and seeds, with a curve for each sender. The student starts the sweep. */
export interface SweepExperiment extends AnyExperiment {
  kind: 'sweep';
  base: Arm;
  /** One field, or two for a heat map. */
  axes: readonly { path: string; values: readonly number[] }[];
  /** Senders to compare, a curve each; if absent, the scenario's own senders run. */
  presets?: readonly string[];
  /** The flow whose sender the presets replace; all flows if absent. */
  flow?: number;
  seeds: number;
  measures: readonly string[];
}

/** Two or more scenarios at the same seeds: a dot per run, means with intervals, and paired differences by seed. */
export interface SampleExperiment extends AnyExperiment {
  kind: 'samples';
  arms: Readonly<Record<string, Arm>>;
  seeds: number;
  measures: readonly string[];
}

/** A question that the student answers before seeing the run. */
export type Prediction = {
  question: string;
  /** The experiments that stay hidden until the prediction is locked. */
  covers: readonly string[];
  /** The game's path that a student must have played to answer, because the question is about it. */
  played?: string;
  /** The explanation, shown below the run (`reasons.ts`). It may contain only numbers that are computed from the runs. */
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
      /** The run's curve, sorted by x. */
      answer(runs: Runs): Curve;
      /**
       * The place of its line in the covered picture, which has the same color: that of its run among several arms, of its flow in the only
       * run, or of its sender in a sweep. Absent if the picture draws it in ink, as the queue of the only run, or not at all.
       */
      line?: number;
      /** A drawing that has all of these in common with the run's curve counts as right. */
      features: readonly Feature[];
    }
);

/**
 * A feature of the run's curve between two places of the x axis: it's `level`, so that its height changes by no more than `within`, `rising` or
 * `falling`, perhaps at a growing or shrinking pace. A drawing is `near` if its mean distance from the run is at most `within`. Heights are in
 * the y axis's unit.
 */
export type Feature = { from: number; to: number } & (
  | { is: 'level'; within: number }
  | { is: 'near'; within: number }
  | { is: 'rising' | 'falling'; pace?: 'faster' | 'slower' }
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
  /** The reason, with the student's own numbers. */
  words: string;
}

/** A task on a run experiment. `mine` has the student's current runs. */
export type Check = { experiment: string; task: string } & (
  | {
      /** The student changes the runs until they meet a goal. */
      kind: 'reach';
      judge(mine: Mine): Verdict;
      /** Changes with which the check passes, and changes with which it fails; the tests run both. */
      right: Readonly<Record<string, Atom>>;
      wrong: Readonly<Record<string, Atom>>;
    }
  | {
      /** The student reads a number off the run. */
      kind: 'read';
      unit: string;
      answer(mine: Mine): number;
      /** Tolerance of a reading, in the unit. */
      within: number;
      /** A reading of the original run that passes, and a plausible misreading that doesn't; the tests judge both. */
      right: number;
      wrong: number;
      hints: Hints;
      /** The feedback to the right answer: the reason for it. */
      why(mine: Mine): string;
    }
  | {
      /** The student chooses an answer based on the run. */
      kind: 'choose';
      options: Readonly<Record<string, string>>;
      answer(mine: Mine): string;
      hints: Hints;
      why(mine: Mine): string;
    }
);

/**
 * The feedback to the first wrong answer, and to the second: where to look, then how. Neither may give the answer away; the
 * third wrong answer shows it, and the check then counts for nothing.
 */
export type Hints = readonly [first: string, second: string];

/** The student's runs of one experiment, by arm. */
export type Mine = (arm?: string) => Run;

/** A claim of the text: a statement that must be true, or a number, which must be as printed. */
export type Claim =
  | {
      holds(runs: Runs): boolean;
      /**
       * Changes to the runs with which the statement is false, so that a test too loose to notice fails. Required if it is
       * about single runs; one about sweeps or samples has none, because these take long.
       */
      wrong?: Readonly<Record<string, Atom>>;
    }
  | { number(runs: Runs): number; unit?: string };

/** A row of the summary. */
export interface Beside {
  quantity: string;
  unit: string;
  ours(runs: Runs): number;
  decimals: number;
  /** The paper's entry (`ahn-1995/figure-1/vr-first`), and its number as printed here. */
  cited: string;
  published: string;
  /** The reason for a difference, if there is one. */
  note?: string;
}
