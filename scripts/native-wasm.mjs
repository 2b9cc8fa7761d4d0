// The same bits natively and in wasm, on random scenarios: the native engine says what comes out, the package that the
// browser loads must say the same, to the last digit of every figure. Wasm is given the scenarios' text only.
import { must, run, Stop } from './child.mjs';
import { BUILD_PROOF, DIGESTS, loadEngine } from './engine.mjs';

/** @typedef {import('./test-counts.mjs').Count} Count */

/** A few hundred are enough for a part whose arithmetic differs to show: each scenario has dozens of parts. */
const SCENARIOS = 400;
const EVENTS = 5_000;
/** Another cut than the native engine's, which takes all in one go. */
const EVENTS_PER_STEP = 997;

/** @returns {Promise<Count>} */
export async function compareNativeWithWasm() {
  const { engine } = await loadEngine();

  /** @param {string} scenario */
  const summaryOf = (scenario) => {
    const simulation = new engine.Run(scenario);
    for (let left = EVENTS; left > 0; left -= EVENTS_PER_STEP)
      if (simulation.step(Math.min(left, EVENTS_PER_STEP))) break;
    const summary = simulation.summary();
    simulation.free();
    return summary;
  };

  const failures = [];
  const answers = await nativeAnswers();
  for (const { seed, scenario, summary } of answers) {
    const problem = problemOf(() => summaryOf(scenario), summary);
    if (problem) failures.push(seed);
    if (problem) console.error(`seed ${seed}: ${problem}\n${scenario}`);
    // After a panic the instance is not to be trusted; nor is what would follow.
    if (problem === TRAPPED) break;
  }
  const { length } = failures;
  console.log(`${answers.length} random scenarios natively and in wasm, ${length} differ`);
  if (length > 0)
    return { passed: answers.length - length, failed: length, why: `seeds ${failures.join(', ')}` };
  return { passed: answers.length, failed: 0 };
}

const TRAPPED = 'wasm failed';

/** @param {() => string} wasm @param {string} native */
function problemOf(wasm, native) {
  try {
    const summary = wasm();
    return summary === native ? undefined : `native ${native}\nwasm   ${summary}`;
  } catch (error) {
    console.error(error);
    return TRAPPED;
  }
}

/** @returns {Promise<{ seed: number, scenario: string, summary: string }[]>} */
async function nativeAnswers() {
  await must('Building the random scenarios', 'cargo', BUILD_PROOF);
  const { code, output } = await run(DIGESTS, ['0', `${SCENARIOS}`, `${EVENTS}`]);
  if (code !== 0) throw new Stop(`digests failed: ${output.trim()}`);
  const lines = output.trim().split('\n');
  if (lines.length !== SCENARIOS) throw new Stop(`${lines.length} answers of ${SCENARIOS}`);
  return lines.map((line) => JSON.parse(line));
}
