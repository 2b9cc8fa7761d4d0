/** Pictures of the lab's scenarios, drawn from their runs when the lab is built (scripts/build/pictures-of-runs.mjs). */
import { scenarioNameOf } from './reference';
import type { Thumbnail } from './thumbnail';

export type { Thumbnail } from './thumbnail';

const files = import.meta.glob<Thumbnail>(
  ['../../../content/scenarios/*.json', '../../../content/lessons/*/*.scenario.json'],
  { query: '?thumbnail', import: 'default' },
);

const loaders = new Map(Object.entries(files).map(([path, load]) => [scenarioNameOf(path), load]));

/** Loads the picture of a scenario by its name; null if the name is unknown. The first call loads all pictures. */
export async function thumbnailOf(name: string): Promise<Thumbnail | null> {
  return (await loaders.get(name)?.()) ?? null;
}
