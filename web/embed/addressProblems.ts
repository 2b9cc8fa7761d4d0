/**
 * Problems of an embed's address. They are found before the reader's language is loaded, by a script that
 * stays small, so each is a function of `t`. The reader sees them in their language, the host page gets English.
 */
import type { AddressProblem } from '../sdk/protocol';
import { sayInEnglish, t as translate } from '../words/words';

export type LocalizedText = (t: typeof translate) => string;

export interface LocalizedProblem {
  path: string;
  problem: LocalizedText;
  allowed: LocalizedText;
}

export function problemsForUser(wrong: readonly LocalizedProblem[]): AddressProblem[] {
  return wrong.map(({ path, problem, allowed }) => ({
    path,
    problem: problem(translate),
    allowed: allowed(translate),
  }));
}

export function problemsForHost(wrong: readonly LocalizedProblem[]): AddressProblem[] {
  return sayInEnglish(() => problemsForUser(wrong));
}
