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

/**
 * @typedef {object} Visit
 * @property {import('@playwright/test').Page} page with the lesson, whose first picture is live
 * @property {string} lesson
 * @property {number} opened when the page was opened, as `performance.now()` counts
 */

/**
 * Opens each lesson in a fresh context, and waits until its picture is live.
 * @template Result
 * @param {{ viewport: { width: number, height: number }, hasTouch: boolean, slowdown: number }} device `slowdown` of the processor
 * @param {number} lessons how many, at most
 * @param {(visit: Visit) => Promise<Result>} visit
 * @returns {Promise<Result[]>}
 */
export async function visitLessons({ slowdown, ...device }, lessons, visit) {
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/', compressed: true });
  const browser = await chromium.launch(await launchOptions());
  const results = [];
  try {
    for (const lesson of readdirSync(`${ROOT}content/lessons`).slice(0, lessons)) {
      const context = await browser.newContext({ ...device, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const opened = performance.now();
      await page.goto(`${address}lessons/${lesson}/`, { waitUntil: 'commit' });
      await page.waitForSelector('.stage-figure[data-live="true"]', { timeout: PATIENCE_MS });
      results.push(await visit({ page, lesson, opened }));
      await context.close();
    }
  } finally {
    await browser.close();
    close();
  }
  return results;
}

/**
 * Does something, and waits until a figure's picture has changed.
 * @param {import('@playwright/test').Locator} figure
 * @param {() => Promise<void>} act
 * @param {string} lesson
 */
export async function untilChanged(figure, act, lesson) {
  const before = await figure.evaluate(pictureOf);
  const until = performance.now() + PATIENCE_MS;
  await act();
  while ((await figure.evaluate(pictureOf)) === before)
    if (performance.now() > until) throw new Stop(`${lesson}: the picture doesn't follow its controls`);
}

/** Runs in the page: the plots, the path and the cursor of a figure, as text. @param {Element} figure */
function pictureOf(figure) {
  return [...figure.querySelectorAll('canvas, .stage-future, .plot-cursor')]
    .map((part) => (part instanceof HTMLCanvasElement ? part.toDataURL() : part.outerHTML))
    .join();
}

/** @param {import('./effort.mjs').Effort['lessons']} effort @returns {Promise<Touch[]>} */
export async function openToTouched({ lessons }) {
  const touches = [];
  for (const device of [DESKTOP, PHONE])
    touches.push(
      ...(await visitLessons(device, lessons, async ({ page, lesson, opened }) => {
        const live_ms = Math.round(performance.now() - opened);
        const slider = page.locator('.stage-bar input').first();
        const key = (await slider.evaluate(isAtEnd)) ? 'PageDown' : 'PageUp';
        const pressed = performance.now();
        await untilChanged(page.locator('.stage-figure').first(), () => slider.press(key), lesson);
        const changed_ms = Math.round(performance.now() - pressed);
        return { lesson, phone: device === PHONE, live_ms, changed_ms };
      })),
    );
  return touches;
}

/** Runs in the page. @param {SVGElement | HTMLElement} slider */
function isAtEnd(slider) {
  const { value, max } = /** @type {HTMLInputElement} */ (slider);
  return Number(value) >= Number(max);
}
