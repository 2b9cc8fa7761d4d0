/** A student's score in a lesson. */
import type { Lesson } from './lesson';
import type { Progress } from './progress';

export interface LessonScore {
  /** Predictions that the lesson asks for, and those made. */
  asked: number;
  made: number;
  /** Tasks that the lesson sets, and those done. */
  tasks: number;
  done: number;
  /** Every prediction is made and every task done. */
  complete: boolean;
  /** From 0 to 1: the share of predictions made and tasks done. Wrong guesses cost nothing, so that students dare to guess. */
  score: number;
}

/** Answers to what the lesson no longer asks do not count. */
export function lessonScore(
  { predictions, checks }: Pick<Lesson, 'predictions' | 'checks'>,
  progress: Progress,
): LessonScore {
  const asked = Object.keys(predictions).length;
  const made = Object.keys(predictions).filter((id) => progress.predictions[id] !== undefined).length;
  const tasks = Object.keys(checks).length;
  const done = Object.keys(checks).filter((id) => progress.checks[id]?.passed).length;
  const complete = made === asked && done === tasks;
  const all = asked + tasks;
  return { asked, made, tasks, done, complete, score: all === 0 ? 1 : (made + done) / all };
}
