/**
 * Changes of a scenario in an address: `flows.0.sender.preset=vegas&seed=4`, a parameter each, so that people can read and write
 * them. A scenario that cannot be told so travels whole, compressed.
 */

import type { Atom, Change } from './changes';
import { bytesOf, letters } from './letters';

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

/** What an address changes, and the parameters that could not be read. */
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
  // FNV-1a over the JSON without its spaces: moving a line break makes no other scenario of it.
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(JSON.parse(text))))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asUintN(41, hash).toString(36).padStart(8, '0');
}

/** Text as letters that an address takes: deflated, or as it is where the browser cannot deflate. */
export async function packed(text: string): Promise<[parameter: 'packed' | 'plain', value: string]> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === 'undefined') return ['plain', letters(bytes)];
  return ['packed', letters(await through(bytes, new CompressionStream('deflate-raw')))];
}

/** Larger is no scenario: a link may come from anyone, and a few letters can unpack to gigabytes. */
const LARGEST_TEXT = 4 << 20;

/** The text in an address; `null` if there is none. Fails with a sentence for the reader. */
export async function unpacked(query: URLSearchParams): Promise<string | null> {
  const plain = query.get('plain');
  const given = query.get('packed');
  if (plain === null && given === null) return null;
  try {
    const bytes = bytesOf(plain ?? given ?? '');
    const text = plain === null ? await through(bytes, new DecompressionStream('deflate-raw')) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Error('The scenario in this link is damaged; perhaps a part of the link is missing.');
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    size += piece.value.length;
    if (size > LARGEST_TEXT) {
      await reader.cancel();
      throw new RangeError('too large');
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
