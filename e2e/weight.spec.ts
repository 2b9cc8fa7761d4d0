/** What a reader waits for: all that is fetched before the first trace is on the page. */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, expectPhase, test } from './lab';

/** Bytes after gzip. */
const LARGEST_SCRIPT = 200_000;

/** Of a lesson, when it is opened. */
const LARGEST_LESSON_SCRIPT = 150_000;

/** The same of the engine: what it is today, with a little room. The aim is 150,000. */
const LARGEST_WASM = 300_000;

/** Bytes of all that came with this ending, compressed. */
async function weigh(responses: readonly Response[], ending: string): Promise<number> {
  const sizes: number[] = [];
  for (const response of responses) {
    if (new URL(response.url()).pathname.endsWith(ending)) sizes.push(gzipSync(await response.body()).length);
  }
  expect(sizes.length, ending).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('little has to come before the first trace', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  const before = [...responses];
  const script = await weigh(before, '.js');
  const wasm = await weigh(before, '.wasm');
  test.info().annotations.push({ type: 'weight', description: `script ${script}, wasm ${wasm} bytes` });
  expect(script).toBeLessThanOrEqual(LARGEST_SCRIPT);
  expect(wasm).toBeLessThanOrEqual(LARGEST_WASM);
});

test('little script comes with a lesson', async ({ page }) => {
  for (const name of readdirSync('content/lessons')) {
    const responses: Response[] = [];
    const note = (response: Response) => responses.push(response);
    page.on('response', note);
    await page.goto(`lessons/${name}/`, { waitUntil: 'networkidle' });
    await expect(page.locator('main[data-lesson]')).toHaveAttribute('data-lesson', name);
    page.off('response', note);
    expect(await weigh(responses, '.js'), name).toBeLessThanOrEqual(LARGEST_LESSON_SCRIPT);
  }
});
