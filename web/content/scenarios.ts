/** The scenarios that come with the lab: names, titles and papers at once, the text of each file when it is opened. */
import { translated } from '../words/words';

const FOLDER = '../../content/';

// Those of all pages, and those that a lesson has in its folder.
const texts = import.meta.glob<string>(
  ['../../content/scenarios/*.json', '../../content/lessons/*/*.scenario.json'],
  { query: '?raw', import: 'default' },
);
const titles = import.meta.glob<string>(
  ['../../content/scenarios/*.json', '../../content/lessons/*/*.scenario.json'],
  { import: 'title', eager: true },
);
const sources = import.meta.glob<string>(
  ['../../content/scenarios/*.json', '../../content/lessons/*/*.scenario.json'],
  { import: 'source', eager: true },
);
const archive = import.meta.glob<string>('../../content/archive/*.json', {
  query: '?raw',
  import: 'default',
});

/** `ahn-fig2`; of a lesson's own, with the lesson's name before it: `rem.two-links`. */
function nameOf(path: string): string {
  const [, lesson, file] = /\/lessons\/([^/]+)\/(.+)\.scenario\.json$/.exec(path) ?? [];
  return lesson === undefined ? path.replace(/^.*\/|\.json$/g, '') : `${lesson}.${file}`;
}

const PATHS: ReadonlyMap<string, string> = new Map(Object.keys(titles).map((path) => [nameOf(path), path]));

export const SCENARIO_NAMES: readonly string[] = [...PATHS.keys()];

/** Their titles by their names, in the reader's language. */
export const TITLES: Pick<ReadonlyMap<string, string>, 'get' | 'has'> = {
  has: (name) => PATHS.has(name),
  get(name) {
    const title = titles[PATHS.get(name) ?? ''];
    return title === undefined ? undefined : translated(title);
  },
};

/** Loads the text of a scenario's file; null if none has that name. */
export async function loadText(name: string): Promise<string | null> {
  return (await texts[PATHS.get(name) ?? '']?.()) ?? null;
}

/** Loads what a file was before it changed, by its mark (share/address.ts); null if there was none with this mark. */
export async function loadEarlier(mark: string): Promise<string | null> {
  return (await archive[`${FOLDER}archive/${mark}.json`]?.()) ?? null;
}

/** The names by the paper or page that a scenario comes from, both in the order of the names. */
export function byPaper(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of SCENARIO_NAMES) {
    const source = sources[PATHS.get(name) ?? ''] ?? '';
    // Up to the year, or the authors where a page has none.
    const paper = /^.*?\b\d{4}\b/.exec(source)?.[0] ?? source.replace(/,.*/, '');
    found.set(paper, [...(found.get(paper) ?? []), name]);
  }
  return found;
}

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
