// Counts passed and failed tests in the reports of the test runners. A skipped test counts as failed, so that skipping
// tests never looks like passing them.

/** @typedef {{ passed: number, failed: number, why?: string }} Count */

/**
 * The count of a step that passes or fails as a whole, for example a linter or a build.
 * @param {number} code
 * @returns {Count}
 */
export function wholeCheck(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, why: `exit code ${code}` };
}

/**
 * Sums the `test result:` lines of cargo test, one for each test binary.
 * @param {string} output
 * @param {number} code
 */
export function cargoCount(output, code) {
  let [passed, failed, skipped] = [0, 0, 0];
  for (const line of output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)) {
    passed += Number(line[1]);
    failed += Number(line[2]);
    skipped += Number(line[3]);
  }
  return strict({ passed, failed, skipped, healthy: code === 0 });
}

/**
 * Reads the last line of a run of random scenarios.
 * @param {string} output
 * @param {number} code
 */
export function soakCount(output, code) {
  const [, done = '0', failed = '0'] = [...output.matchAll(/: (\d+) scenarios, (\d+) failed/g)].at(-1) ?? [];
  return strict({
    passed: Number(done) - Number(failed),
    failed: Number(failed),
    skipped: 0,
    healthy: code === 0,
  });
}

/**
 * Reads the last line of a run of changed scenarios.
 * @param {string} output
 * @param {number} code
 */
export function mutationsCount(output, code) {
  const [, done = '0', failed = '0'] =
    [...output.matchAll(/^(\d+) iterations, \d+ ran, (\d+) failed/gm)].at(-1) ?? [];
  return strict({
    passed: Number(done) - Number(failed),
    failed: Number(failed),
    skipped: 0,
    healthy: code === 0,
  });
}

/**
 * Counts the parts of the bench that could be measured.
 * @param {string} output
 * @param {number} code
 */
export function benchCount(output, code) {
  const verdicts = [...output.matchAll(/^bench \w+: (measured$|NOT MEASURED)/gm)].map(
    ([, verdict]) => verdict,
  );
  const passed = verdicts.filter((verdict) => verdict === 'measured').length;
  return strict({ passed, failed: verdicts.length - passed, skipped: 0, healthy: code === 0 });
}

/**
 * Reads pytest's JUnit report.
 * @param {string} report
 * @param {number} code
 */
export function pytestCount(report, code) {
  /** @param {string} name */
  const count = (name) => Number(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`).exec(report)?.[1] ?? 0);
  const [failed, skipped] = [count('failures') + count('errors'), count('skipped')];
  return strict({ passed: count('tests') - failed - skipped, failed, skipped, healthy: code === 0 });
}

/** @typedef {{ assertionResults: readonly { status: string, fullName: string }[] }} VitestFile */

/**
 * A test whose name says that it needs a program may be skipped if the program isn't installed; the count reports it.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults?: readonly VitestFile[] }} report
 * @param {number} code
 */
export function vitestCount(report, code) {
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const notRun = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  const missingPrograms = notRun.flatMap(({ fullName }) => /\(needs (\w+)\)/.exec(fullName)?.[1] ?? []);
  const skipped = report.numPendingTests + report.numTodoTests - missingPrograms.length;
  const count = strict({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped,
    healthy: code === 0,
    leftOut: missingPrograms.length,
  });
  return withMissingPrograms(count, missingPrograms);
}

/**
 * @typedef {{ title?: string, suites?: PlaywrightSuite[], specs?: { tests: { status: string, annotations: { type: string,
 *   description?: string }[] }[] }[] }} PlaywrightSuite
 */

/**
 * A test that needs a program may be skipped if the program isn't installed; the count reports it.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[] }} report
 * @param {number} code
 */
export function playwrightCount({ stats, suites = [] }, code) {
  const missingPrograms = suites.flatMap(missingProgramsIn);
  const count = strict({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped - missingPrograms.length,
    healthy: code === 0,
    leftOut: missingPrograms.length,
  });
  return withMissingPrograms(count, missingPrograms);
}

/** Programs that the skipped tests of a suite need. @param {PlaywrightSuite} suite @returns {string[]} */
function missingProgramsIn({ suites = [], specs = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .flatMap(({ annotations }) =>
      annotations.flatMap(({ description = '' }) => /^needs (\S+)$/.exec(description)?.[1] ?? []),
    );
  return [...own, ...suites.flatMap(missingProgramsIn)];
}

/** @param {Count} count @param {readonly string[]} missingPrograms one for each skipped test @returns {Count} */
function withMissingPrograms(count, missingPrograms) {
  if (missingPrograms.length === 0 || count.failed > 0) return count;
  return {
    ...count,
    why: `${missingPrograms.length} SKIPPED: ${[...new Set(missingPrograms)].join(', ')} is not installed`,
  };
}

/**
 * @param {{ passed: number, failed: number, skipped: number, healthy: boolean, leftOut?: number }} result `leftOut` counts tests that
 *   need a missing program
 * @returns {Count}
 */
function strict({ passed, failed, skipped, healthy, leftOut = 0 }) {
  if (failed > 0) return { passed, failed: failed + skipped };
  if (skipped > 0) return { passed, failed: skipped, why: `${skipped} skipped` };
  if (!healthy) return { passed, failed: 1, why: 'the runner failed outside of a test' };
  if (passed + leftOut === 0) return { passed, failed: 1, why: 'no tests were found' };
  return { passed, failed };
}
