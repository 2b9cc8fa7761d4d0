import { launchOptions } from './browser.mjs';
import { serveDist } from './serve-static.mjs';

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
    await page.goto(`${address}#/bench?scenario=${scenario}`);
    return await measure(page);
  } finally {
    await browser.close();
    close();
  }
}
