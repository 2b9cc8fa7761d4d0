import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

// The slowest first, so that two workers end together. The other browser tests already use Chromium.
const ENGINES = process.env.VEGASLAB_CHECK ? ['webkit', 'chromium', 'firefox'] : ['webkit', 'firefox'];

/** The main flows in three browser engines. Playwright only runs the tests: what drives each engine is in e2e/engines. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/engines',
  testIgnore: [],
  // Each engine has one browser, in one worker, for all of its flows.
  fullyParallel: false,
  // These are for pages of Playwright's own. The window of a flow that failed is kept by engines.ts.
  use: { ...usual.use, trace: 'off', screenshot: 'off', serviceWorkers: 'allow' },
  projects: [
    ...ENGINES.map((name) => ({ name, testIgnore: 'compare.spec.ts' })),
    // What they have painted is compared when all have.
    { name: 'compare', testMatch: 'compare.spec.ts', dependencies: ENGINES },
  ],
});
