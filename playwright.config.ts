import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/browser.mjs';

// A port that two test runs on one machine are unlikely to share. The first process chooses it; Playwright's workers, which read this
// file again, inherit it.
process.env.VEGASLAB_TEST_PORT ??= String(20_000 + (process.pid % 20_000));
const port = process.env.VEGASLAB_TEST_PORT;

// Serve the production build from a sub-folder, as a course's web server would.
const folder = '/some/course/lab/';

export default defineConfig({
  testDir: 'e2e',
  // These tests use playwright.engines.config.ts.
  testIgnore: '**/e2e/engines/**',
  // Only `npm run check` runs the tests marked @check (e2e/check.ts).
  ...(process.env.VEGASLAB_CHECK ? {} : { grepInvert: /@check/ }),
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // No retries: a flaky test counts as failed.
  retries: 0,
  // Generous timeouts for slow, busy machines; only the benchmark measures speed.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}${folder}`,
    // Tests can't intercept requests that a service worker handles, so block it; e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Recording traces is slow, even if they are discarded. To debug a failed test, use --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', launchOptions: await launchOptions() } }],
  webServer: {
    command: `node scripts/check/serve-static.mjs ${port} ${folder}`,
    url: `http://127.0.0.1:${port}${folder}`,
    reuseExistingServer: false,
  },
});
