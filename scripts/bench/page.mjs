// Measurements on the bench of the production build in Chromium: cancelling a run and grading a class. drag.mjs
// and pan.mjs use the same page.
import { readFile } from 'node:fs/promises';
import { launchOptions } from '../browser.mjs';
import { serveDist } from '../check/serve-static.mjs';
import { ROOT, Stop } from '../child.mjs';
import { PATIENCE_MS } from './statistics.mjs';

const SCREEN = { width: 1280, height: 900 };

/**
 * Opens the bench of the production build in Chromium, for one measurement.
 * @template T
 * @param {(page: import('@playwright/test').Page) => Promise<T>} measure
 * @param {string} [scenario]
 * @returns {Promise<T>}
 */
export async function onBench(measure, scenario = 'ahn-fig1-vr') {
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/' });
  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage({ viewport: SCREEN });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`${address}#/bench?scenario=${scenario}`);
    return await measure(page);
  } finally {
    await browser.close();
    close();
  }
}

/**
 * Cancels a long run repeatedly.
 * @param {import('./effort.mjs').Effort['page']} effort
 * @returns {Promise<number[]>} for each time, the milliseconds from the click until the page reports the cancellation
 */
export async function clickToCancelled({ cancels }) {
  const scenario = JSON.parse(await readFile(`${ROOT}content/scenarios/ahn-fig1-vr.json`, 'utf8'));
  scenario.duration_s = 100_000;
  scenario.flows[0].traffic = { kind: 'bulk' };
  return onBench(async (page) => {
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
    const waits = [];
    for (let count = 0; count < cancels; count += 1) {
      const cancel = page.getByRole('button', { name: 'Cancel' });
      // Wait until the run has started and the page draws partial results.
      await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
      waits.push(await cancel.evaluate(clickAndWait));
      await page.getByRole('button', { name: 'Run again' }).click();
    }
    return waits;
  });
}

/**
 * Runs in the page: clicks Cancel and waits until the run is cancelled.
 * @param {HTMLElement | SVGElement} button
 * @returns {Promise<number>} in milliseconds
 */
function clickAndWait(button) {
  return new Promise((resolve) => {
    const status = document.querySelector('[role="status"]');
    if (status === null) throw new Error('the bench page has no element with role "status"');
    const clicked = performance.now();
    new MutationObserver((_, observer) => {
      if (status.getAttribute('data-phase') !== 'cancelled') return;
      observer.disconnect();
      resolve(performance.now() - clicked);
    }).observe(status, { attributes: true });
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
}

/**
 * Measures the time from adding codes to the last row.
 * @param {import('./effort.mjs').Effort['page']} effort
 * @returns {Promise<number>} in milliseconds
 */
export async function addToGraded({ codes: count }) {
  const { query, codes } = await submissions(count);
  return onBench(async (page) => {
    await page.goto(`${page.url().replace(/#.*/, '')}#/grade?${query}`);
    await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
    const start = performance.now();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForSelector('.pool-status[data-phase="done"]', { state: 'attached' });
    const ms = Math.round(performance.now() - start);
    const graded = await page.locator('.class-counts dd').first().textContent();
    if (graded !== `${count}`) throw new Stop(`the page has graded ${graded} of ${count} codes`);
    return ms;
  });
}

/** Result codes for the tests' sample assignment, made by the page's own code. @param {number} count */
async function submissions(count) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null },
  });
  try {
    const [assignments, samples] = await Promise.all(
      ['assignment', 'sampleTask'].map((name) =>
        server.ssrLoadModule(`/web/classroom/assignments/${name}.ts`),
      ),
    );
    const codes = Array.from({ length: count }, (_, index) =>
      samples?.codeOf(samples?.resultBy(`Student ${index}`, [])),
    );
    return {
      query: String(await assignments?.assignmentQuery(samples?.ASSIGNMENT)),
      codes: /** @type {string[]} */ (await Promise.all(codes)),
    };
  } finally {
    await server.close();
  }
}
