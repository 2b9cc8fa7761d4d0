/** Judges the checks of a task by a run's summary. */
import type { Summary } from '../engine/schema';
import { type Measure, titleOf } from '../sweep/measures';
import { formatPlain } from '../words/format';
import { t } from '../words/words';
import type { Relation, TaskCheck } from './assignment';

export interface Mark {
  passed: boolean;
  points: number;
  /** The maximum number of points. */
  of: number;
  /** The reason, with the value that the run reached. */
  words(): string;
}

export const RELATION_WORDS: Record<Relation, () => string> = {
  below: () => t('below'),
  above: () => t('above'),
  at_most: () => t('at most'),
  at_least: () => t('at least'),
  equal: () => t('equal to'),
};

const CONDITION_WORDS: Record<Relation, (figure: string, value: string) => string> = {
  below: (figure, value) => t('{figure} below {value}', { figure, value }),
  above: (figure, value) => t('{figure} above {value}', { figure, value }),
  at_most: (figure, value) => t('{figure} at most {value}', { figure, value }),
  at_least: (figure, value) => t('{figure} at least {value}', { figure, value }),
  equal: (figure, value) => t('{figure} equal to {value}', { figure, value }),
};

const COMPARE: Record<Relation, (figure: number, value: number) => boolean> = {
  below: (figure, value) => figure < value,
  above: (figure, value) => figure > value,
  at_most: (figure, value) => figure <= value,
  at_least: (figure, value) => figure >= value,
  equal: (figure, value) => figure === value,
};

/** A check in words: "completed at of transfer (s) below 20". */
export function askedIn(check: TaskCheck, measures: readonly Measure[]): string {
  const measure = measures.find(({ name }) => name === check.measure);
  const title = measure === undefined ? check.measure : titleOf(measure);
  if (check.kind === 'reach') return CONDITION_WORDS[check.is](title, formatPlain(check.value));
  return check.question.trim() || t('Read off: {figure}', { figure: title });
}

export function markOf(
  check: TaskCheck,
  answer: boolean | number | null,
  summary: Summary,
  measures: readonly Measure[],
): Mark {
  const measure = measures.find(({ name }) => name === check.measure);
  const figure = measure?.of(summary) ?? null;
  const passed = figure !== null && isPassed(check, answer, figure);
  const words = () => {
    const run = runInWords(figure, measure);
    if (check.kind === 'reach') return run;
    return typeof answer === 'number'
      ? t('answered {answer}; {run}', { answer, run })
      : t('no answer; {run}', { run });
  };
  return { passed, points: passed ? check.points : 0, of: check.points, words };
}

function isPassed(check: TaskCheck, answer: boolean | number | null, figure: number): boolean {
  if (check.kind === 'reach') return COMPARE[check.is](figure, check.value);
  return typeof answer === 'number' && Math.abs(answer - figure) <= check.within;
}

function runInWords(figure: number | null, measure: Measure | undefined): string {
  if (figure === null) return t('the run has no such figure');
  return t('the run has {value}', { value: exact(figure, measure) });
}

/** Formats a metric in the unit that checks use, even if a table would pick another. */
function exact(figure: number, measure: Measure | undefined): string {
  return `${formatPlain(figure)}${measure?.unit ? ` ${measure.unit}` : ''}`;
}
