/** Senders in menus: by family, and by what is typed. */
import type { Catalogue } from '../engine/schema';
import { bestMatches } from './search';

type Preset = Catalogue['presets'][number];

export interface Family {
  family: string;
  presets: Preset[];
}

/** The families in the order of their first members. */
export function byFamily(presets: readonly Preset[]): Family[] {
  const families = new Map<string, Preset[]>();
  for (const preset of presets) families.set(preset.family, [...(families.get(preset.family) ?? []), preset]);
  return [...families].map(([family, own]) => ({ family, presets: own }));
}

export function matchingSenders(presets: readonly Preset[], query: string): Preset[] {
  return bestMatches(presets, query, ({ name, title, family, doc, source }) => ({
    names: `${name} ${title} ${family}`,
    about: `${doc} ${source}`,
  }));
}
