// What each test runner's own report comes to. A test that did not run is a failure here: leaving tests out
// must never look like passing them.

/** @typedef {{ passed: number, failed: number, why?: string }} Count */

/**
 * One check that passes or fails as a whole: a linter, a build.
 * @param {number} code
 * @returns {Count}
 */
export function wholeCheck(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, why: `exit code ${code}` };
}

/**
 * Every `test result:` line of cargo test, one for each test program.
 * @param {string} output
 * @param {number} code
 */
export function cargoCount(output, code) {
  let [passed, failed, left_out] = [0, 0, 0];
  for (const line of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)) {
    passed += Number(line[1]);
    failed += Number(line[2]);
    left_out += Number(line[3]);
  }
  return strict({ passed, failed, left_out, healthy: code === 0 });
}

/**
 * The last line of a long run of random scenarios.
 * @param {string} output
 * @param {number} code
 */
export function soakCount(output, code) {
  const [, done = '0', failed = '0'] = [...output.matchAll(/: (\d+) scenarios, (\d+) failed/g)].at(-1) ?? [];
  return strict({
    passed: Number(done) - Number(failed),
    failed: Number(failed),
    left_out: 0,
    healthy: code === 0,
  });
}

/** @typedef {{ assertionResults: readonly { status: string, fullName: string }[] }} VitestFile */

/**
 * Tests whose names say that they need a program may be left out where it is missing, and are told.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults?: readonly VitestFile[] }} report
 * @param {number} code
 */
export function vitestCount(report, code) {
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const without = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  const lacking = without.flatMap(({ fullName }) => /\(needs (\w+)\)/.exec(fullName)?.[1] ?? []);
  const left_out = report.numPendingTests + report.numTodoTests - lacking.length;
  const count = strict({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    left_out,
    healthy: code === 0,
  });
  return withLacking(count, lacking);
}

/**
 * @typedef {{ title?: string, suites?: PlaywrightSuite[], specs?: { tests: { status: string, annotations: { type: string,
 *   description?: string }[] }[] }[] }} PlaywrightSuite
 */

/**
 * Tests that were skipped because they need a program may be left out where it is missing, and are told.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[] }} report
 * @param {number} code
 */
export function playwrightCount({ stats, suites = [] }, code) {
  const lacking = suites.flatMap(lackingIn);
  const count = strict({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    left_out: stats.skipped - lacking.length,
    healthy: code === 0,
  });
  return withLacking(count, lacking);
}

/** Programs that the skipped tests of a suite need. @param {PlaywrightSuite} suite @returns {string[]} */
function lackingIn({ suites = [], specs = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .flatMap(({ annotations }) =>
      annotations.flatMap(({ description = '' }) => /^needs (\S+)$/.exec(description)?.[1] ?? []),
    );
  return [...own, ...suites.flatMap(lackingIn)];
}

/** @param {Count} count @param {readonly string[]} lacking what is missing, for each test that was left out @returns {Count} */
function withLacking(count, lacking) {
  if (lacking.length === 0 || count.failed > 0) return count;
  return {
    ...count,
    why: `${lacking.length} LEFT OUT: ${[...new Set(lacking)].join(', ')} is not installed`,
  };
}

/**
 * @param {{ passed: number, failed: number, left_out: number, healthy: boolean }} result
 * @returns {Count}
 */
function strict({ passed, failed, left_out, healthy }) {
  if (failed > 0) return { passed, failed: failed + left_out };
  if (left_out > 0) return { passed, failed: left_out, why: `${left_out} skipped` };
  if (!healthy) return { passed, failed: 1, why: 'the runner failed outside of a test' };
  if (passed === 0) return { passed, failed: 1, why: 'no tests were found' };
  return { passed, failed };
}
