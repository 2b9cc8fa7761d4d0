/**
 * Changes of a scenario in an address: `flows.0.sender.preset=vegas&seed=4`, a parameter each, so that people can read and write
 * them. A scenario that can't be written as changes is included whole, compressed.
 */

import { bytesOf, deflated, deflates, fnv1a, inflated, letters } from '../base/bytes';
import type { Atom, Change } from '../scenario/changes';
import { t } from '../words/words';

/** Parameters of an address that are not paths of a scenario; those of a sweep begin with `sweep.`. */
const RESERVED = new Set(['scenario', 'experiment', 'of', 'packed', 'plain', 'with', 'as']);

/** Strings that stand as they are: none that could be read as another value. */
const WORD = /^(?!(?:true|false|null)$)[A-Za-z_][\w.>-]*$/;

function formatAtom(value: Atom): string {
  return typeof value === 'string' && WORD.test(value) ? value : JSON.stringify(value);
}

function parseAtom(text: string): Atom {
  if (WORD.test(text)) return text;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) throw new SyntaxError('a list or an object');
  return value as Atom;
}

/** Puts changes into an address. */
export function putChanges(query: URLSearchParams, changes: readonly Change[]): void {
  for (const [path, value] of changes) query.set(path, formatAtom(value));
}

/** An address's changes, and its unreadable parameters. */
export function changesOf(query: URLSearchParams): { changes: Change[]; unread: string[] } {
  const changes: Change[] = [];
  const unread: string[] = [];
  for (const [path, text] of query) {
    if (RESERVED.has(path) || path.startsWith('sweep.')) continue;
    try {
      changes.push([path, parseAtom(text)]);
    } catch {
      unread.push(path);
    }
  }
  return { changes, unread };
}

/**
 * A mark of what a link's changes start from: eight letters and digits that differ if the text does. A link whose mark is not that of
 * today's scenario was made before the scenario changed.
 */
export function markOf(text: string): string {
  // Hashes the JSON without white space, so that moving a line break doesn't change the hash.
  return BigInt.asUintN(41, fnv1a(JSON.stringify(JSON.parse(text))))
    .toString(36)
    .padStart(8, '0');
}

/** Text as letters that an address takes: deflated, or as it is where the browser cannot deflate. */
export async function packed(text: string): Promise<[parameter: 'packed' | 'plain', value: string]> {
  if (!deflates()) return ['plain', letters(new TextEncoder().encode(text))];
  return ['packed', letters(await deflated(text))];
}

/** The text in an address; `null` if there is none. Fails with a sentence for the reader. */
export async function unpacked(query: URLSearchParams): Promise<string | null> {
  const plain = query.get('plain');
  const given = query.get('packed');
  if (plain === null && given === null) return null;
  try {
    const bytes = bytesOf(plain ?? given ?? '');
    const text = plain === null ? await inflated(bytes) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Error(t('The scenario in this link is damaged; perhaps a part of the link is missing.'));
  }
}
