/** What a class predicted in a lesson, from its result codes. */
import { type Answer, DRAWN_POINTS, verdictOf } from '../lessons/answers';
import type { Prediction } from '../lessons/lesson';
import { onceAvailable, type Runs } from '../lessons/runs';
import { countedRows, type Row } from './grading';

export interface ClassAnswers {
  /** Number of students with a readable code. */
  students: number;
  /** By prediction; null for a skipped one. */
  answers: ReadonlyMap<string, readonly (Answer | null)[]>;
}

/** Collects the predictions of the code that counts for each student, whether it was verified or not. */
export function classAnswers(rows: readonly Row[]): ClassAnswers {
  const works = [...countedRows(rows).values()].flatMap((index) => {
    const work = rows[index]?.result?.work;
    return work?.kind === 'lesson' ? [work] : [];
  });
  const answers = new Map<string, (Answer | null)[]>();
  for (const { predictions } of works)
    for (const [id, answer] of Object.entries(predictions))
      answers.set(id, [...(answers.get(id) ?? []), answer]);
  return { students: works.length, answers };
}

/** The answers that a prediction of this kind can have. A lesson that has changed since may ask for another kind. */
export function fitting(prediction: Prediction, answers: readonly (Answer | null)[]): Answer[] {
  const fits = (answer: Answer | null): answer is Answer => {
    switch (prediction.kind) {
      case 'choice':
        return typeof answer === 'string' && Object.hasOwn(prediction.options, answer);
      case 'number':
        return typeof answer === 'number';
      case 'draw':
        return answer !== null && typeof answer === 'object' && answer.length === DRAWN_POINTS;
    }
  };
  return answers.filter(fits);
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
