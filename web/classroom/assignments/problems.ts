/** Finds problems of an assignment draft, by form field. */

import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { LESSONS } from '../../lessons/course';
import { type Measure, measuresOf } from '../../run/measures';
import { type NumberShape, rangeInWords, type SweepField } from '../../scenario/fields';
import { type Assignment, type DrawnField, type FreeField, type OpenCheck, openChecksOf } from './assignment';

/** Keys name form fields: `title`, `lesson`, `points`, `panels`, `field <path>`, `check <index>`. */
export type Problems = ReadonlyMap<string, string>;

/** `fields` and `scenario` describe the assignment's base; `scenario` is null until the base has loaded. */
export function problemsOf(
  { title, task, seal }: Assignment,
  scenario: Scenario | null,
  fields: readonly SweepField[],
): Problems {
  const problems = new Map<string, string>();
  if (title.trim() === '') problems.set('title', t('Enter a title.'));
  if (task.kind === 'lesson') {
    if (!LESSONS.some(({ name }) => name === task.lesson)) problems.set('lesson', t('Choose a lesson.'));
    if (!(task.points >= 0)) problems.set('points', t('Points must be 0 or more.'));
    return problems;
  }
  if (scenario === null) return problems;
  for (const field of task.free) note(problems, `field ${field.path}`, freeProblem(field, fields));
  for (const field of task.drawn) note(problems, `field ${field.path}`, drawnProblem(field, fields));
  const measures = measuresOf(scenario);
  openChecksOf(task).forEach((check, place) => {
    note(problems, `check ${place}`, checkProblem(check, measures, seal !== undefined));
  });
  if (task.panels.length === 0) problems.set('panels', t('Choose at least one panel.'));
  return problems;
}

function note(problems: Map<string, string>, where: string, problem: string | null): void {
  if (problem !== null) problems.set(where, problem);
}

function freeProblem({ path, choices, range }: FreeField, fields: readonly SweepField[]): string | null {
  const field = fields.find((one) => one.path === path);
  if (field === undefined) return t('This scenario has no field {path}.', { path });
  if (choices !== null && choices.length < 2) return t('Choose at least two.');
  if (range === null || field.shape === null) return null;
  const [from, to] = range;
  const inside = from >= field.shape.min && to <= field.shape.max && from < to;
  return inside ? null : outside(field.shape);
}

function drawnProblem({ path, from, to, step }: DrawnField, fields: readonly SweepField[]): string | null {
  const shape = fields.find((one) => one.path === path)?.shape;
  if (shape == null) return t('This scenario has no number {path}.', { path });
  if (!(from >= shape.min && to <= shape.max && from < to)) return outside(shape);
  if (!(step > 0 && step <= to - from)) return t('The step must be above 0 and fit into the range.');
  const isWhole = !shape.integer || (Number.isInteger(from) && Number.isInteger(step));
  return isWhole ? null : t('This field needs whole numbers.');
}

function outside(shape: NumberShape): string {
  return t('Enter a minimum and a larger maximum within {range}.', { range: rangeInWords(shape) });
}

function checkProblem(check: OpenCheck, measures: readonly Measure[], sealed: boolean): string | null {
  if (!measures.some(({ name }) => name === check.measure))
    return t('There’s no metric {name}.', { name: check.measure });
  if (!(check.points >= 0)) return t('Points must be 0 or more.');
  if (check.kind === 'read' && !(check.within >= 0)) return t('The tolerance must be 0 or more.');
  if (check.kind === 'read' && sealed && check.question.trim() === '')
    return t(
      'Ask a question, with the unit: while answers are sealed, students don’t see which metric you mean.',
    );
  return null;
}
