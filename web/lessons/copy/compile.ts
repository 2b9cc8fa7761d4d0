/** Compiles a copy to a lesson: the original with the copy's questions, scenarios and controls, and the teacher's claims. */

import { t } from '../../base/words/words';
import { measuresOf } from '../../run/measures';
import type {
  Arm,
  Check,
  Claim,
  Control,
  Experiment,
  Lesson,
  Moment,
  Prediction,
  StageStep,
} from '../lesson';
import { NotYet, type Runs } from '../runs';
import { allBlocks, type Block, type LessonCopy, type OwnClaim, type RunMetric } from './format';

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

/** The entries of blocks of a kind, by id and in the order of the blocks. Ids that the lesson doesn't have are left out. */
function entriesOf<K extends 'step' | 'predict' | 'check' | 'experiment', T>(
  blocks: readonly Block[],
  kind: K,
  all: Readonly<Record<string, T>>,
  change: (entry: T, block: Of<K>) => T,
): Record<string, T> {
  return Object.fromEntries(
    blocks.flatMap((block) => {
      if (block.kind !== kind) return [];
      const { id } = block as Extract<Block, { id: string }>;
      const entry = Object.hasOwn(all, id) ? all[id] : undefined;
      return entry === undefined ? [] : [[id, change(entry, block as Of<K>)] as const];
    }),
  );
}

export function compileCopy({ blocks, claims, settings }: LessonCopy, base: Lesson): Lesson {
  const all = allBlocks(blocks);
  const shown = entriesOf(all, 'experiment', base.experiments, experimentWith);
  const experiments = Object.fromEntries(
    Object.entries(base.experiments).map(([id, experiment]) => [
      id,
      withSettings(shown[id] ?? experiment, settings[id] ?? {}),
    ]),
  );
  return guarded({
    ...base,
    experiments,
    steps: entriesOf(all, 'step', base.steps, (step, { controls }) => stepWith(step, controls, experiments)),
    predictions: entriesOf(all, 'predict', base.predictions, predictionWith),
    checks: entriesOf(
      all,
      'check',
      base.checks,
      (check, { task }): Check => ({
        ...check,
        task: task ?? check.task,
      }),
    ),
    claims: {
      ...base.claims,
      ...Object.fromEntries(Object.entries(claims).map(([id, claim]) => [id, compileClaim(claim)])),
    },
  });
}

/** Calls a function of a lesson. In a changed scenario it may look for something that never happens, and throw. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotYet) throw error;
    return otherwise;
  }
}

/** The lesson, whose functions read changed runs without throwing. */
function guarded(lesson: Lesson): Lesson {
  return {
    ...lesson,
    steps: mapped(lesson.steps, guardedTime),
    points: mapped(lesson.points ?? {}, guardedTime),
    predictions: mapped(lesson.predictions, guardedPrediction),
    checks: mapped(lesson.checks, guardedCheck),
    claims: mapped(lesson.claims, (claim) =>
      'holds' in claim
        ? { ...claim, holds: (runs) => attempt(() => claim.holds(runs), false) }
        : { ...claim, number: (runs) => attempt(() => claim.number(runs), Number.NaN) },
    ),
    beside: lesson.beside.map((row) => ({
      ...row,
      ours: (runs) => attempt(() => row.ours(runs), Number.NaN),
    })),
  };
}

function mapped<T>(all: Readonly<Record<string, T>>, map: (one: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([id, one]) => [id, map(one)]));
}

function guardedTime<T extends { time?: Moment }>(one: T): T {
  const { time } = one;
  return typeof time === 'function'
    ? { ...one, time: (runs: Runs) => attempt(() => time(runs), undefined) }
    : one;
}

function guardedPrediction(prediction: Prediction): Prediction {
  const { why } = prediction;
  const words = typeof why === 'string' ? why : (runs: Runs) => attempt(() => why(runs), '');
  switch (prediction.kind) {
    case 'choice':
      return { ...prediction, why: words, answer: (runs) => attempt(() => prediction.answer(runs), '') };
    case 'number':
      return {
        ...prediction,
        why: words,
        answer: (runs) => attempt(() => prediction.answer(runs), Number.NaN),
      };
    case 'draw':
      return {
        ...prediction,
        why: words,
        answer: (runs) => attempt(() => prediction.answer(runs), { x: [], y: [] }),
      };
  }
}

