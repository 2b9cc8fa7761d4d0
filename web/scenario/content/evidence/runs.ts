/** Scenarios for the bench: those behind the rows of comparisons, the cells of the grid and the sentences of RFCs. */
import { shortened } from '../../../base/shortened';
import { t } from '../../../base/words/words';
import { withNamed } from '../../path';
import { parseEvidence, type SentenceRun } from '../reference';
import { cellScenario } from './cellScenario';
import { type BatteryRow, loadBattery, loadGridScenarios, loadPackets } from './data';
import { loadRfcs, loadSentenceBase, sentenceScenario } from './sentences';

/**
 * Loads the scenario that an address names. `textOf` loads the text of a named scenario. The error's message is shown to users.
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
  if (run?.kind === 'packets')
    scenario = (await loadPackets()).rows.find(({ id }) => id === run.id)?.scenario ?? null;
  if (run?.kind === 'sentence') scenario = await scenarioOf(run);
  if (scenario === null)
    throw new Error(t('The evidence has no run called {name}.', { name: shortened(address) }));
  return JSON.stringify(scenario, null, 2);
}

/** The scenario of a sentence; null if there is none, or no switch that it names. */
async function scenarioOf({ id, switched }: SentenceRun): Promise<unknown> {
  const [rfcs, base] = await Promise.all([loadRfcs(), loadSentenceBase()]);
  const rfc = rfcs.find(({ sentences }) => sentences.some((sentence) => sentence.id === id));
  const sentence = rfc?.sentences.find((one) => one.id === id);
  if (rfc === undefined || sentence === undefined || (switched && sentence.switch === undefined)) return null;
  return sentenceScenario(base, rfc, sentence, switched);
}

/** The scenario of a row with seed 1; null if its base scenario doesn't exist. */
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
  // The file's `about` may not apply to the changed scenario.
  const { about, ...rest } = changed;
  return { ...rest, title };
}
