/**
 * Problems of an embed's address. A small script finds them before the user's language is loaded, so their texts are
 * functions of `t`. The user sees them in the user's language; the host page gets them in English.
 */

import { sayInEnglish, t as translate } from '../../base/words/words';
import { firstProblems } from '../../engine/firstProblems';
import { MOST_PROBLEMS } from '../../engine/protocol';
import type { AddressProblem } from '../sdk/protocol';

export type LocalizedText = (t: typeof translate) => string;

export interface LocalizedProblem {
  path: string;
  problem: LocalizedText;
  allowed: LocalizedText;
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
