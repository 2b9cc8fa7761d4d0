/** Describes the differences of two scenarios: the changes that a link would carry, with names instead of indexes. */
import type { Catalogue, Scenario } from '../engine/schema';
import { t } from '../words/words';
import { changesBetween } from './changes';
import { placeInWords, valueInWords } from './describe';
import { at } from './path';

export interface Difference {
  /** The place, with names of flows and links. */
  where: string;
  mine: string;
  theirs: string;
}

/** Fields that describe a scenario without affecting its run, and the seed, which a comparison makes equal. */
const TOLD = ['version', 'name', 'title', 'about', 'source', 'seed'] as const;
const LISTS = ['links', 'flows', 'datagrams', 'drops', 'timeline'] as const;
const RECORDS: Record<(typeof LISTS)[number], () => string> = {
  links: () => t('links'),
  flows: () => t('flows'),
  datagrams: () => t('datagram sources'),
  drops: () => t('scripted drops'),
  timeline: () => t('changes on the timeline'),
};

/** Differences of the second scenario from the first. */
export function differencesOf(mine: Scenario, theirs: Scenario, catalogue: Catalogue): Difference[] {
  const other: Record<string, unknown> = { ...theirs };
  for (const name of TOLD) other[name] = mine[name];
  const found: Difference[] = [];
  // The links are written out of it; what it makes is compared there.
  other.topology = mine.topology;
  for (const list of LISTS) {
    const [here, there] = [mine[list].length, theirs[list].length];
    if (here === there) continue;
    found.push({ where: RECORDS[list](), mine: String(here), theirs: String(there) });
    other[list] = mine[list];
  }
  const changes = changesBetween(mine, other as unknown as Scenario, catalogue);
  if (changes === null)
    return [...found, { where: t('lists within flows or links'), mine: t('one way'), theirs: t('another') }];
  for (const [path, value] of changes)
    found.push({
      where: placeInWords(path, mine),
      mine: valueInWords(at(mine, path)),
      theirs: valueInWords(value),
    });
  return found;
}
