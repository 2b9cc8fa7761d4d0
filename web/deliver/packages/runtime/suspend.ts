/**
 * Packs progress into the text that a platform stores between sessions: deflated JSON, encoded in letters. If the text
 * exceeds the platform's limit (4,096 characters in SCORM 1.2), drops parts in this order: addresses of the student's
 * runs, feedback on answers, drawn curves. Never drops other answers and passed checks, unless nothing fits at all.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from '../../../base/bytes';
import { type Progress, progressOf } from '../../../lessons/progress';

/** Version prefix of the packed text. */
const VERSION_PREFIX = '1.';

/** Maximum unpacked size in bytes. A larger text wasn't made by `suspend`. */
const MAX_UNPACKED = 1 << 20;

/** The dropped parts: the named one and all before it in this list. */
export type DroppedParts = 'links' | 'words' | 'curves' | 'all';

export interface Suspended {
  text: string;
  /** The dropped parts, or null if everything fits. */
  dropped: DroppedParts | null;
}

/** The steps of dropping parts, in order. */
const STEPS: readonly [dropped: DroppedParts, without: (progress: Progress) => Progress][] = [
  ['links', withoutLinks],
  ['words', withoutWords],
  ['curves', withoutCurves],
];

export function suspend(progress: Progress, capacity: number): Suspended {
  let remaining = progress;
  let text = packed(remaining);
  let dropped: DroppedParts | null = null;
  for (const [next, without] of STEPS) {
    if (text.length <= capacity) break;
    remaining = without(remaining);
    dropped = next;
    text = packed(remaining);
  }
  return text.length <= capacity ? { text, dropped } : { text: '', dropped: 'all' };
}

/** Unpacks a text. Returns null if it is empty or wasn't made by `suspend`. */
export function resume(text: string): Progress | null {
  if (!text.startsWith(VERSION_PREFIX)) return null;
  try {
    // The fixed buffer limits the unpacked size.
    const bytes = inflateSync(fromBase64Url(text.slice(VERSION_PREFIX.length)), {
      out: new Uint8Array(MAX_UNPACKED),
    });
    return progressOf(JSON.parse(strFromU8(bytes))) ?? null;
  } catch {
    return null;
  }
}

function packed(progress: Progress): string {
  return VERSION_PREFIX + toBase64Url(deflateSync(strToU8(JSON.stringify(progress)), { level: 9 }));
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (one: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([id, one]) => [id, change(one)]));
}

/** Drops the addresses of the student's own runs. */
function withoutLinks({ version, predictions, checks }: Progress): Progress {
  return { version, predictions, checks: mapValues(checks, (one) => ({ ...one, links: [] })) };
}

function withoutWords({ version, predictions, checks }: Progress): Progress {
  return {
    version,
    // The lesson judges predictions again when their runs have finished. A curve keeps its verdict, because it may be
    // dropped next.
    predictions: mapValues(predictions, (one) =>
      Array.isArray(one.answer) ? { ...one, words: '' } : { ...one, passed: null, words: '' },
    ),
    checks: mapValues(checks, (one) => ({ ...one, words: '' })),
  };
}

/** Drops the points of drawn curves. An empty curve still counts as a prediction. */
function withoutCurves({ predictions, ...rest }: Progress): Progress {
  const cut = mapValues(predictions, (one) => (Array.isArray(one.answer) ? { ...one, answer: [] } : one));
  return { ...rest, predictions: cut };
}
