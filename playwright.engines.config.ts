import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// The slowest first, so that both workers finish at about the same time. The other browser tests already use Chromium.
const ENGINES = process.env.VEGASLAB_CHECK ? ['webkit', 'chromium', 'firefox'] : ['webkit', 'firefox'];

/** The main flows in three browser engines. Playwright is only the test runner: e2e/engines has the drivers of the engines. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/engines',
  testIgnore: [],
  // All flows of an engine use the same browser, in one worker.
  fullyParallel: false,
  // Traces and screenshots work only for Playwright's own pages. engines.ts takes a screenshot of a failed flow.
  use: { ...usual.use, trace: 'off', screenshot: 'off', serviceWorkers: 'allow' },
  projects: [
    ...ENGINES.map((name) => ({ name, testIgnore: 'compare.spec.ts' })),
    // Compares the pictures after all engines have finished.
    { name: 'compare', testMatch: 'compare.spec.ts', dependencies: ENGINES },
  ],
});
