/**
 * Resolves an address to a scenario (today's version, or the version when the link was made) or an arm of a paper's experiment, with the
 * link's changes and notes for the user. A misspelled name opens the scenario that it resembles, any other unknown name the default one. Also
 * builds the address for a changed scenario.
 */

import { nearNames } from '../../base/near';
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Change } from '../../engine/protocol';
import type { Catalogue, Scenario } from '../../engine/schema';
import { changesBetween } from '../../scenario/changes';
import { isEvidence } from '../../scenario/content/reference';
import { DEFAULT_SCENARIO, loadText, SCENARIO_NAMES } from '../../scenario/content/scenarios';
import { changesOf, checkSize, MOST_CHANGES, markOf, packed, putChanges, unpacked } from './address';

/** A link's own scenario, and its changes. */
export interface Link {
  /** The scenario that the link contains; null if its changes apply to the scenario that it names. */
  text: string | null;
  changes: readonly Change[];
}

export interface Opening {
  /**
   * The name of a scenario, an experiment (`low-2000/chain/wpf`), a run behind the evidence (`evidence/ns2/alone-reno`), or an
   * earlier version of any (`ahn-fig2@0p2x71ab`).
   */
  name: string;
  /** The named scenario's text; null for the bench's current one. */
  text: string | null;
  /** Null if the link opens the scenario as it is. */
  link: Link | null;
  /** Sentences for the user. */
  notes: string[];
  /** True if the address opens exactly what it names, at the version it names. */
  exact: boolean;
  /** True if the address names a scenario that there isn't, and none is similar. */
  unknown?: boolean;
}

/** The address parameters for a name: `scenario` or `experiment`, and the mark of an earlier version. */
export function placeOf(name: string): {
  parameter: 'scenario' | 'experiment';
  base: string;
  mark: string | null;
} {
  const [base = '', mark = null] = name.split('@');
  return { parameter: base.includes('/') ? 'experiment' : 'scenario', base, mark };
}

/** Resolves an address. `current` is the name of the scenario on the bench; empty if there is none yet. */
export async function openingOf(query: URLSearchParams, current = ''): Promise<Opening> {
  try {
    checkSize(query);
  } catch (error) {
    const notes = [(error as Error).message];
    const base = current === '' ? await defaultBase(notes) : { name: current, text: null, notes };
    return { ...base, exact: false, link: null };
  }
  const base = await baseOf(query, current);
  const { changes, unread } = changesOf(query);
  const values = t('This link’s values for {names} can’t be read. The rest of the link applies.', {
    names: shortened(unread.join(', ')),
  });
  const notes = [...(unread.length > 0 ? [values] : []), ...base.notes];
  const exact = base.exact && unread.length === 0;
  try {
    const text = await unpacked(query);
    const link = text === null && changes.length === 0 ? null : { text, changes };
    return { ...base, notes, exact, link };
  } catch (error) {
    return { ...base, notes: [...base.notes, (error as Error).message], exact: false, link: null };
  }
}

type Base = Pick<Opening, 'name' | 'text' | 'notes' | 'exact' | 'unknown'>;

async function baseOf(query: URLSearchParams, current: string): Promise<Base> {
  const scenario = query.get('scenario');
  const experiment = query.get('experiment');
  if (experiment !== null) {
    try {
      const former = () => experimentText(experiment, false);
      return await asMarked(query, experiment, await experimentText(experiment), former);
    } catch (error) {
      return await defaultBase([`${(error as Error).message} ${t("Here is the lab's first scenario.")}`]);
    }
  }
  if (scenario === null && current !== '') return { name: current, text: null, notes: [], exact: true };
  const wanted = scenario ?? DEFAULT_SCENARIO;
  if (SCENARIO_NAMES.includes(wanted)) return await asMarked(query, wanted, await textOf(wanted));
  const [name] = nearNames(wanted, SCENARIO_NAMES, 1);
  const shown = shortened(wanted);
  if (name === undefined)
    return await defaultBase([
      t("There's no scenario called {scenario}, and none with a similar name.", { scenario: shown }),
    ]);
  const notes = [
    t("There's no scenario called {scenario}. Here is the one with the most similar name, {name}.", {
      scenario: shown,
      name,
    }),
  ];
  return { name, text: await textOf(name), notes, exact: false };
}

async function defaultBase(notes: string[]): Promise<Base> {
  return {
    name: DEFAULT_SCENARIO,
    text: await textOf(DEFAULT_SCENARIO),
    notes,
    exact: false,
    unknown: true,
  };
}

/** The text of a paper's experiment, or of a run behind the evidence. */
async function experimentText(name: string, titled = true): Promise<string> {
  if (!isEvidence(name))
    return await (await import('../../scenario/content/experiments')).loadExperiment(name, loadText, titled);
  const { loadRun } = await import('../../scenario/content/evidence/runs');
  return await loadRun(name, loadText);
}

/**
 * The version that a link's mark names: today's, or an earlier one.
 *
 * @param former the text as older links mark it, which differs from today's in its title only
 */
async function asMarked(
  query: URLSearchParams,
  name: string,
  text: string,
  former?: () => Promise<string>,
): Promise<Base> {
  const mark = query.get('of');
  if (mark === null || mark === markOf(text)) return { name, text, notes: [], exact: true };
  if (former && mark === markOf(await former())) return { name, text, notes: [], exact: true };
  const { loadEarlier } = await import('../../scenario/content/archive');
  const earlier = await loadEarlier(mark);
  if (earlier !== null && withoutDescriptions(earlier) === withoutDescriptions(text))
    return { name, text, notes: [], exact: true };
  if (earlier !== null) {
    const notes = [t('The scenario has changed since this link was made. You see the version from then.')];
    return { name: `${name}@${mark}`, text: earlier, notes, exact: true };
  }
  const notes = [
    t(
      'This link was made for an earlier version of the scenario. Its changes now apply to the current scenario.',
    ),
  ];
  return { name, text, notes, exact: false };
}

/** The scenario without its descriptions, which don't affect the run. */
function withoutDescriptions(text: string): string {
  const { title, about, source, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(rest);
}

async function textOf(name: string): Promise<string> {
  const text = await loadText(name);
  if (text === null) throw new Error(t('There’s no scenario called {name}.', { name }));
  return text;
}

/** The bench's scenario and its origin. */
interface LinkedState {
  name: string;
  text: string;
  scenario: Scenario;
  origin: { file: string; scenario: Scenario };
}

/** Builds the address, from `#` on, that opens the bench with its current scenario. */
export async function linkOf(state: LinkedState, catalogue: Catalogue): Promise<string> {
  const { name, text, scenario, origin } = state;
  const { parameter, base } = placeOf(name);
  const query = new URLSearchParams({ [parameter]: base });
  const changes = changesBetween(origin.scenario, scenario, catalogue);
  if (changes === null || changes.length > MOST_CHANGES) query.set(...(await packed(text)));
  else {
    // Include the mark even without changes, so that the link keeps opening today's version of the scenario.
    query.set('of', markOf(origin.file));
    putChanges(query, changes);
  }
  return `#/bench?${query}`;
}
