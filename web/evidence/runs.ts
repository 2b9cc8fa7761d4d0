/** The scenario behind a row of a comparison or a cell of the grid, as text for the bench. */
import { withNamed } from '../papers/papers';
import { t } from '../words/words';
import { type BatteryRow, type GridScenarios, loadBattery, loadGridScenarios } from './data';
import { type CellName, parseEvidence } from './reference';

/**
 * Loads the scenario that an address names; `textOf` loads the text of a named scenario. Fails with a sentence for the
 * reader.
 */
export async function loadRun(
  address: string,
  textOf: (name: string) => Promise<string | null>,
): Promise<string> {
  const run = parseEvidence(address);
  let scenario: unknown = null;
  if (run?.kind === 'cell') scenario = cellScenario(await loadGridScenarios(), run.cell);
  if (run?.kind === 'row') {
    const row = (await loadBattery(run.peer)).rows.find(({ id }) => id === run.id);
    scenario = row === undefined ? null : await rowScenario(row, textOf);
  }
  if (scenario === null) throw new Error(t('The evidence has no run called {name}.', { name: address }));
  return JSON.stringify(scenario, null, 2);
}

/** The scenario of a cell with seed 1; null if the file has no such cell. */
export function cellScenario(file: GridScenarios, { preset, receiver, path, company }: CellName): unknown {
  const part = own(file.receivers, receiver);
  const special = own(own(own(file.exceptions, preset), path), company);
  const template = special ?? own(own(file.templates, path), company);
  if (part === undefined || template === undefined) return null;
  const scenario = filled(template, { $preset: preset, $receiver: part });
  return { ...(scenario as object), title: [preset, receiver, path, company].join(' · ') };
}

/** A property of the object's own, so that a link can't name `constructor`. */
function own<T>(object: Record<string, T> | undefined, key: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The template with values in place of the words that stand for them. */
function filled(template: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === 'string') return own(values, template) ?? template;
  if (Array.isArray(template)) return template.map((value) => filled(value, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, values)]));
}

/** The scenario of a row with the first seed; null if it starts from a scenario that isn't there. */
async function rowScenario(
  { title, scenario }: BatteryRow,
  textOf: (name: string) => Promise<string | null>,
): Promise<unknown> {
  if ('inline' in scenario) return { ...(scenario.inline as object), seed: 1 };
  const text = await textOf(scenario.base);
  if (text === null) return null;
  const changes = Object.entries({ ...scenario.set, seed: 1 });
  const changed = changes.reduce(
    (changing, [path, value]) => withNamed(changing, path, value),
    JSON.parse(text),
  );
  // What the file says about itself may not be true of the changed scenario.
  const { about, ...rest } = changed;
  return { ...rest, title };
}
