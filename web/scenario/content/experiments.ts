/** Scenarios of the papers' experiments. */
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Arm, Experiment } from '../../engine/generated/papers';
import type { Scenario } from '../../engine/schema';
import { withNamed } from '../path';
import { parseReference } from './reference';

/** A run needs no more of a paper than these. */
const files = import.meta.glob<Experiment[]>('../../../content/papers/*.json', {
  query: '?experiments',
  import: 'default',
});

/**
 * The text of an experiment's scenario with an arm's changes and seed 1.
 *
 * @param title the title of an arm that changes something; null keeps the scenario's
 */
function scenarioOf(text: string, arm: Arm | undefined, title: string | null): string {
  const scenario = JSON.parse(text) as Scenario;
  if (title !== null && arm !== undefined && Object.keys(arm.set).length > 0) scenario.title = title;
  const set = { ...arm?.set, seed: 1 };
  const changed = Object.entries(set).reduce(
    (changing, [path, value]) => withNamed(changing, path, value),
    scenario,
  );
  return JSON.stringify(changed, null, 2);
}

/** Finds an arm of an experiment by name. The name may turn factors on: `small+cam`. */
function armNamed({ arms = [], factors = [] }: Experiment, named: string | null): Arm | undefined {
  const [arm, ...on] = (named ?? '').split('+');
  const parts = [
    arms.find(({ name }) => name === arm),
    ...on.map((factor) => factors.find(({ name }) => name === factor)),
  ];
  const set: Arm['set'] = {};
  for (const part of parts) {
    if (part === undefined) return undefined;
    Object.assign(set, part.set);
  }
  return { name: named ?? '', set };
}

/**
 * Loads the scenario of an experiment that an address names. `textOf` loads the text of a named scenario. The error's message is shown to
 * users.
 *
 * @param titled false for the title of the scenario that the experiment starts from, which may name another sender
 */
export async function loadExperiment(
  address: string,
  textOf: (name: string) => Promise<string | null>,
  titled = true,
): Promise<string> {
  const reference = parseReference(address);
  const experiments = reference && (await files[`../../../content/papers/${reference.paper}.json`]?.());
  const experiment = experiments?.find(({ name }) => name === reference?.experiment);
  const arm = experiment && armNamed(experiment, reference?.arm ?? null);
  const text = experiment && (await textOf(experiment.scenario));
  if (typeof text !== 'string' || (arm === undefined && reference?.arm !== null))
    throw new Error(t('No paper has an experiment called {name}.', { name: shortened(address) }));
  return scenarioOf(text, arm, titled ? `${experiment?.title} (${arm?.name})` : null);
}
