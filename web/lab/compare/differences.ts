/** Describes the differences between two scenarios: the changes that a link would contain, with names instead of indexes. */

import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { changesBetween } from '../../scenario/changes';
import { pathInWords, valueInWords } from '../../scenario/describe';
import { at } from '../../scenario/path';

export interface Difference {
  /** The path, with names of flows and links. */
  where: string;
  mine: string;
  theirs: string;
}

/** Ignored fields: descriptions, which don't affect a run, and the seed, because compared runs use the same one. */
const IGNORED = ['version', 'name', 'title', 'about', 'source', 'seed'] as const;
const LISTS = ['links', 'flows', 'datagrams', 'drops', 'timeline'] as const;
const LIST_NAMES: Record<(typeof LISTS)[number], () => string> = {
  links: () => t('links'),
  flows: () => t('flows'),
  datagrams: () => t('datagram sources'),
  drops: () => t('scripted drops'),
  timeline: () => t('changes on the timeline'),
};

/** The second scenario's differences from the first. */
export function differencesOf(mine: Scenario, theirs: Scenario, catalogue: Catalogue): Difference[] {
  const other: Record<string, unknown> = { ...theirs };
  for (const name of IGNORED) other[name] = mine[name];
  const found: Difference[] = [];
  // The topology's effect is compared in `links`, which the engine expands from it.
  other.topology = mine.topology;
  for (const list of LISTS) {
    const [mineCount, theirsCount] = [mine[list].length, theirs[list].length];
    if (mineCount === theirsCount) continue;
    found.push({ where: LIST_NAMES[list](), mine: String(mineCount), theirs: String(theirsCount) });
    other[list] = mine[list];
  }
  const changes = changesBetween(mine, other as unknown as Scenario, catalogue);
  if (changes === null)
    return [...found, { where: t('lists within flows or links'), mine: t('one way'), theirs: t('another') }];
  for (const [path, value] of changes)
    found.push({
      where: pathInWords(path, mine),
      mine: valueInWords(at(mine, path)),
      theirs: valueInWords(value),
    });
  return found;
}
