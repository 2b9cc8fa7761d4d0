import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.mjs';

// Chosen once, in the first process: Playwright's workers read this file again and inherit the choice.
// Two test runs on one machine should not meet on one port.
process.env.VEGASLAB_TEST_PORT ??= String(20_000 + (process.pid % 20_000));
const port = process.env.VEGASLAB_TEST_PORT;

// The production build, from a sub-folder: what a course's web server will do with it.
const folder = '/some/course/lab/';

export default defineConfig({
  testDir: 'e2e',
  // These have a configuration of their own.
  testIgnore: '**/e2e/engines/**',
  // e2e/check.ts: tests that only npm run check runs.
  ...(process.env.VEGASLAB_CHECK ? {} : { grepInvert: /@check/ }),
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A test that passes the second time has found something; it does not pass.
  retries: 0,
  // Enough for a slow machine with other things to do; what is quick is measured by the bench.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}${folder}`,
    // Requests that a service worker answers are out of a test's hands; e2e/offline.spec.ts lets it.
    serviceWorkers: 'block',
    // A trace is a copy of the page at every step, kept or not. For one of a test that failed: --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', launchOptions: await launchOptions() } }],
  webServer: {
    command: `node scripts/serve-static.mjs ${port} ${folder}`,
    url: `http://127.0.0.1:${port}${folder}`,
    reuseExistingServer: false,
  },
});
