import { defineConfig } from '@playwright/test';
import usual from './playwright.config';

const ENGINES = ['chromium', 'firefox', 'webkit'];

/** The main flows in three browser engines. Playwright only runs the tests: what drives each engine is in e2e/engines. */
export default defineConfig({
  ...usual,
  testDir: 'e2e/engines',
  testIgnore: [],
  // Each engine has one browser, in one worker, for all of its flows.
  fullyParallel: false,
  projects: [
    ...ENGINES.map((name) => ({ name, testIgnore: 'compare.spec.ts' })),
    // What they have painted is compared when all have.
    { name: 'compare', testMatch: 'compare.spec.ts', dependencies: ENGINES },
  ],
});
