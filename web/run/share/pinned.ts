/**
 * Pinned runs in an address: one `with` parameter each, itself written like an address:
 * `as=reno&scenario=ahn-fig1-rr&flows.0.sender.preset=reno`.
 */
import type { Catalogue, Scenario } from '../../engine/schema';
import { type Change, changesBetween } from '../../scenario/changes';
import { PINNED_LETTERS, type Pinned } from '../pinned';
import { changesOf, MOST_CHANGES, packed, putChanges, unpacked } from './address';

/** Maximum length of a pinned scenario's name, in characters. */
export const LONGEST_LABEL = 60;

/**
 * Encodes a pinned scenario as a parameter: as changes to its file, or whole if it has no file of its own (an experiment, or an earlier
 * version).
 *
 * @param origin its file as the engine parsed it; null if unknown
 * @param scenario the pinned scenario as the engine parsed it; null if unknown
 */
export async function pinnedParameter(
  { label, name, text }: Pinned,
  origin: Scenario | null,
  scenario: Scenario | null,
  catalogue: Catalogue | null,
): Promise<string> {
  const query = new URLSearchParams({ as: label, scenario: name });
  const known = origin !== null && scenario !== null && catalogue !== null && !/[/@]/.test(name);
  // Pinned runs always use the bench's seed.
  const changes = known ? changesBetween(origin, { ...scenario, seed: origin.seed }, catalogue) : null;
  if (changes === null || changes.length > MOST_CHANGES) query.set(...(await packed(text)));
  else putChanges(query, changes);
  return query.toString();
}

/** The changes to a pinned scenario; null if there are too many. */
function readChanges(query: URLSearchParams): Change[] | null {
  try {
    return changesOf(query).changes;
  } catch {
    return null;
  }
}

/** The pinned runs in an address, without unreadable ones. `load` returns a scenario's text by name. */
export async function pinnedOf(
  query: URLSearchParams,
  load: (name: string) => Promise<string | null>,
): Promise<Pinned[]> {
  const wanted = query.getAll('with').slice(0, PINNED_LETTERS.length);
  const read = await Promise.all(
    wanted.map(async (parameter) => {
      const inner = new URLSearchParams(parameter);
      const name = inner.get('scenario') ?? '';
      const label = (inner.get('as') ?? name).slice(0, LONGEST_LABEL);
      const whole = await unpacked(inner).catch(() => null);
      const text = whole ?? (await load(name));
      if (text === null) return null;
      const changes = readChanges(inner);
      if (changes === null) return null;
      return { label, name, text, changes: whole === null ? changes : [] };
    }),
  );
  return read
    .filter((one) => one !== null)
    .map((one, place) => ({ ...one, letter: PINNED_LETTERS[place] ?? '' }));
}
