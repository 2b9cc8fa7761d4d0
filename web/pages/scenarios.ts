/** The scenarios that come with the lab, as the text of their files. */
const files = import.meta.glob<string>('../../content/scenarios/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const SCENARIOS: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.json$/g, ''), text]),
);

/** Their titles; a scenario is listed under its name if its file has none. */
export const TITLES: ReadonlyMap<string, string> = new Map(
  [...SCENARIOS].map(([name, text]) => [name, (JSON.parse(text) as { title?: string }).title ?? name]),
);

/** The valid name that takes the fewest changes of a letter to reach. */
export function nearest(name: string, names: Iterable<string>): string {
  let best = '';
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of names) {
    const changes = distance(name, candidate);
    if (changes < fewest) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein's distance, a row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  [...a].forEach((letter, i) => {
    const next = [i + 1];
    [...b].forEach((other, j) => {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