function guardedCheck(check: Check): Check {
  switch (check.kind) {
    case 'reach':
      return {
        ...check,
        judge: (mine) =>
          attempt(() => check.judge(mine), {
            passed: false,
            words: t('This run doesn’t have what the task is about.'),
          }),
      };
    case 'read':
      return {
        ...check,
        answer: (mine) => attempt(() => check.answer(mine), Number.NaN),
        why: (mine) => attempt(() => check.why(mine), ''),
      };
    case 'choose':
      return {
        ...check,
        answer: (mine) => attempt(() => check.answer(mine), ''),
        why: (mine) => attempt(() => check.why(mine), ''),
      };
  }
}

function experimentWith(experiment: Experiment, { title, look, controls }: Of<'experiment'>): Experiment {
  const texts = { title: title ?? experiment.title, look: look ?? experiment.look };
  if (experiment.kind !== 'runs' || controls === undefined) return { ...experiment, ...texts };
  return { ...experiment, ...texts, controls: controlsOf(controls, experiment.controls ?? []) };
}

function stepWith(
  step: StageStep,
  controls: readonly string[] | undefined,
  experiments: Lesson['experiments'],
): StageStep {
  if (controls === undefined) return step;
  const { controls: own = [], ...rest } = step;
  const experiment = experiments[step.experiment];
  const known = experiment?.kind === 'runs' ? [...own, ...(experiment.controls ?? [])] : own;
  return controls.length === 0 ? rest : { ...rest, controls: controlsOf(controls, known) };
}

/** Controls by path: those of the lesson with their labels and ranges, any other field with its own. */
function controlsOf(paths: readonly string[], known: readonly Control[]): Control[] {
  return paths.map((path) => known.find((control) => control.path === path) ?? { path });
}

function predictionWith(prediction: Prediction, { question, options }: Of<'predict'>): Prediction {
  const asked = { question: question ?? prediction.question };
  return prediction.kind === 'choice' && options !== undefined
    ? { ...prediction, ...asked, options }
    : { ...prediction, ...asked };
}

function withSettings(experiment: Experiment, set: NonNullable<Arm['set']>): Experiment {
  if (Object.keys(set).length === 0) return experiment;
  // Names of flows are about the lesson's senders.
  const others = Object.keys(set).some((path) => /^flows\.\d+\.sender\.preset$/.test(path));
  const changed = ({ flowNames, ...arm }: Arm): Arm => ({
    ...arm,
    set: { ...arm.set, ...set },
    ...(flowNames && !others && { flowNames }),
  });
  if (experiment.kind === 'sweep') return { ...experiment, base: changed(experiment.base) };
  const arms = Object.fromEntries(Object.entries(experiment.arms).map(([id, arm]) => [id, changed(arm)]));
  return { ...experiment, arms };
}

/** A metric of a run in its own unit; NaN if the run doesn't have it. */
export function metricOf(runs: Runs, { experiment, arm, metric }: RunMetric): number {
  const { scenario, summary } = runs.of(experiment, arm);
  const measure = measuresOf(scenario).find(({ name }) => name === metric);
  return summary === null ? Number.NaN : (measure?.of(summary) ?? Number.NaN);
}

function compileClaim(claim: OwnClaim): Claim {
  const { relation, unit, size } = claim;
  if (relation === 'printed') return { number: (runs) => metricOf(runs, claim) / size, unit };
  return {
    holds: (runs) => {
      const [value, other] = comparedBy(claim, runs);
      return compares(relation, value, other);
    },
  };
}

/** The two values that a claim compares, in its unit. */
export function comparedBy(claim: OwnClaim, runs: Runs): [value: number, other: number] {
  const { than = Number.NaN, size } = claim;
  const other = typeof than === 'number' ? than : metricOf(runs, than) / size;
  return [metricOf(runs, claim) / size, other];
}

/** Equal values differ by less than a part in a billion, because units are converted. */
const CLOSE = 1e-9;

export function compares(
  relation: Exclude<OwnClaim['relation'], 'printed'>,
  value: number,
  other: number,
): boolean {
  const close = Math.abs(value - other) <= CLOSE * Math.max(Math.abs(value), Math.abs(other));
  switch (relation) {
    case 'below':
      return value < other && !close;
    case 'above':
      return value > other && !close;
    case 'at_most':
      return value < other || close;
    case 'at_least':
      return value > other || close;
    case 'equal':
      return close;
  }
}

export const RELATION_WORDS: Readonly<Record<OwnClaim['relation'], () => string>> = {
  printed: () => t('is the number in the words'),
  below: () => t('is below'),
  above: () => t('is above'),
  at_most: () => t('is at most'),
  at_least: () => t('is at least'),
  equal: () => t('is equal to'),
};
