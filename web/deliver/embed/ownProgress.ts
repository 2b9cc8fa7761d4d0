/** The part of a lesson's progress that belongs to one frame. */
import type { Observable } from '../../base/observable';
import type { Progress, Questions } from '../../lessons/progress';
import type { StoredProgress } from '../packages/runtime/session';

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
