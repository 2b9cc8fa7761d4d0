/**
 * Packs progress into the text that a platform stores between sessions: deflated JSON in portable characters. If the
 * text exceeds the platform's limit (4,096 characters in SCORM 1.2), parts are dropped in this order: addresses of the
 * student's own runs, the feedback on answers, the drawn curves. Answers and passed checks always stay.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from '../../base/bytes';
import { type Progress, progressOf } from '../../lessons/progress';

/** Version prefix of the packed text. */
const FORM = '1.';

/** The maximum unpacked size; larger texts are damaged or foreign. */
const LARGEST = 1 << 20;

/** The parts that didn't fit: this one and all before it in the list. */
export type Left = 'links' | 'words' | 'curves' | 'all';

export interface Suspended {
  text: string;
  /** The dropped parts, or null if everything fits. */
  left: Left | null;
}

/** Each step drops the part that it names and all earlier ones. */
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

/** Unpacks a text; null if it is empty or wasn't made by `suspend`. */
export function resume(text: string): Progress | null {
  if (!text.startsWith(FORM)) return null;
  try {
    // Limits the unpacked size to one block.
    const bytes = inflateSync(fromBase64Url(text.slice(FORM.length)), { out: new Uint8Array(LARGEST) });
    return progressOf(JSON.parse(strFromU8(bytes)));
  } catch {
    return null;
  }
}

function packed(progress: Progress): string {
  return FORM + toBase64Url(deflateSync(strToU8(JSON.stringify(progress)), { level: 9 }));
}

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (one: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([id, one]) => [id, change(one)]));
}

/** Drops the addresses of the student's own runs. */
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
