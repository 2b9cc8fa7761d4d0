/** What a class predicted in a lesson, from its result codes. */

import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import { type Answer, DRAWN_POINTS, verdictOf } from '../../lessons/answers';
import type { Lesson, Prediction } from '../../lessons/lesson';
import { onceAvailable, type Runs } from '../../lessons/runs';
import type { Finding } from './examine';
import type { GradingResult } from './grading';

export interface ClassAnswers {
  /** Number of students with a readable code. */
  students: number;
  /** By prediction; null for a skipped one. */
  answers: ReadonlyMap<string, readonly (Answer | null)[]>;
}

/** Collects the predictions of the code that counts for each student, whether it was verified or not. */
export function classAnswers({ rows, counted }: Pick<GradingResult, 'rows' | 'counted'>): ClassAnswers {
  const works = [...counted.values()].flatMap((index) => {
    const work = rows[index]?.result?.work;
    return work?.kind === 'lesson' ? [work] : [];
  });
  const answers = new Map<string, (Answer | null)[]>();
  for (const { predictions } of works)
    for (const [id, answer] of Object.entries(predictions))
      answers.set(id, [...(answers.get(id) ?? []), answer]);
  return { students: works.length, answers };
}

/**
 * The answers that a student can give to a prediction. A lesson that has changed since may ask for another kind, and a forged code
 * may have any number, which would be drawn over those of the class.
 */
export function fitting(prediction: Prediction, answers: readonly (Answer | null)[]): Answer[] {
  return answers.filter((answer): answer is Answer => answer !== null && fits(prediction, answer));
}

function fits(prediction: Prediction, answer: Answer): boolean {
  switch (prediction.kind) {
    case 'choice':
      return typeof answer === 'string' && Object.hasOwn(prediction.options, answer);
    case 'number':
      return typeof answer === 'number' && isWithin(answer, prediction.range);
    case 'draw': {
      const { from, to } = prediction.y;
      return (
        typeof answer === 'object' &&
        answer.length === DRAWN_POINTS &&
        answer.every((height) => isWithin(height, [from, to]))
      );
    }
  }
}

/** A code has only some digits of a number, so that an end of the range may be rounded. */
function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  const slack = 1e-3 * Math.abs(to - from);
  return value >= from - slack && value <= to + slack;
}

/** The first answer that the lesson's page doesn't take, in words; null if there is none. */
export function misfit(
  { predictions: asked }: Pick<Lesson, 'predictions'>,
  predictions: Readonly<Record<string, Answer | null>>,
): Finding | null {
  for (const [id, answer] of Object.entries(predictions)) {
    const prediction = Object.hasOwn(asked, id) ? asked[id] : undefined;
    if (prediction === undefined || prediction.kind === 'choice' || answer === null) continue;
    // An answer of another kind is one to an earlier version of the question.
    const isOfKind =
      prediction.kind === 'number'
        ? typeof answer === 'number'
        : typeof answer === 'object' && answer.length === DRAWN_POINTS;
    if (!isOfKind || fits(prediction, answer)) continue;
    const [from, to] = prediction.kind === 'number' ? prediction.range : [prediction.y.from, prediction.y.to];
    const ends = { id, from: formatPlain(from), to: formatPlain(to) };
    return { reason: 'answers', words: () => t('{id}: the answer isn’t between {from} and {to}', ends) };
  }
  return null;
}

/** Counts the right answers; null if the runs have failed. */
export function countRight(prediction: Prediction, answers: readonly Answer[], runs: Runs): number | null {
  return onceAvailable(() => answers.filter((answer) => verdictOf(prediction, answer, runs).passed).length);
}

/** Counts the votes for each choice. */
export function votes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[String(answer)] = (counts[String(answer)] ?? 0) + 1;
  return counts;
}

/** The median of one or more numbers. */
export function median(numbers: readonly number[]): number {
  const ordered = [...numbers].sort((a, b) => a - b);
  const middle = (ordered.length - 1) / 2;
  return ((ordered[Math.floor(middle)] ?? Number.NaN) + (ordered[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** The median height at each point of one or more curves. */
export function medianCurve(curves: readonly (readonly number[])[]): number[] {
  return Array.from({ length: DRAWN_POINTS }, (_, place) =>
    median(curves.map((curve) => curve[place] ?? Number.NaN)),
  );
}
