/** The lab's scenarios. Names, titles and papers are loaded at once, the text of each file when it is opened. */
import { distance } from '../../base/near';
import { translated } from '../../base/words/words';
import { scenarioNameOf } from './reference';

// Shared scenarios, and those in a lesson's folder.
const texts = import.meta.glob<string>(
  ['../../../content/scenarios/*.json', '../../../content/lessons/*/*.scenario.json'],
  { query: '?raw', import: 'default' },
);
const titles = import.meta.glob<string>(
  ['../../../content/scenarios/*.json', '../../../content/lessons/*/*.scenario.json'],
  { import: 'title', eager: true },
);
const sources = import.meta.glob<string>(
  ['../../../content/scenarios/*.json', '../../../content/lessons/*/*.scenario.json'],
  { import: 'source', eager: true },
);

const PATHS: ReadonlyMap<string, string> = new Map(
  Object.keys(titles).map((path) => [scenarioNameOf(path), path]),
);

export const SCENARIO_NAMES: readonly string[] = [...PATHS.keys()];

/** The scenario of an address that names none: the transfer on which Reno stalls. */
export const DEFAULT_SCENARIO = 'ahn-fig1-rr';

/** Titles by scenario name, in the language of the interface. */
export const TITLES: Pick<ReadonlyMap<string, string>, 'get' | 'has'> = {
  has: (name) => PATHS.has(name),
  get(name) {
    const title = titles[PATHS.get(name) ?? ''];
    return title === undefined ? undefined : translated(title);
  },
};

/** Loads the text of a scenario's file; null if the name is unknown. */
export async function loadText(name: string): Promise<string | null> {
  return (await texts[PATHS.get(name) ?? '']?.()) ?? null;
}

/** A scenario's source: a paper and its figure, or a lesson. Empty if the name is unknown. */
export function sourceOf(name: string): string {
  return sources[PATHS.get(name) ?? ''] ?? '';
}

/** Groups scenario names by the paper or page that they come from. Groups and names keep the order of `SCENARIO_NAMES`. */
export function byPaper(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of SCENARIO_NAMES) {
    const source = sourceOf(name);
    // The source up to the year, or only the authors if there is no year.
    const paper = /^.*?\b\d{4}\b/.exec(source)?.[0] ?? source.replace(/,.*/, '');
    found.set(paper, [...(found.get(paper) ?? []), name]);
  }
  return found;
}

/** The known name with the smallest edit distance, however large. */
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
