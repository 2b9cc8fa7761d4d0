// npm test: everything that must hold. A step that fails does not keep the others from running, unless they
// need what it makes. The last line says how many checks and tests passed and failed.
import { findBrowser } from './browser.mjs';
import { main, Stop } from './child.mjs';
import { addRustLints, setUp } from './setup.mjs';
import { STEPS } from './test-steps.mjs';

/** @typedef {import('./test-counts.mjs').Count & { name: string, seconds: number }} Result */

await main(async () => {
  try {
    await setUp();
    await addRustLints();
    // Looked for now rather than when it is needed, which is minutes later.
    console.log(`Browser for the tests: ${await findBrowser()}`);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`vegas-lab: ${error.message}`);
    return report([{ name: 'set-up', seconds: 0, passed: 0, failed: 1, why: error.message }]);
  }

  /** @type {Result[]} */
  const results = [];
  for (const step of STEPS) {
    const needed = results.find(({ name }) => name === step.needs);
    if (needed && needed.failed > 0) {
      results.push({
        name: step.name,
        seconds: 0,
        passed: 0,
        failed: 1,
        why: `not run: needs the ${step.needs}`,
      });
    } else {
      results.push(await timed(step));
    }
  }
  return report(results);
});

/** @param {import('./test-steps.mjs').Step} step @returns {Promise<Result>} */
async function timed({ name, run }) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 90 - name.length))}`);
  const start = performance.now();
  const count = await run().catch((error) => ({ passed: 0, failed: 1, why: `${error}` }));
  return { name, ...count, seconds: (performance.now() - start) / 1000 };
}

/** @param {Result[]} results @returns {number} the exit code */
function report(results) {
  console.log();
  for (const { name, passed, failed, seconds, why } of results) {
    const verdict = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
    console.log(
      `${name.padEnd(22)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${verdict}${why ? ` (${why})` : ''}`,
    );
  }
  const total = (/** @type {'passed' | 'failed' | 'seconds'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  console.log(`${'all'.padEnd(22)} ${`${total('seconds').toFixed(1)} s`.padStart(8)}`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}
