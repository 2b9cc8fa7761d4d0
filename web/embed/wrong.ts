/**
 * What is wrong with the address of an embed. It is found before the words of the reader's language are there, and by a script that
 * stays small; so it says itself with the `t` that it is given. The reader is told in their language, the page around in English.
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
