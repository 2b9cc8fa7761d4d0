/**
 * What is wrong with the address of an embed. It is found before the words of the reader's language are there, and by a script that
 * stays small; so it says itself with the `t` that it is given. The reader is told in their language, the page around in English.
 */
import type { Told } from '../sdk/protocol';
import { t as inReadersLanguage, sayInEnglish } from '../words/words';

export type Said = (t: typeof inReadersLanguage) => string;

export interface Wrong {
  path: string;
  problem: Said;
  allowed: Said;
}

export function toldToReader(wrong: readonly Wrong[]): Told[] {
  return wrong.map(({ path, problem, allowed }) => ({
    path,
    problem: problem(inReadersLanguage),
    allowed: allowed(inReadersLanguage),
  }));
}

export function toldToHost(wrong: readonly Wrong[]): Told[] {
  return sayInEnglish(() => toldToReader(wrong));
}
