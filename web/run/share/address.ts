/**
 * Changes to a scenario in an address: `flows.0.sender.preset=vegas&seed=4`, one parameter per change, so that people can read and write
 * them. A scenario that can't be expressed as changes is included whole, compressed.
 */
import { deflated, deflates, fnv1a, fromBase64Url, inflated, toBase64Url } from '../../base/bytes';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Atom, Change } from '../../scenario/changes';

/** Parameters that are not paths of a scenario. */
const RESERVED = new Set(['scenario', 'experiment', 'of', 'packed', 'plain', 'with', 'as', 'field']);

/** Beginnings of parameters that belong to a sweep, or to the view of a run. */
const RESERVED_BEGINNINGS = ['sweep.', 'view.'];

/** Strings that are written without quotes, because they can't be mistaken for another value. */
const WORD = /^(?!(?:true|false|null)$)[A-Za-z_][\w.>-]*$/;

/** Longest address, in characters of its decoded parameters; browsers themselves allow about as much. */
export const LONGEST_LINK = 1 << 21;

/** Most changes in an address. A scenario with more differences is included whole. */
export const MOST_CHANGES = 4000;

/** Longest path of a change, in characters. The longest path of a scenario, with names in it, is much shorter. */
const LONGEST_PATH = 500;

/**
 * Refuses addresses that would block the page. The error's message is shown to users.
 */
export function checkSize(query: URLSearchParams): void {
  let characters = 0;
  let changes = 0;
  for (const [name, value] of query) {
    characters += name.length + value.length;
    changes += Number(!isReserved(name));
  }
  if (characters > LONGEST_LINK)
    throw new Error(
      t('This link is too long: {characters} characters. The lab opens links of up to {most}.', {
        characters: formatCount(characters),
        most: formatCount(LONGEST_LINK),
      }),
    );
  if (changes > MOST_CHANGES)
    throw new Error(
      t('This link has too many values: {changes}. The lab opens links with up to {most}.', {
        changes: formatCount(changes),
        most: formatCount(MOST_CHANGES),
      }),
    );
}

function isReserved(name: string): boolean {
  return RESERVED.has(name) || RESERVED_BEGINNINGS.some((one) => name.startsWith(one));
}

/** Half of a surrogate pair, which the engine's JSON can't contain. */
const HALF_PAIR = /\p{Surrogate}/u;

function formatAtom(value: Atom): string {
  return typeof value === 'string' && WORD.test(value) ? value : JSON.stringify(value);
}

function parseAtom(text: string): Atom {
  if (WORD.test(text)) return text;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) throw new SyntaxError('a list or an object');
  if (typeof value === 'string' && HALF_PAIR.test(value)) throw new SyntaxError('half of a surrogate pair');
  return value as Atom;
}

/** Adds changes to an address. */
export function putChanges(query: URLSearchParams, changes: readonly Change[]): void {
  for (const [path, value] of changes) query.set(path, formatAtom(value));
}

/** An address's changes, and its unreadable parameters. Throws if the address is [too large](checkSize). */
export function changesOf(query: URLSearchParams): { changes: Change[]; unread: string[] } {
  const changes: Change[] = [];
  const unread: string[] = [];
  checkSize(query);
  for (const [path, text] of query) {
    if (isReserved(path)) continue;
    if (path.length > LONGEST_PATH) unread.push(path);
    else
      try {
        changes.push([path, parseAtom(text)]);
      } catch {
        unread.push(path);
      }
  }
  return { changes, unread };
}

/**
 * A mark for the scenario that a link's changes start from: a hash of its text, eight letters and digits long. If it differs from the mark
 * of today's scenario, the scenario has changed since the link was made. It finds changes, not forgeries: both texts are the lab's own. What
 * others may write, as an assignment, has a cryptographic hash.
 */
export function markOf(text: string): string {
  // Hashes the JSON without white space, so that moving a line break doesn't change the hash.
  return BigInt.asUintN(41, fnv1a(JSON.stringify(JSON.parse(text))))
    .toString(36)
    .padStart(8, '0');
}

/** Encodes a text for an address, deflated if the browser supports that. */
export async function packed(text: string): Promise<[parameter: 'packed' | 'plain', value: string]> {
  if (!deflates()) return ['plain', toBase64Url(new TextEncoder().encode(text))];
  return ['packed', toBase64Url(await deflated(text))];
}

/** Decodes the text in an address; null if there is none. The error's message is shown to users. */
export async function unpacked(query: URLSearchParams): Promise<string | null> {
  const plain = query.get('plain');
  const given = query.get('packed');
  if (plain === null && given === null) return null;
  try {
    const bytes = fromBase64Url(plain ?? given ?? '');
    const text = plain === null ? await inflated(bytes) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Error(t('The scenario in this link is damaged. Part of the link may be missing.'));
  }
}
