/** Names that look like a misspelled one. */

/** Shortest part of a name that finds the whole name: `fig1` finds `ahn-fig1-rr`. */
const SHORTEST_PART = 4;

/** Longer texts resemble no name; comparing them letter by letter would block the page. */
const LONGEST_NAME = 100;

/** The most letters of all known names that are compared; their number times the given one's is the time. */
const MOST_LETTERS = 20_000;

/** The known names that a misspelled one may mean, the most similar first; empty if none is similar. */
export function nearNames(name: string, known: Iterable<string>, most = 4): string[] {
  if (name.length > LONGEST_NAME) return [];
  const given = name.toLowerCase();
  let letters = 0;
  return [...known]
    .filter(({ length }) => {
      if (length <= LONGEST_NAME) letters += length;
      return length <= LONGEST_NAME && letters <= MOST_LETTERS;
    })
    .map((candidate) => ({ candidate, off: difference(given, candidate.toLowerCase()) }))
    .filter(({ off }) => Number.isFinite(off))
    .sort((a, b) => a.off - b.off)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The number of letters that differ, or infinity if two names aren't similar: more than a third differs, and neither is a part of the other. */
function difference(given: string, candidate: string): number {
  const longer = Math.max(given.length, candidate.length);
  const most = Math.floor(longer / 3);
  // The difference of lengths is the least that can differ.
  const off = longer - Math.min(given.length, candidate.length) <= most ? distance(given, candidate) : longer;
  if (off <= most) return off;
  const part = given.length >= SHORTEST_PART && candidate.includes(given);
  const whole = candidate.length >= SHORTEST_PART && given.includes(candidate);
  // Misspellings come before parts, and long parts before short ones.
  return part || whole ? longer + off : Number.POSITIVE_INFINITY;
}

/** Levenshtein distance, computed row by row. Two swapped letters count as one change. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  [...a].forEach((letter, i) => {
    const next = [i + 1];
    [...b].forEach((other, j) => {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      const swapped =
        i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other ? (before[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, swapped));
    });
    before = row;
    row = next;
  });
  return row.at(-1) ?? 0;
}
