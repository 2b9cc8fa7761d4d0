/** Fuzzy search: how well a text matches what was typed, and which of its letters do. */
import { distance } from '../../base/near';

/** A text prepared for searching: lower case, without accents, one unit per unit of the original. */
interface Prepared {
  text: string;
  /** Positions at which words start. */
  starts: readonly number[];
}

export interface Searchable {
  title: Prepared;
  /** More words, which count for less and aren't marked. */
  words: Prepared;
}

export interface Match {
  /** The higher, the better. */
  score: number;
  /** Ranges of the title that match, in order. */
  ranges: readonly (readonly [from: number, to: number])[];
}

function prepared(text: string): Prepared {
  // Character by character, so that positions stay those of the original.
  const plain = text.replace(/./gsu, (one) => {
    const base = one.normalize('NFD').charAt(0).toLowerCase();
    return base.length === one.length ? base : one;
  });
  return { text: plain, starts: [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index) };
}

export function searchable(title: string, words = ''): Searchable {
  return { title: prepared(title), words: prepared(words) };
}

/** Points of one typed word, by how it matches. */
const POINTS = { whole: 10, start: 8, initials: 6, inside: 4, typo: 3 };

/** A match in the other words counts for less. */
const OTHER_WORDS = 0.6;

/** Points for a text that starts with the whole search, and for words that follow one another as they were typed. */
const PREFIX = 4;
const PHRASE = 4;

/** Shortest typed word in which one wrong letter is forgiven. */
const FORGIVEN = 4;

interface Found {
  points: number;
  from: number;
  to: number;
}

/** Null unless every typed word matches. An empty search matches everything. */
export function match(search: string, { title, words }: Searchable): Match | null {
  const typed = prepared(search.trim()).text.split(/\s+/).filter(Boolean);
  let score = 0;
  const ranges: [number, number][] = [];
  for (const word of typed) {
    const inTitle = find(word, title);
    const elsewhere = find(word, words);
    const other = (elsewhere?.points ?? 0) * OTHER_WORDS;
    if (inTitle === null && elsewhere === null) return null;
    if (inTitle !== null && inTitle.points >= other) ranges.push([inTitle.from, inTitle.to]);
    score += Math.max(inTitle?.points ?? 0, other);
  }
  if (typed.length === 0) return { score: 0, ranges: [] };
  // Titles that start with the whole search come first; of equal matches, the shortest title.
  const whole = typed.join(' ');
  const prefix = title.text.startsWith(whole) || words.text.startsWith(whole) ? PREFIX : 0;
  const length = Math.min(1, title.text.length / 100);
  const extra = prefix + PHRASE * adjacent(typed, [title.text, words.text]) - length;
  return { score: score / typed.length + extra, ranges: merged(ranges) };
}

/** The share of neighboring typed words that are neighbors in one of the texts, too; "figure 1" is in "Figures 1 and 9". */
function adjacent(typed: readonly string[], texts: readonly string[]): number {
  const pairs = typed.slice(1).map((word, index) => [typed[index] ?? '', word] as const);
  if (pairs.length === 0) return 0;
  const near = ([one, other]: readonly [string, string]) =>
    texts.some((text) => text.includes(`${one} ${other}`) || text.includes(`${one}s ${other}`));
  return pairs.filter(near).length / pairs.length;
}

/** The best place of a typed word in a text; null if there is none. */
function find(word: string, { text, starts }: Prepared): Found | null {
  let typo: Found | null = null;
  let start: Found | null = null;
  for (const from of starts) {
    const to = from + word.length;
    if (text.startsWith(word, from)) {
      // A decimal point doesn't end a number.
      if (!/^(?:[\p{L}\p{N}]|\.\d)/u.test(text.slice(to, to + 2))) return { points: POINTS.whole, from, to };
      // "1" is hardly meant for 1995.
      start ??= { points: /^\d+$/.test(word) ? POINTS.typo : POINTS.start, from, to };
    } else if (typo === null && word.length >= FORGIVEN && distance(word, text.slice(from, to)) === 1)
      typo = { points: POINTS.typo, from, to };
  }
  if (start !== null) return start;
  const initials = starts.map((from) => text.charAt(from)).join('');
  const place = word.length > 1 ? initials.indexOf(word) : -1;
  if (place >= 0) return { points: POINTS.initials, from: starts[place] ?? 0, to: (starts[place] ?? 0) + 1 };
  const from = text.indexOf(word);
  return from >= 0 ? { points: POINTS.inside, from, to: from + word.length } : typo;
}

/** Ranges in order, with those that overlap joined. */
function merged(ranges: [number, number][]): [number, number][] {
  ranges.sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
