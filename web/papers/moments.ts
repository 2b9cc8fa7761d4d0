/** The part of a run that a number is about. */
import type { Entry, Paper } from '../scenario/content/papers';

type Seconds = readonly [from: number, to: number];

/**
 * A minute of the runs whose transfers take turns for hours, by their scenarios. A whole run of that kind is one slab of color; in a minute
 * you see a transfer of each sender and its window.
 */
const MINUTES: Readonly<Record<string, Seconds>> = {
  'ahn-table1-both-ways': [2000, 2060],
  'ahn-table1-load': [2000, 2060],
  'ahn-table1-5ts': [2000, 2060],
  'ahn-live': [600, 660],
};

/** The window that a number is measured in, or a minute of a run of hours; null for the whole run. */
export function momentOf(paper: Paper, { experiment, measure }: Entry): Seconds | null {
  const scenario = paper.experiments.find(({ name }) => name === experiment)?.scenario ?? '';
  return windowIn(measure) ?? MINUTES[scenario] ?? null;
}

/** The first window of a measure, which may be made of others: a ratio has two. */
function windowIn(measure: unknown): Seconds | null {
  if (typeof measure !== 'object' || measure === null) return null;
  const { window_s } = measure as { window_s?: unknown };
  if (Array.isArray(window_s)) return [Number(window_s[0]), Number(window_s[1])];
  for (const part of Object.values(measure)) {
    const found = windowIn(part);
    if (found !== null) return found;
  }
  return null;
}
