// Measures how long a reader of each lesson waits for something to touch, and for the picture that follows.
import { readdirSync } from 'node:fs';
import { launchOptions } from '../browser.mjs';
import { serveDist } from '../check/serve-static.mjs';
import { ROOT, Stop } from '../child.mjs';
import { PATIENCE_MS } from './statistics.mjs';

const DESKTOP = { viewport: { width: 1440, height: 900 }, hasTouch: false, slowdown: 1 };
/** Lighthouse slows its phone down by the same factor. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, slowdown: 4 };

/**
 * @typedef {object} Touch
 * @property {string} lesson
 * @property {boolean} phone with a processor slowed down to a quarter
 * @property {number} live_ms from opening the page until its picture is live
 * @property {number} changed_ms from one press of a key on the time slider until the picture has changed
 */

/** @param {import('./effort.mjs').Effort['lessons']} effort @returns {Promise<Touch[]>} */
export async function openToTouched({ lessons }) {
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/', compressed: true });
  const browser = await chromium.launch(await launchOptions());
  const touches = [];
  try {
    for (const { slowdown, ...device } of [DESKTOP, PHONE])
      for (const lesson of readdirSync(`${ROOT}content/lessons`).slice(0, lessons)) {
        const context = await browser.newContext({ ...device, reducedMotion: 'reduce' });
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const opened = performance.now();
        await page.goto(`${address}lessons/${lesson}/`, { waitUntil: 'commit' });
        await page.waitForSelector('.stage-figure[data-live="true"]', { timeout: PATIENCE_MS });
        const live_ms = Math.round(performance.now() - opened);
        const before = await page.evaluate(pictureOf);
        const pressed = performance.now();
        const slider = page.locator('.stage-bar input').first();
        await slider.press((await slider.evaluate(isAtEnd)) ? 'PageDown' : 'PageUp');
        while ((await page.evaluate(pictureOf)) === before)
          if (performance.now() - pressed > PATIENCE_MS)
            throw new Stop(`${lesson}: the picture doesn't follow its time slider`);
        const changed_ms = Math.round(performance.now() - pressed);
        touches.push({ lesson, phone: slowdown > 1, live_ms, changed_ms });
        await context.close();
      }
  } finally {
    await browser.close();
    close();
  }
  return touches;
}

/** Runs in the page: the stage's path, plots and cursor, as text. */
function pictureOf() {
  return [...document.querySelectorAll('.lesson-stage canvas, .stage-future, .plot-cursor')]
    .map((part) => (part instanceof HTMLCanvasElement ? part.toDataURL() : part.outerHTML))
    .join();
}

/** Runs in the page. @param {SVGElement | HTMLElement} slider */
function isAtEnd(slider) {
  const { value, max } = /** @type {HTMLInputElement} */ (slider);
  return Number(value) >= Number(max);
}
