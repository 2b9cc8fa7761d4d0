/**
 * The controls with which a student changes the runs that tasks are about. Pages show them, and grading accepts only what they
 * can do.
 */
import type { Scenario } from '../engine/schema';
import { at, isPreset, kindOf, wholeOf, withValue } from '../scenario/path';
import type { Control, DropsByHand, Lesson, StageStep } from './lesson';

type Experiments = Pick<Lesson, 'experiments'>;

/**
 * True if a step's runs are the student's runs of its experiment. Runs with a step's own changes aren't the lesson's, and the runs of an
 * experiment that isn't only on the stage are those of its `<Experiment>`.
 */
export function hasStudentsRuns(
  { experiments }: Experiments,
  { experiment, changes }: Pick<StageStep, 'experiment' | 'changes'>,
): boolean {
  const one = experiments[experiment];
  return changes === undefined && one?.kind === 'runs' && one.staged === true;
}

/** The controls that change an arm of an experiment: its own or, if it's on the stage only, those of the steps that show the arm. */
export function controlsOf(lesson: Experiments & Pick<Lesson, 'steps'>, id: string, arm: string): Control[] {
  const experiment = lesson.experiments[id];
  if (experiment?.kind !== 'runs') return [];
  const [first] = Object.keys(experiment.arms);
  const lists = experiment.staged
    ? Object.values(lesson.steps)
        .filter((step) => step.experiment === id && (step.arm ?? first) === arm)
        .filter((step) => hasStudentsRuns(lesson, step))
        .map(controlsOfStep)
    : [experiment.controls ?? []];
  return lists.flat().filter(({ arms, locked }) => !locked && (arms?.includes(arm) ?? true));
}

/** All that the reader may change under a step's picture, and in it. */
export function controlsOfStep({ controls = [], drops }: Pick<StageStep, 'controls' | 'drops'>): Control[] {
  return [...controls, ...(drops === undefined ? [] : controlsOfDrops(drops))];
}

/** The fields that drops by hand change. */
export function controlsOfDrops({ most, segments }: DropsByHand): Control[] {
  return Array.from({ length: most }, (_, place): Control[] => [
    { path: `drops.${place}.segment`, range: segments },
    { path: `drops.${place}.effect`, choices: ['drop', 'mark'] },
  ]).flat();
}

/** True if a control offers a value: a number in its range, or one of its presets, kinds or choices. */
export function offers({ choices, range }: Control, value: unknown): boolean {
  if (typeof value === 'number')
    return choices === undefined && (range === undefined || (value >= range[0] && value <= range[1]));
  return range === undefined && (choices?.includes(String(kindOf(value) ?? value)) ?? true);
}

/** The paths that a control replaces as a whole: its own, those of its other numbers, and the parts that come with its kinds. */
export function replacedBy({ path, together = [], along = {} }: Control): string[] {
  const others = Object.values(along).flatMap((changes) => Object.keys(changes).map(wholeOf));
  return [...new Set([isPreset(path) ? wholeOf(path) : path, ...together, ...others])];
}

/** The settings of a control of a single value: its field, and its other numbers, as far from it as in the original scenario. */
export function valuesSet(
  { path, together = [] }: Pick<Control, 'path' | 'together'>,
  value: unknown,
  original: Scenario,
): [path: string, value: unknown][] {
  const distance = (other: string) => Number(at(original, other)) - Number(at(original, path));
  // Without the noise of binary fractions, so that the page and a repetition of its run agree with what's printed.
  const others = together.map((other): [string, unknown] => [
    other,
    Number((Number(value) + distance(other)).toPrecision(12)),
  ]);
  return [[path, value], ...others];
}

/** The scenario after a control of a single value was moved. */
export function withSetting(
  scenario: Scenario,
  original: Scenario,
  control: Pick<Control, 'path' | 'together'>,
  value: unknown,
): Scenario {
  return valuesSet(control, value, original).reduce(
    (changing, [path, one]) => withValue(changing, path, one),
    scenario,
  );
}

/** True if a step has the strip of parts. */
export function hasStrip(step: Pick<StageStep, 'controls'> | undefined): boolean {
  return step?.controls?.some(({ part }) => part !== undefined) === true;
}
