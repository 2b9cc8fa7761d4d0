import { expect, it } from 'vitest';
import {
  cargoCount,
  mutationsCount,
  playwrightCount,
  pytestCount,
  soakCount,
  vitestCount,
  wholeCheck,
} from './test-counts.mjs';

const line = (/** @type {string} */ counts) => `test result: ok. ${counts}; 0 measured; 0 filtered out\n`;
const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };

it('the count of a step adds up the test binaries of cargo', () => {
  const output = line('5 passed; 0 failed; 0 ignored') + line('7 passed; 0 failed; 0 ignored');
  expect(cargoCount(output, 0)).toEqual({ passed: 12, failed: 0 });
  expect(cargoCount(output + line('1 passed; 2 failed; 0 ignored'), 101)).toMatchObject({
    passed: 13,
    failed: 2,
  });
});

it('the count of a step reads the last line of a run of random scenarios', () => {
  const output =
    'so far: 7 scenarios, 0 failed, 3 ran\nseeds 0 to 9, engine 1: 10 scenarios, 2 failed, 4 ran\n';
  expect(soakCount(output, 1)).toEqual({ passed: 8, failed: 2 });
  expect(soakCount(output.replace('2 failed', '0 failed'), 0)).toEqual({ passed: 10, failed: 0 });
  expect(soakCount('', 101).failed).toBe(1);
});

it('the count of a step reads the last line of a run of changed scenarios', () => {
  const output = 'so far: 7 iterations, 3 ran, 0 failed\n10 iterations, 4 ran, 2 failed\n';
  expect(mutationsCount(output, 1)).toEqual({ passed: 8, failed: 2 });
  expect(mutationsCount(output.replace('2 failed', '0 failed'), 0)).toEqual({ passed: 10, failed: 0 });
  expect(mutationsCount('', 101).failed).toBe(1);
});

it("the count of a step reads pytest's report", () => {
  const report = (/** @type {string} */ counts) =>
    `<testsuites name="pytest tests"><testsuite name="pytest" ${counts} time="1.2">`;
  const passed = report('errors="0" failures="0" skipped="0" tests="9"');
  expect(pytestCount(passed, 0)).toEqual({ passed: 9, failed: 0 });
  expect(pytestCount(passed, 1).failed).toBe(1);
  expect(pytestCount(report('errors="1" failures="2" skipped="0" tests="9"'), 1)).toEqual({
    passed: 6,
    failed: 3,
  });
  expect(pytestCount(report('errors="0" failures="0" skipped="2" tests="9"'), 0).failed).toBe(2);
  expect(pytestCount('', 0).failed).toBe(1);
});

it('the count of a step counts passed tests in reports of vitest and Playwright', () => {
  expect(vitestCount(vitest, 0)).toEqual({ passed: 3, failed: 0 });
  expect(playwrightCount({ stats }, 0)).toEqual({ passed: 4, failed: 0 });
  expect(wholeCheck(0)).toEqual({ passed: 1, failed: 0 });
});

it('the count of a step counts every skipped test as failed', () => {
  expect(cargoCount(line('5 passed; 0 failed; 2 ignored'), 0).failed).toBe(2);
  expect(vitestCount({ ...vitest, numPendingTests: 1, numTodoTests: 1 }, 0).failed).toBe(2);
  expect(playwrightCount({ stats: { ...stats, skipped: 1 } }, 0).failed).toBe(1);
});

it('the count of a step reports tests that were skipped because a program is missing', () => {
  const results = (/** @type {string} */ fullName) => [
    { assertionResults: [{ status: 'skipped', fullName }] },
  ];
  const skipped = { ...vitest, numPendingTests: 1 };
  const missingProgram = { ...skipped, testResults: results('captures (needs tshark) reads one') };
  expect(vitestCount(missingProgram, 0)).toEqual({
    passed: 3,
    failed: 0,
    why: '1 SKIPPED: tshark is not installed',
  });
  expect(vitestCount({ ...skipped, testResults: results('captures reads one') }, 0).failed).toBe(1);
});

it('the count of a step reports missing browsers at any depth of the suite', () => {
  const skipped = { ...stats, skipped: 1 };
  const suites = (/** @type {string} */ description) => [
    {
      suites: [{ specs: [{ tests: [{ status: 'skipped', annotations: [{ type: 'skip', description }] }] }] }],
    },
  ];
  expect(playwrightCount({ stats: skipped, suites: suites('needs firefox-esr') }, 0)).toEqual({
    passed: 4,
    failed: 0,
    why: '1 SKIPPED: firefox-esr is not installed',
  });
  // None of the engines may be there.
  const none = playwrightCount({ stats: { ...skipped, expected: 0 }, suites: suites('needs xvfb') }, 0);
  expect(none).toEqual({ passed: 0, failed: 0, why: '1 SKIPPED: xvfb is not installed' });
  expect(playwrightCount({ stats: skipped, suites: suites('not today') }, 0).failed).toBe(1);
  const failed = { ...skipped, unexpected: 1 };
  expect(playwrightCount({ stats: failed, suites: suites('needs firefox-esr') }, 1).failed).toBe(1);
});

it('the count of a step counts a flaky Playwright test as failed', () => {
  expect(playwrightCount({ stats: { ...stats, flaky: 1 } }, 0).failed).toBe(1);
});

it('the count of a step fails if no test ran', () => {
  expect(cargoCount('', 0).failed).toBe(1);
  expect(vitestCount({ ...vitest, numPassedTests: 0 }, 0).failed).toBe(1);
  expect(playwrightCount({ stats: { ...stats, expected: 0 } }, 0).failed).toBe(1);
});

it('the count of a step fails if the runner failed although all tests passed', () => {
  expect(wholeCheck(2).failed).toBe(1);
  expect(cargoCount(line('5 passed; 0 failed; 0 ignored'), 101).failed).toBe(1);
  expect(vitestCount(vitest, 1).failed).toBe(1);
  expect(playwrightCount({ stats }, 1).failed).toBe(1);
});
