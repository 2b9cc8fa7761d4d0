/**
 * Progress as the text that a platform keeps between sessions: JSON, deflated, in letters that every platform takes. Where that is longer
 * than the platform's room (4,096 characters in SCORM 1.2), parts go in this order: addresses of the student's own runs, what was said
 * to the answers, the drawn curves. What is asked for and what was passed stays.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { bytesOf, letters } from '../../base/bytes';
import { type Progress, progressOf } from '../../lessons/progress';

/** Says of a text in which form it is; another form begins with another number. */
const FORM = '1.';

/** Progress is never larger; what claims to be is damaged or not ours. */
const LARGEST = 1 << 20;

/** The parts that didn't fit: this one and all before it in the list. */
export type Left = 'links' | 'words' | 'curves' | 'all';

export interface Suspended {
  text: string;
  /** Null: there was room for all. */
  left: Left | null;
}

/** Each of these leaves out what its name says, and all before it. */
const STEPS: readonly [left: Left, without: (progress: Progress) => Progress][] = [
  ['links', withoutLinks],
  ['words', withoutWords],
  ['curves', withoutCurves],
];

export function suspend(progress: Progress, room: number): Suspended {
  let rest = progress;
  let text = packed(rest);
  let left: Left | null = null;
  for (const [next, without] of STEPS) {
    if (text.length <= room) break;
    rest = without(rest);
    left = next;
    text = packed(rest);
  }
  return text.length <= room ? { text, left } : { text: '', left: 'all' };
}

/** Null if the text is empty or nothing that `suspend` made. */
export function resume(text: string): Progress | null {
  if (!text.startsWith(FORM)) return null;
  try {
    // A block of this size is the most that is made of it.
    const bytes = inflateSync(bytesOf(text.slice(FORM.length)), { out: new Uint8Array(LARGEST) });
    return progressOf(JSON.parse(strFromU8(bytes)));
  } catch {
    return null;
  }
}

function packed(progress: Progress): string {
  return FORM + letters(deflateSync(strToU8(JSON.stringify(progress)), { level: 9 }));
}

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (one: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([id, one]) => [id, change(one)]));
}

/** Things of the student's own making are nothing without theirs. */
function withoutLinks({ version, predictions, checks }: Progress): Progress {
  return { version, predictions, checks: mapped(checks, (one) => ({ ...one, links: [] })) };
}

function withoutWords({ version, predictions, checks }: Progress): Progress {
  return {
    version,
    // Judged and reported again when the runs arrive.
    predictions: mapped(predictions, (one) => ({ ...one, passed: null, words: '' })),
    checks: mapped(checks, (one) => ({ ...one, words: '' })),
  };
}

function withoutCurves({ predictions, ...rest }: Progress): Progress {
  const cut = mapped(predictions, (one) => (Array.isArray(one.answer) ? { ...one, answer: null } : one));
  return { ...rest, predictions: cut };
}
