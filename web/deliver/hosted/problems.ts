/**
 * Problems of what a page asks for, in the address of a frame or by an element's options. They may be found before the user's language is
 * loaded, so their texts are functions of `t`. Users see them in their language; a page around a frame gets them in English.
 */

import { sayInEnglish, t as translate } from '../../base/words/words';
import { firstProblems } from '../../engine/firstProblems';
import { MOST_PROBLEMS } from '../../engine/protocol';
import type { Problem } from '../../engine/schema';
import type { AddressProblem } from '../sdk/protocol';

export type LocalizedText = (t: typeof translate) => string;

export interface LocalizedProblem {
  path: string;
  problem: LocalizedText;
  allowed: LocalizedText;
}

/** A problem that is in the user's language already, such as the engine's. */
export function localized({ path, problem, allowed }: Problem): LocalizedProblem {
  return { path, problem: () => problem, allowed: () => allowed };
}

export function problemsForUser(wrong: readonly LocalizedProblem[]): AddressProblem[] {
  const first = wrong.slice(0, MOST_PROBLEMS).map(({ path, problem, allowed }) => ({
    path,
    problem: problem(translate),
    allowed: allowed(translate),
  }));
  return firstProblems(first, wrong.length);
}

export function problemsForHost(wrong: readonly LocalizedProblem[]): AddressProblem[] {
  return sayInEnglish(() => problemsForUser(wrong));
}
