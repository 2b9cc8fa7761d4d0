/**
 * The ways in which one name is written: lists have other apostrophes, dashes and orders than what a student typed, and e-mail addresses
 * or groups next to it. A seed follows from what was typed, so each spelling has its own.
 */
import { nameKey } from './student';

const APOSTROPHES = "'’‘ʼ`´′＇";
const DASHES = '-‐‑–—−';

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
const DASH = new RegExp(`[${DASHES}]`, 'gu');

/** Spellings of apostrophes and dashes that keyboards and word processors type; the others are one of these for `nameKey`. */
const TYPED_APOSTROPHES = ["'", '’', '‘', 'ʼ', '`', '´'];
const TYPED_DASHES = ['-', '‐', '\u2011', '–', '—'];

/** Only letters and what separates the parts of a name. */
const NAME = new RegExp(`^[${DASHES}${APOSTROPHES}\\p{L}\\p{M}.,\\s]+$`, 'u');

/** Longer texts aren't a first and a last name. */
const MAX_WORDS = 5;

/** The text in a cell, and the name in it without an address, a group in brackets, quotes, and a last name in front. */
export function formsOf(written: string): string[] {
  const bare = written
    .replaceAll(/[<(]?\S+@[^\s<>()]+[>)]?/gu, ' ')
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]|<[^<>]*>/gu, ' ')
    .replaceAll(/["“”„«»]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s,;:]+|[\s,;:]+$/gu, '');
  return [...new Set([written, bare, ...turned(bare)])].filter((form) => nameKey(form) !== '');
}

/** "Hopper, Grace" is Grace Hopper. */
function turned(name: string): string[] {
  const [last = '', first, ...more] = name.split(',');
  return first !== undefined && more.length === 0 ? [`${first.trim()} ${last.trim()}`] : [];
}

/** Other spellings that a student may have typed. */
export function spellingsOf(name: string): string[] {
  if (!NAME.test(name)) return [];
  const plain = name.replaceAll(/\s+/gu, ' ').trim();
  const marked = [...new Set([...plain.matchAll(APOSTROPHE)].length > 0 ? TYPED_APOSTROPHES : [''])].flatMap(
    (apostrophe) =>
      [...plain.matchAll(DASH)].length > 0
        ? TYPED_DASHES.map((dash) => plain.replaceAll(APOSTROPHE, apostrophe).replaceAll(DASH, dash))
        : [plain.replaceAll(APOSTROPHE, apostrophe)],
  );
  return [...new Set(marked.flatMap((one) => [one, ...ordersOf(one)]))];
}

/** The last name in front, with and without a comma. */
function ordersOf(name: string): string[] {
  if (name.includes(',')) return [...turned(name), name.replaceAll(/\s*,\s*/g, ' ')];
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const first = words.slice(0, -1).join(' ');
  const moved = `${words.slice(1).join(' ')} ${words[0]}`;
  return [`${last}, ${first}`, `${last} ${first}`, moved];
}

/** Equal for two texts that are the same name without a doubt. The order of words without a comma isn't. */
export function personKey(name: string): string {
  const form = formsOf(name).at(-1) ?? name;
  return nameKey(form.replaceAll(APOSTROPHE, "'").replaceAll(DASH, '-'));
}
