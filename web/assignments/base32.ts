/**
 * Bytes as letters that survive being typed, read out, and pasted from anywhere: Crockford's base 32 in groups of five, with a CRC-32
 * against slips. Dashes, spaces and line breaks do not count, nor does upper or lower case; O is read as 0, I and L as 1.
 */
import { deflated, deflates, inflated } from '../base/bytes';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;

/** Encodings of the text in the bytes. */
const PLAIN = 0;
const DEFLATED = 1;

/** Each is a state that a code can be in and the reader can do something else about. */
export type Damage = 'form' | 'checksum';

/** The text in groups of letters. */
export async function grouped(text: string): Promise<string> {
  const squeezed = deflates() ? await deflated(text) : null;
  const body = squeezed ?? new TextEncoder().encode(text);
  const bytes = new Uint8Array(1 + body.length + 4);
  bytes[0] = squeezed === null ? PLAIN : DEFLATED;
  bytes.set(body, 1);
  new DataView(bytes.buffer).setUint32(1 + body.length, crc32(bytes.subarray(0, 1 + body.length)));
  return inLetters(bytes).replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** Back from letters as `lettersIn` has them. */
export async function ungrouped(letters: string): Promise<{ text: string } | { damage: Damage }> {
  const bytes = inBytes(letters);
  if (bytes === null || bytes.length < 5) return { damage: 'form' };
  const body = bytes.subarray(0, bytes.length - 4);
  const told = new DataView(bytes.buffer).getUint32(bytes.length - 4);
  if (told !== crc32(body)) return { damage: 'checksum' };
  try {
    const held = body.slice(1);
    const text = body[0] === DEFLATED ? await inflated(held) : held;
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(text) };
  } catch {
    return { damage: 'form' };
  }
}

/** The letters of what somebody pasted, in the one way in which each is written. */
export function lettersIn(pasted: string): string {
  return pasted
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}\p{Cf}"'`]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

function inLetters(bytes: Uint8Array): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(held << (5 - bits)) & 31];
}

/** The bytes; null if a letter is outside the alphabet or the last one has surplus bits. */
function inBytes(letters: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Math.floor((letters.length * 5) / 8));
  let [at, held, bits] = [0, 0, 0];
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = held >> bits;
    at += 1;
    held &= (1 << bits) - 1;
  }
  return held === 0 && bits < 5 ? bytes : null;
}

/** The CRC of Ethernet and zip (polynomial 0xEDB88320, reflected). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
