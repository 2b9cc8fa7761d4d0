/** Limits the bytes that are fetched before the first trace is on the page. */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { USABLE } from '../web/home/usable';
import { expect, expectPhase, test } from './lab';

/** Scripts, in bytes after gzip. */
const LARGEST_SCRIPT = 200_000;

/** Scripts before the connection on the home page runs. */
const LARGEST_HOME_SCRIPT = 120_000;

/** Scripts when a lesson opens. */
const LARGEST_LESSON_SCRIPT = 150_000;

/**
 * The engine. RACK, the Linux presets, BBR's policer detection and a scenario's own presets add 13,000 bytes;
 * messages with codes and values add 4,500.
 */
const LARGEST_WASM = 168_000;

const nameOf = (response: Response) => new URL(response.url()).pathname.replace(/.*\//, '');

/** Total size of responses with a matching name, after gzip. */
async function weigh(responses: readonly Response[], name: RegExp): Promise<number> {
  const sizes: number[] = [];
  for (const response of responses)
    if (name.test(nameOf(response))) sizes.push(gzipSync(await response.body(), { level: 9 }).length);
  expect(sizes.length, `${name}`).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the first trace needs few bytes', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  const before = [...responses];
  const script = await weigh(before, /\.js$/);
  // The theory is requested after the first rows.
  const wasm = await weigh(before, /^(?!theory).*\.wasm$/);
  const modules = before.map(nameOf).filter((name) => name.endsWith('.wasm'));
  expect(modules[0], 'the engine comes first').toMatch(/^vegaslab/);
  test.info().annotations.push({ type: 'weight', description: `script ${script}, wasm ${wasm} bytes` });
  expect(script).toBeLessThanOrEqual(LARGEST_SCRIPT);
  expect(wasm).toBeLessThanOrEqual(LARGEST_WASM);
});

test('the home page is usable after little script', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('');
  await page.waitForSelector('[data-replay="true"]');
  const before = await page.evaluate((mark) => {
    const usable = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
    const requests = performance.getEntriesByType('resource');
    return requests.filter(({ startTime }) => startTime < usable).map(({ name }) => name);
  }, USABLE);
  const script = await weigh(
    responses.filter((response) => before.includes(response.url())),
    /\.js$/,
  );
  test.info().annotations.push({ type: 'weight', description: `script ${script} bytes` });
  expect(script).toBeLessThanOrEqual(LARGEST_HOME_SCRIPT);
});

test('a lesson loads little script', async ({ page }) => {
  // All lessons load the same scripts plus their own. `npm run check` opens every lesson.
  const lessons = readdirSync('content/lessons').filter(
    (_, place) => process.env.VEGASLAB_CHECK || place % 6 === 0,
  );
  for (const name of lessons) {
    const responses: Response[] = [];
    const note = (response: Response) => responses.push(response);
    page.on('response', note);
    await page.goto(`lessons/${name}/`, { waitUntil: 'networkidle' });
    await expect(page.locator('main[data-lesson]')).toHaveAttribute('data-lesson', name);
    page.off('response', note);
    expect(await weigh(responses, /\.js$/), name).toBeLessThanOrEqual(LARGEST_LESSON_SCRIPT);
  }
});
