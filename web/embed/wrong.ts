/**
 * Problems of an embed's address. They are found before the reader's language is loaded, by a script that
 * stays small, so each is a function of `t`. The reader sees them in their language, the host page gets English.
 */
import type { AddressProblem } from '../sdk/protocol';
import { t as inReadersLanguage, sayInEnglish } from '../words/words';

export type Said = (t: typeof inReadersLanguage) => string;

export interface Wrong {
  path: string;
  problem: Said;
  allowed: Said;
}

export function problemsForReader(wrong: readonly Wrong[]): AddressProblem[] {
  return wrong.map(({ path, problem, allowed }) => ({
    path,
    problem: problem(inReadersLanguage),
    allowed: allowed(inReadersLanguage),
  }));
}

export function problemsForHost(wrong: readonly Wrong[]): AddressProblem[] {
  return sayInEnglish(() => problemsForReader(wrong));
}
