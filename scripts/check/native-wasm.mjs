// Compares the native engine with the package that the browser loads: summaries and predictions of random and named
// scenarios must be identical to the last digit. The wasm package gets only the scenario's text.
import { readdirSync } from 'node:fs';
import { must, ROOT, run, Stop } from '../child.mjs';
import { BUILD_PROOF, DIGESTS, loadEngine } from '../engine.mjs';

/** @typedef {import('./test-counts.mjs').Count} Count */
/** @typedef {{ name: string, scenario: string, summary: string, prediction: string }} Result */

const EVENTS = 5_000;
/** A different chunk size than in the native engine, which runs all events at once. */
const EVENTS_PER_STEP = 997;

/** @param {import('./test-steps.mjs').Options} options @returns {Promise<Count>} */
export async function compareNativeWithWasm({ everything, write }) {
  const { engine, theory } = await loadEngine();

  /** @param {string} text */
  const summaryOf = (text) => {
    const simulation = new engine.Run(text);
    for (let left = EVENTS; left > 0; left -= EVENTS_PER_STEP)
      if (simulation.step(Math.min(left, EVENTS_PER_STEP))) break;
    const summary = simulation.summary();
    simulation.free();
    return summary;
  };
  /** @param {string} text */
  const predictionOf = (text) => theory.predict(JSON.stringify(JSON.parse(engine.check(text)).scenario));

  // Each random scenario has dozens of parts, so a hundred already show a part whose arithmetic differs.
  const results = await nativeResults(everything ? 400 : 100);
  const failures = [];
  for (const { name, scenario, summary, prediction } of results) {
    try {
      const wasm = { summary: summaryOf(scenario), prediction: predictionOf(scenario) };
      if (wasm.summary === summary && wasm.prediction === prediction) continue;
      failures.push(name);
      write(
        `${name}: native ${summary} ${prediction}\nwasm ${wasm.summary} ${wasm.prediction}\n${scenario}\n`,
      );
    } catch (error) {
      failures.push(name);
      write(`${name}: wasm failed: ${error}\n${scenario}\n`);
      break; // after a panic the module's memory can't be trusted
    }
  }
  write(`compared ${results.length} scenarios natively and in wasm; ${failures.length} differ\n`);
  const passed = results.length - failures.length;
  return failures.length === 0
    ? { passed, failed: 0 }
    : { passed, failed: failures.length, why: failures.join(', ') };
}

/** @param {number} seeds @returns {Promise<Result[]>} */
async function nativeResults(seeds) {
  await must('Building the random scenarios', 'cargo', BUILD_PROOF);
  const named = readdirSync(`${ROOT}content/scenarios`).map((file) => `content/scenarios/${file}`);
  const { code, output } = await run(DIGESTS, ['0', `${seeds}`, `${EVENTS}`, ...named]);
  if (code !== 0) throw new Stop(`digests failed: ${output.trim()}`);
  const lines = output.trim().split('\n');
  const expected = seeds + named.length;
  if (lines.length !== expected)
    throw new Stop(`digests printed ${lines.length} results instead of ${expected}`);
  return lines.map((line) => JSON.parse(line));
}
