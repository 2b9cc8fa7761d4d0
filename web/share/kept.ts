/**
 * Pinned runs in an address: one `with` parameter each, itself written like an address:
 * `as=reno&scenario=ahn-fig1-rr&flows.0.sender.preset=reno`.
 */
import type { Catalogue, Scenario } from '../engine/schema';
import { KEPT_LETTERS, type Kept } from '../run/kept';
import { changesBetween, misplaced, withChanges } from '../scenario/changes';
import { changesOf, packed, putChanges, unpacked } from './address';

/** Longest name of a kept scenario, in characters. */
const LONGEST_LABEL = 40;

/** A kept scenario as a parameter. What has no file by its name, an experiment or an earlier form, travels whole. `origin` is what its file says and `scenario` what it is, as the engine reads both; null: not known. */
export async function keptParameter(
  { label, name, text }: Kept,
  origin: Scenario | null,
  scenario: Scenario | null,
  catalogue: Catalogue | null,
): Promise<string> {
  const query = new URLSearchParams({ as: label, scenario: name });
  const known = origin !== null && scenario !== null && catalogue !== null && !/[/@]/.test(name);
  // Pinned runs always use the bench's seed.
  const changes = known ? changesBetween(origin, { ...scenario, seed: origin.seed }, catalogue) : null;
  if (changes === null) query.set(...(await packed(text)));
  else putChanges(query, changes);
  return query.toString();
}

/** The pinned runs in an address. `load` returns a scenario's text by name; unreadable entries are skipped. */
export async function keptOf(
  query: URLSearchParams,
  load: (name: string) => Promise<string | null>,
): Promise<Kept[]> {
  const wanted = query.getAll('with').slice(0, KEPT_LETTERS.length);
  const read = await Promise.all(
    wanted.map(async (parameter) => {
      const inner = new URLSearchParams(parameter);
      const name = inner.get('scenario') ?? '';
      const label = (inner.get('as') ?? name).slice(0, LONGEST_LABEL);
      const whole = await unpacked(inner).catch(() => null);
      const text = whole ?? (await load(name));
      if (text === null) return null;
      const { changes } = changesOf(inner);
      const make = (origin: Scenario) => {
        const problems = misplaced(origin, changes);
        return problems.length > 0 ? problems : JSON.stringify(withChanges(origin, changes), null, 2);
      };
      return { label, name, text, make: whole === null && changes.length > 0 ? make : null };
    }),
  );
  return read
    .filter((one) => one !== null)
    .map((one, place) => ({ ...one, letter: KEPT_LETTERS[place] ?? '' }));
}
