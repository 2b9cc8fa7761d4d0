// Runs a named scenario with the browser's engine under Node, for tests.
import { Stop } from '../child.mjs';
import { loadEngine, scenarioText } from '../engine.mjs';

const loading = loadEngine();

/**
 * Runs a named scenario.
 * @param {string} name
 * @param {(scenario: any) => void} [change] modifies the scenario's JSON before the run
 */
export async function simulate(name, change = () => {}) {
  const json = JSON.parse(scenarioText(name));
  change(json);
  return await simulateText(JSON.stringify(json));
}

/**
 * Runs a scenario given as JSON text, with a link's changes.
 * @param {string} text
 * @param {readonly import('../../web/engine/protocol').Change[]} changes
 */
export async function simulateText(text, changes = []) {
  const { engine } = await loading;
  const opened = engine.open(text).changed(JSON.stringify(changes));
  const { scenario: given, problems } = JSON.parse(opened.verdict());
  const run = opened.run(false);
  opened.free();
  if (run === undefined) throw new Stop(`The scenario is invalid: ${JSON.stringify(problems)}`);
  const { scenario } = JSON.parse(engine.check(JSON.stringify(given)));
  const chunks = [];
  while (!run.step(20_000)) chunks.push(run.take_chunk());
  chunks.push(run.take_chunk());
  const summary = JSON.parse(run.summary());
  run.free();
  return { scenario, chunks, summary };
}
