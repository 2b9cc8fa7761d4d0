// npm test runs the tests for a commit; npm test -- rust|web|browser runs one part of them; npm run check runs
// everything. After a failing step, only the steps that need its result are skipped. The last line counts checks and
// tests.
import { WITH_BROWSERS } from '../browser.mjs';
import { main, Stop } from '../child.mjs';
import { installOptional, provide } from '../machine.mjs';
import { addRustLints, checkClone, setUp } from '../setup.mjs';
import { Output } from './output.mjs';
import { PARTS, perform, STEPS } from './test-steps.mjs';

/** @typedef {import('./test-counts.mjs').Count & { name: string, seconds: number }} Result */
/** @typedef {import('./test-steps.mjs').Step} Step */

await main(async () => {
  const args = process.argv.slice(2);
  const everything = args.includes('--everything');
  const part = args.find((arg) => arg !== '--everything');
  const known = PARTS.find((name) => name === part);
  if (part !== undefined && !known)
    throw new Stop(`there is no part "${part}"; allowed: ${PARTS.join(', ')}`);

  const start = performance.now();
  const steps = STEPS.filter(
    ({ parts, checkOnly }) => (!known || parts.includes(known)) && (everything || !checkOnly),
  );
  try {
    await checkClone();
    await setUp();
    if (known !== 'web' && known !== 'browser') await addRustLints();
    await setUpPrograms(everything ? STEPS : steps, everything);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`vegas-lab: ${error.message}`);
    return report([{ name: 'set-up', seconds: 0, passed: 0, failed: 1, why: error.message }], start);
  }
  return report(await runAll(steps, everything), start);
});

/**
 * Finds or installs the programs that the steps use, so that a missing one is reported now and not minutes later.
 * @param {readonly Step[]} steps
 * @param {boolean} everything
 */
async function setUpPrograms(steps, everything) {
  if (everything) await installOptional(WITH_BROWSERS);
  for (const need of new Set(steps.flatMap(({ uses = [] }) => uses))) {
    const found = await provide(need, WITH_BROWSERS);
    if ('at' in found) console.log(`${need.name} for the tests: ${found.at}`);
    else if (need.optional && !everything) console.log(`Tests without ${need.name}: ${found.missing}`);
    else throw new Stop(found.missing);
  }
}

/**
 * Runs both lanes in parallel, the steps of each in order.
 * @param {readonly Step[]} steps
 * @param {boolean} everything
 */
function runAll(steps, everything) {
  const output = new Output();
  /** @type {Map<string, Promise<Result>>} */
  const started = new Map();
  for (const step of steps) {
    const earlier = [...started].filter(([name]) => step.alone || laneOf(steps, name) === step.lane);
    const needed = (step.needs ?? []).flatMap((name) => started.get(name) ?? []);
    const ready = Promise.all(earlier.map(([, result]) => result)).then(() => Promise.all(needed));
    started.set(
      step.name,
      ready.then((results) => {
        const broken = results.find(({ failed }) => failed > 0);
        if (!broken) return timed(step, everything, output);
        const why = `not run: needs the ${broken.name}`;
        return { name: step.name, seconds: 0, passed: 0, failed: 1, why };
      }),
    );
  }
  return Promise.all(started.values());
}

/** @param {readonly Step[]} steps @param {string} name */
function laneOf(steps, name) {
  return steps.find((step) => step.name === name)?.lane;
}

/** @param {Step} step @param {boolean} everything @param {Output} output @returns {Promise<Result>} */
async function timed(step, everything, output) {
  const { write, end } = output.begin();
  write(`\n── ${step.name} ${'─'.repeat(Math.max(0, 90 - step.name.length))}\n`);
  const start = performance.now();
  const count = await perform(step, { everything, write }).catch((error) => ({
    passed: 0,
    failed: 1,
    why: `${error}`,
  }));
  end();
  return { name: step.name, ...count, seconds: (performance.now() - start) / 1000 };
}

/** @param {readonly Result[]} results @param {number} start @returns {number} the exit code */
function report(results, start) {
  console.log();
  for (const { name, passed, failed, seconds, why } of results) {
    const verdict = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
    line(name, seconds, `${verdict}${why ? ` (${why})` : ''}`);
  }
  // Less than the sum of the steps, because the two lanes run in parallel.
  line('all', (performance.now() - start) / 1000, '');
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}

/** @param {string} name @param {number} seconds @param {string} text */
function line(name, seconds, text) {
  console.log(`${name.padEnd(22)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${text}`.trimEnd());
}
