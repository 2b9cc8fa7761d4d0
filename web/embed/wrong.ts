/**
 * Problems of an embed's address. Users see them in their language and the host page gets English, so each text is a
 * function of `t`.
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
