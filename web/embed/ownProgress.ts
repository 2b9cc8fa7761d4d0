/** The part of a lesson's progress that belongs to one frame. */
import type { Observable } from '../base/observable';
import type { Lesson } from '../lessons/lesson';
import type { Progress } from '../lessons/progress';
import type { StoredProgress } from '../packages/runtime/session';

type Questions = Pick<Lesson, 'predictions' | 'checks'>;

/**
 * A view of the answers to these questions only. Frames with experiments of one lesson share the browser's progress, so what one frame
 * restores must not replace another frame's answers.
 */
export function ownProgress(all: Observable<Progress>, questions: Questions): StoredProgress {
  return {
    get value() {
      const { predictions, checks } = all.value;
      return {
        version: 1 as const,
        predictions: onlyOf(predictions, questions.predictions),
        checks: onlyOf(checks, questions.checks),
      };
    },
    set: ({ predictions, checks }) =>
      all.set({
        ...all.value,
        predictions: replaced(all.value.predictions, predictions, questions.predictions),
        checks: replaced(all.value.checks, checks, questions.checks),
      }),
    subscribe: all.subscribe,
  };
}

function onlyOf<T>(all: Readonly<Record<string, T>>, known: object): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => Object.hasOwn(known, id)));
}

function replaced<T>(
  all: Readonly<Record<string, T>>,
  own: Readonly<Record<string, T>>,
  known: object,
): Record<string, T> {
  const others = Object.entries(all).filter(([id]) => !Object.hasOwn(known, id));
  return { ...Object.fromEntries(others), ...onlyOf(own, known) };
}

/** False if an answer has another type than its question. Answers to questions that the lesson no longer asks don't matter. */
export function fitsQuestions({ predictions }: Questions, progress: Progress): boolean {
  return Object.entries(progress.predictions).every(([id, { answer }]) => {
    const kind = Object.hasOwn(predictions, id) ? predictions[id]?.kind : undefined;
    if (kind === undefined || answer === null) return true;
    return kind === 'draw'
      ? Array.isArray(answer)
      : typeof answer === (kind === 'number' ? 'number' : 'string');
  });
}

/** The host's answers, with those that the student has given since `before`. */
export function withNewer(kept: Progress, before: Progress, now: Progress): Progress {
  const newer = <T>(was: Readonly<Record<string, T>>, is: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(is).filter(([id, one]) => JSON.stringify(was[id]) !== JSON.stringify(one)),
    );
  return {
    ...kept,
    predictions: { ...kept.predictions, ...newer(before.predictions, now.predictions) },
    checks: { ...kept.checks, ...newer(before.checks, now.checks) },
  };
}
