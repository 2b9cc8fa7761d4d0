/** What a run says of the checks of a task. */
import type { Summary } from '../engine/schema';
import { formatPlain } from '../plot/format';
import { type Measure, titleOf } from '../sweep/measures';
import type { Relation, TaskCheck } from './assignment';

export interface Mark {
  passed: boolean;
  points: number;
  /** Out of. */
  of: number;
  /** Why, with the run's own number. */
  words: string;
}

export const RELATION_WORDS: Record<Relation, string> = {
  below: 'below',
  above: 'above',
  at_most: 'at most',
  at_least: 'at least',
  equal: 'equal to',
};

const HOLDS: Record<Relation, (figure: number, value: number) => boolean> = {
  below: (figure, value) => figure < value,
  above: (figure, value) => figure > value,
  at_most: (figure, value) => figure <= value,
  at_least: (figure, value) => figure >= value,
  equal: (figure, value) => figure === value,
};

/** What a check asks of the run: "completed at of transfer (s) below 20". */
export function askedIn(check: TaskCheck, measures: readonly Measure[]): string {
  const measure = measures.find(({ name }) => name === check.measure);
  const title = measure === undefined ? check.measure : titleOf(measure);
  if (check.kind === 'reach') return `${title} ${RELATION_WORDS[check.is]} ${formatPlain(check.value)}`;
  return check.question.trim() || `Read off: ${title}`;
}

export function markOf(
  check: TaskCheck,
  answer: boolean | number | null,
  summary: Summary,
  measures: readonly Measure[],
): Mark {
  const measure = measures.find(({ name }) => name === check.measure);
  const figure = measure?.of(summary) ?? null;
  const passed = figure !== null && holds(check, answer, figure);
  const run = figure === null ? 'the run has no such figure' : `the run has ${exact(figure, measure)}`;
  const words =
    check.kind === 'read' ? `${answer === null ? 'no answer' : `answered ${answer}`}; ${run}` : run;
  return { passed, points: passed ? check.points : 0, of: check.points, words };
}

function holds(check: TaskCheck, answer: boolean | number | null, figure: number): boolean {
  if (check.kind === 'reach') return HOLDS[check.is](figure, check.value);
  return typeof answer === 'number' && Math.abs(answer - figure) <= check.within;
}

/** In the unit in which checks are written, whatever a table would choose. */
function exact(figure: number, measure: Measure | undefined): string {
  return `${formatPlain(figure)}${measure?.unit ? ` ${measure.unit}` : ''}`;
}
