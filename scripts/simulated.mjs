// Runs a named scenario with the browser's engine under Node, for tests.
import { readFileSync } from 'node:fs';
import { ROOT, Stop } from './child.mjs';
import { loadEngine } from './engine.mjs';

const loading = loadEngine();

/**
 * @param {string} name
 * @param {(scenario: any) => void} [change] what is changed in the scenario as its file has it
 */
export async function simulate(name, change = () => {}) {
  const written = JSON.parse(readFileSync(`${ROOT}content/scenarios/${name}.json`, 'utf8'));
  change(written);
  return await simulateText(JSON.stringify(written));
}

/**
 * The same of the text of a scenario.
 * @param {string} text
 */
export async function simulateText(text) {
  const { engine } = await loading;
  const { scenario, problems } = JSON.parse(engine.check(text));
  if (scenario === null) throw new Stop(`The scenario is refused: ${JSON.stringify(problems)}`);
  const run = new engine.Run(text);
  const chunks = [];
  while (!run.step(20_000)) chunks.push(run.take_chunk());
  chunks.push(run.take_chunk());
  const summary = JSON.parse(run.summary());
  run.free();
  return { scenario, chunks, summary };
}
