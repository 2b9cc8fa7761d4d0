/** What a reader waits for: all that is fetched before the first trace is on the page. */
import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, expectPhase, test } from './lab';

/** Bytes after gzip. */
const LARGEST_SCRIPT = 200_000;

/** The same of the engine: what it is today, with a little room. The aim is 150,000. */
const LARGEST_WASM = 300_000;

test('little has to come before the first trace', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  const before = [...responses];
  const weigh = async (ending: string) => {
    const sizes: number[] = [];
    for (const response of before) {
      if (new URL(response.url()).pathname.endsWith(ending))
        sizes.push(gzipSync(await response.body()).length);
    }
    expect(sizes.length, ending).toBeGreaterThan(0);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const script = await weigh('.js');
  const wasm = await weigh('.wasm');
  test.info().annotations.push({ type: 'weight', description: `script ${script}, wasm ${wasm} bytes` });
  expect(script).toBeLessThanOrEqual(LARGEST_SCRIPT);
  expect(wasm).toBeLessThanOrEqual(LARGEST_WASM);
});
