/** Fixtures: the project's browser with the lab's production build. */
import { writeFileSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { CHROMIUM } from './chromium';
import type { Driver, Engine } from './driver';
import { FIREFOX } from './firefox';
import { Tab } from './tab';
import { WEBKIT } from './webkit';

const ENGINES: Record<string, Engine> = { chromium: CHROMIUM, firefox: FIREFOX, webkit: WEBKIT };

interface OfTest {
  tab: Tab;
}

interface OfWorker {
  engine: Engine;
  /** Null if one of the engine's programs is missing. */
  driver: Driver | null;
}

export const test = base.extend<OfTest, OfWorker>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { project }) => {
      const engine = ENGINES[project.name];
      if (engine === undefined) throw new Error(`no engine ${project.name}`);
      await use(engine);
    },
    { scope: 'worker' },
  ],
  // All flows share a browser, because starting one takes seconds.
  driver: [
    async ({ engine }, use) => {
      const driver = engine.missing() === null ? await engine.launch('light') : null;
      await use(driver);
      await driver?.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  tab: async ({ engine, driver, baseURL }, use, info) => {
    // The test summary lists these as skipped, with the missing package.
    info.skip(driver === null, `needs ${engine.missing()}`);
    if (driver === null) return;
    const tab = new Tab(driver, baseURL ?? '');
    const before = (await driver.errors()).length;
    await tab.forget();
    await use(tab);
    if (info.status !== info.expectedStatus) {
      writeFileSync(info.outputPath('window.png'), await driver.screenshot(), 'base64');
    }
    expect((await driver.errors()).slice(before), 'errors and warnings on the console').toEqual([]);
  },
});

export { expect };

/** Timeout for each step, generous enough for a slow, busy machine. */
const WITHIN = { timeout: 60_000, intervals: [50, 100, 250] };

/** Polls until the condition holds; on timeout, reports the last value. */
export function until<T>(what: string, look: () => Promise<T>) {
  return expect.poll(look, { message: what, ...WITHIN });
}

export async function openBench(tab: Tab, scenario: string): Promise<void> {
  await tab.open(`#/bench?scenario=${scenario}`);
  // An open page reports its earlier run as done until the new scenario is on the bench.
  await until('the scenario', () => tab.attribute('button[data-scenario]', 'data-scenario')).toBe(scenario);
  await until('the run', () => tab.attribute('[role=status]', 'data-phase')).toBe('done');
}

/** The shown run's digest. */
export async function digestIn(tab: Tab): Promise<string | null> {
  const there = '[data-testid=digest]';
  await until('figures of the run', () => tab.count(there)).toBe(1);
  return tab.text(there);
}
