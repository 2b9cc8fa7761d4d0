/** The base-32 encoding of codes. */
import { deflated, deflates, inflated } from '../../base/bytes';

/** The reason why a code isn't one. No page shows it. */
export class DecodeError extends Error {}

/**
 * Encodes bytes as letters that survive typing, dictation and pasting: Crockford's base 32 in groups of five, with a
 * CRC-32 against typing errors. Decoding ignores dashes, spaces, line breaks and case, and reads O as 0, I and L as 1.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP_SIZE = 5;

/** The first byte: how the bytes after it are encoded. */
const PLAIN = 0;
const DEFLATED = 1;
const PACKED = 2;
/** Packed with a longer id of the assignment. Its number shows the version of a code that has lost its beginning. */
const PACKED_3 = 3;

/**
 * Why a code can't be decoded: it isn't valid base 32, or its checksum is wrong. The page explains each differently.
 */
export type Damage = 'form' | 'checksum';

/** Encodes a text as groups of letters, compressed if the browser can. */
export async function encodeLetters(text: string): Promise<string> {
  const compressed = deflates() ? await deflated(text) : null;
  return compressed === null
    ? lettersOf(PLAIN, new TextEncoder().encode(text))
    : lettersOf(DEFLATED, compressed);
}

/** Letters in the groups in which codes are written. */
export function grouped(letters: string): string {
  return letters.replaceAll(new RegExp(`.{${GROUP_SIZE}}(?=.)`, 'g'), '$&-');
}

/** Encodes bytes that are packed already, for a version of codes. */
export function encodePacked(bytes: Uint8Array, version: '2' | '3'): string {
  return lettersOf(version === '2' ? PACKED : PACKED_3, bytes);
}

/** The version of a code without its beginning, from its normalized letters. */
export function versionOf(letters: string): '2' | '3' {
  const [high = 0, low = 0] = [...letters.slice(0, 2)].map((letter) => ALPHABET.indexOf(letter));
  return ((high << 3) | (low >> 2)) === PACKED_3 ? '3' : '2';
}

function lettersOf(form: number, body: Uint8Array): string {
  const bytes = new Uint8Array(1 + body.length);
  bytes[0] = form;
  bytes.set(body, 1);
  return grouped(toBase32(withChecksum(bytes)));
}

const CRC_BYTES = 4;

/** The bytes, followed by their checksum. */
export function withChecksum(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + CRC_BYTES);
  bytes.set(body);
  new DataView(bytes.buffer).setUint32(body.length, crc32(body));
  return bytes;
}

/** The bytes to which `withChecksum` added their checksum; null if they're damaged. */
export function withoutChecksum(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < CRC_BYTES) return null;
  const body = bytes.subarray(0, -CRC_BYTES);
  const { buffer, byteOffset } = bytes;
  return new DataView(buffer, byteOffset + body.length).getUint32(0) === crc32(body) ? body : null;
}

/** Decodes letters that `normalizeLetters` has normalized. */
export async function decodeLetters(
  letters: string,
): Promise<{ text: string } | { packed: Uint8Array; version: '2' | '3' } | { damage: Damage }> {
  const bytes = fromBase32(letters);
  if (bytes === null || bytes.length <= CRC_BYTES) return { damage: 'form' };
  const body = withoutChecksum(bytes);
  if (body === null) return { damage: 'checksum' };
  try {
    const content = body.slice(1);
    if (body[0] === PACKED) return { packed: content, version: '2' };
    if (body[0] === PACKED_3) return { packed: content, version: '3' };
    const text = body[0] === DEFLATED ? await inflated(content) : content;
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(text) };
  } catch {
    return { damage: 'form' };
  }
}

/** Normalizes pasted text: removes separators and maps look-alike letters. */
export function normalizeLetters(pasted: string): string {
  return pasted
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}"'`]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

export function toBase32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0];
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (5 - bits)) & 31];
}

/** Returns null if a letter is outside the alphabet or if unused bits of the last letter are set. */
export function fromBase32(letters: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8));
  let [at, buffer, bits] = [0, 0, 0];
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = buffer >> bits;
    at += 1;
    buffer &= (1 << bits) - 1;
  }
  return buffer === 0 && bits < 5 ? bytes : null;
}

/**
 * The first of these lengths, in ascending order, at which normalized letters are a code with the right checksum; null if
 * there is none. Finds where a code ends in the text around it.
 */
export function completeLength(letters: string, lengths: readonly number[]): number | null {
  const bytes: number[] = [];
  // The checksum of all bytes before each one.
  const sums: number[] = [];
  let [crc, buffer, bits, at] = [0xffffffff, 0, 0, 0];
  for (const length of lengths) {
    for (; at < length; at += 1) {
      const value = ALPHABET.indexOf(letters[at] ?? '');
      if (value < 0) return null;
      buffer = (buffer << 5) | value;
      bits += 5;
      if (bits < 8) continue;
      bits -= 8;
      const byte = buffer >> bits;
      sums.push(crc);
      bytes.push(byte);
      crc = crcStep(crc, byte);
      buffer &= (1 << bits) - 1;
    }
    const body = bytes.length - 4;
    if (body < 1 || buffer !== 0 || bits >= 5) continue;
    const expected = bytes.slice(body).reduce((word, byte) => ((word << 8) | byte) >>> 0, 0);
    if (expected === ((sums[body] ?? 0) ^ 0xffffffff) >>> 0) return length;
  }
  return null;
}

/** CRC-32 as used by Ethernet and zip (reflected polynomial 0xEDB88320). */
export function crc32(bytes: Uint8Array): number {
  return (bytes.reduce(crcStep, 0xffffffff) ^ 0xffffffff) >>> 0;
}

function crcStep(before: number, byte: number): number {
  let crc = before ^ byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
}
