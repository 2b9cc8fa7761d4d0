import type { Page } from '@playwright/test';
import { expect, openBench, test } from './lab';

const PLOTS = 'sender-sequence,window,queue,rtt,receiver-sequence,throughput,fairness,price';

/** Moments in parts of the window. */
const MOMENTS = [0.05, 0.45, 0.55, 0.95];

/** Readouts that cover rows of bands, by panel and moment, and the number of rows and readouts that were looked at. */
async function coveredBands(page: Page, readout: string) {
  return await page.evaluate((selector) => {
    const style = getComputedStyle(document.documentElement);
    const names = ['slow-start', 'avoidance', 'recovery', 'timeout', 'over'].map((name) => `--state-${name}`);
    names.push(...['cwnd', 'receiver', 'pacing', 'flight'].map((name) => `--limit-${name}`));
    const colors = new Set(names.map((name) => style.getPropertyValue(name).trim()));
    const hex = (r = 0, g = 0, b = 0) =>
      `#${[r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')}`;
    const covered: string[] = [];
    let [rows, readouts] = [0, 0];
    for (const panel of document.querySelectorAll<HTMLElement>('[data-panel]')) {
      const canvas = panel.querySelector('canvas');
      if (!canvas || canvas.width === 0) continue;
      const { top, height } = canvas.getBoundingClientRect();
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
        willReadFrequently: true,
      });
      copy?.drawImage(canvas, 0, 0);
      const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const isBand = (row: number) => {
        let count = 0;
        for (let column = 0; column < canvas.width; column += 1) {
          const at = 4 * (row * canvas.width + column);
          if (colors.has(hex(data?.[at], data?.[at + 1], data?.[at + 2]))) count += 1;
        }
        return count > canvas.width / 3;
      };
      const bands = [...Array(canvas.height).keys()]
        .filter(isBand)
        .map((row) => top + (row * height) / canvas.height);
      rows += bands.length;
      for (const box of panel.querySelectorAll(selector)) {
        const { top: upper, bottom: lower } = box.getBoundingClientRect();
        readouts += 1;
        if (bands.some((y) => y >= upper && y < lower)) covered.push(panel.dataset.panel ?? '');
      }
    }
    return { covered, rows, readouts };
  }, readout);
}

/** Moves the pointer through a plot and looks at the readouts of all plots. */
async function expectNoneCovered(page: Page): Promise<void> {
  const plot = page.locator('[data-panel] .plot-hands').first();
  for (const part of MOMENTS) {
    const box = await plot.boundingBox();
    if (box === null) throw new Error('no plot');
    await page.mouse.move(box.x + part * box.width, box.y + 0.3 * box.height);
    await expect(page.locator('.cursor-line').first()).toBeVisible();
    const { covered, readouts } = await coveredBands(page, '.readout');
    expect(readouts, `readouts at ${part}`).toBeGreaterThan(0);
    expect(covered, `bands covered at ${part}`).toEqual([]);
  }
}

/** The number of rows of bands in sight, so that a test of none isn't passed. */
async function expectBands(page: Page): Promise<void> {
  await expect.poll(async () => (await coveredBands(page, '.readout')).rows).toBeGreaterThan(8);
}

for (const { scenario, width, height } of [
  { scenario: 'ahn-fig1-rr', width: 1280, height: 1500 },
  { scenario: 'ahn-fig1-rr', width: 1280, height: 720 },
  { scenario: 'veno-side-by-side', width: 1440, height: 1500 },
])
  test(`no readout of ${scenario} covers a band at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openBench(page, `${scenario}&view.plots=${height > 1000 ? PLOTS : 'window,queue,rtt'}`);
    await expectBands(page);
    await expectNoneCovered(page);
  });

test('no readout covers a band on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBench(page, 'ahn-fig1-rr&view.plots=window');
  await expectBands(page);
  await expectNoneCovered(page);
});

test('no readout covers a band of a comparison', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openBench(page, 'ahn-fig1-rr&view.plots=window,queue');
  await page.getByRole('button', { name: 'Compare with Vegas' }).click();
  await expect(page.locator('[data-panel="window"] .legend')).toContainText('B Vegas');
  await expectBands(page);
  await expectNoneCovered(page);
});

test('the sentence about an event keeps clear of the bands', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBench(page, 'ahn-fig1-rr&view.plots=window,queue,rtt');
  await expectBands(page);
  const window = page.locator('[data-panel="window"] .plot-hands');
  await window.focus();
  for (let step = 0; step < 2; step += 1) {
    await window.press('t');
    await expect(page.locator('[data-panel="window"] .event-readout .readout')).toBeVisible();
    const { covered } = await coveredBands(page, '.event-readout .readout');
    expect(covered).toEqual([]);
  }
});
