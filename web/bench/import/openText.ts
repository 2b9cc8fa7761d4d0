/**
 * Opens a text file on the bench. Texts that belong to another page are named and left alone, and so is a draft that the user hasn't
 * finished: the file then waits until they decide.
 */

import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { AUTHOR_ADDRESS } from '../../run/share/author';
import { GRADE_ADDRESS } from '../../run/share/places';
import { type Incoming, present } from './incoming';

/** The page for a text that isn't a scenario. */
interface Elsewhere {
  words: string;
  /** The page's address, relative to the lab's. */
  address: string;
}

/** Null if the text may be a scenario. */
export function elsewhereOf(text: string): Elsewhere | null {
  const value = jsonOf(text);
  if (has(value, 'vegas_lab_progress'))
    return {
      words: t('This is a file with the progress in lessons. Open it on the report page.'),
      address: 'lessons/report/',
    };
  if (has(value, 'format') && has(value, 'blocks'))
    return {
      words: t('This is a changed lesson. Open it on the page that changes lessons.'),
      address: AUTHOR_ADDRESS,
    };
  if (value === undefined && /\bVL\d-/i.test(text))
    return { words: t('This file has result codes. Open it on the grading page.'), address: GRADE_ADDRESS };
  return null;
}

/** `before` is the file that was open before this one. */
export function openText(bench: Bench, name: string, text: string, before: Incoming): void {
  const elsewhere = elsewhereOf(text);
  if (elsewhere !== null) {
    present({ phase: 'elsewhere', name, ...elsewhere });
    return;
  }
  const { draft } = bench.state.value;
  const last = before.phase === 'scenario' ? before : null;
  // A draft that came from the last file isn't the user's.
  if (draft !== null && draft !== last?.text) present({ phase: 'waiting', name, text, draft });
  else putOnBench(bench, name, text, last?.draft ?? null);
}

/** Puts a file on the bench. `draft` is the user's own, which can be put back. */
export function putOnBench(bench: Bench, name: string, text: string, draft: string | null): void {
  bench.write(text, performance.now());
  present({ phase: 'scenario', name, text, draft });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function has(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
