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
 * Runs a scenario given as JSON text.
 * @param {string} text
 */
export async function simulateText(text) {
  const { engine } = await loading;
  const { scenario, problems } = JSON.parse(engine.check(text));
  if (scenario === null) throw new Stop(`The scenario is invalid: ${JSON.stringify(problems)}`);
  const run = new engine.Run(text);
  const chunks = [];
  while (!run.step(20_000)) chunks.push(run.take_chunk());
  chunks.push(run.take_chunk());
  const summary = JSON.parse(run.summary());
  run.free();
  return { scenario, chunks, summary };
}
