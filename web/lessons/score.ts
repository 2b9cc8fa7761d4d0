/** A student's score in a lesson. */
import type { Lesson } from './lesson';
import type { Progress } from './progress';

export interface LessonScore {
  /** Number of predictions that the lesson asks for, number made, and number skipped. */
  asked: number;
  made: number;
  skipped: number;
  /** Number of tasks that the lesson sets, number done, and number settled by showing the answer. */
  tasks: number;
  done: number;
  shown: number;
  /** True if nothing is left to do: every prediction is made or skipped, and every task done or its answer shown. */
  complete: boolean;
  /**
   * From 0 to 1: the share of predictions made and tasks done. Wrong guesses cost nothing, so that students dare to guess.
   * Skipped predictions and shown answers don't count.
   */
  score: number;
  /** The share of predictions and tasks that are still open, from 0 to 1. */
  left: number;
}

/** Names of a lesson's predictions and checks. */
export interface Asked {
  predictions: readonly string[];
  checks: readonly string[];
}

export function lessonScore(
  { predictions, checks }: Pick<Lesson, 'predictions' | 'checks'>,
  progress: Progress,
): LessonScore {
  return scoreOf({ predictions: Object.keys(predictions), checks: Object.keys(checks) }, progress);
}

/** Computes the score. Stored answers to questions that the lesson no longer asks don't count. */
export function scoreOf({ predictions, checks }: Asked, progress: Progress | undefined): LessonScore {
  const asked = predictions.length;
  const answered = predictions.flatMap((id) => progress?.predictions[id] ?? []);
  const skipped = answered.filter(({ answer }) => answer === null).length;
  const made = answered.length - skipped;
  const tasks = checks.length;
  const done = checks.filter((id) => progress?.checks[id]?.passed).length;
  const shown = checks.filter((id) => progress?.checks[id]?.shown).length;
  const complete = answered.length === asked && done + shown === tasks;
  const all = asked + tasks;
  return {
    asked,
    made,
    skipped,
    tasks,
    done,
    shown,
    complete,
    score: all === 0 ? 1 : (made + done) / all,
    left: all === 0 ? 0 : 1 - (answered.length + done + shown) / all,
  };
}
