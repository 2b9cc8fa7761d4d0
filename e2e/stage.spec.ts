/** The stage of a lesson: its picture before and after the script, by keyboard, on a phone, and without motion. */
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { expect, openPrerendered, test } from './lab';
import { RUNS_WITHIN, showStep } from './walk';

const STAGED = ['packets-on-a-pipe', 'reading-a-trace'];

const live = (page: Page) => page.locator('.stage-figure[data-live="true"]').first();

const time = (page: Page) => page.locator('.stage-bar').first().getByRole('slider');

async function open(page: Page, name: string): Promise<void> {
  await openPrerendered(page, `lessons/${name}/`);
  await expect(live(page)).toBeVisible({ timeout: RUNS_WITHIN });
}

/** Fails unless the element is in the first screen. */
async function expectInFirstScreen(page: Page, what: string): Promise<void> {
  const box = await page.locator(what).first().boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box, what).not.toBeNull();
  expect((box?.y ?? 0) + (box?.height ?? 0), what).toBeLessThanOrEqual(height);
}

for (const name of STAGED)
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const)
    test(`${name} has its picture and something to touch in the first screen of ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await open(page, name);
      for (const what of ['h1', '.lesson-question', '.live-path', '.stage-panels', '.stage-bar'])
        await expectInFirstScreen(page, what);
      await expectNoFindings(page);
    });

test('the picture takes the place of the one in the page without moving the text', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, 'reading-a-trace');
    const moved = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
    expect(moved, `${width} px`).toBeLessThan(0.02);
  }
});

test('a stage is used by keyboard, and its steps are announced', async ({ page }) => {
  await open(page, 'packets-on-a-pipe');
  const step = (id: string) => page.locator(`[data-stage-step="${id}"]`);
  const next = step('one').getByRole('button', { name: 'Next' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(step('several')).toBeFocused();
  await expect(step('several')).toHaveAttribute('data-current', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Step 2 of 3.' })).toHaveCount(1);
  await expect(page.locator('[data-shows="several"]')).toBeVisible();
  // The window's slider changes the run.
  const reset = page.locator('.lesson-controls').getByRole('button', { name: 'Reset' });
  await expect(reset).toBeDisabled();
  await page.locator('.lesson-controls').getByRole('slider').first().press('ArrowRight');
  await expect(reset).toBeEnabled();
});

test('a phrase marks its moment while it has the focus, and goes there when it’s pressed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'packets-on-a-pipe');
  await expect(time(page)).toHaveValue(/^0\.27/);
  const phrase = page.getByRole('button', { name: 'leaves the sender' });
  await phrase.focus();
  await expect(time(page)).toHaveValue(/^0\.06/);
  await phrase.blur();
  await expect(time(page)).toHaveValue(/^0\.27/);
  await phrase.click();
  await expect(page.locator('.plot-lit')).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expect(time(page)).toHaveValue(/^0\.06/);
});

test('the picture plays once, and not for readers who prefer stills', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'packets-on-a-pipe');
  await page.waitForTimeout(1500);
  await expect(time(page)).toHaveValue(/^0\.27/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, 'packets-on-a-pipe');
  await expect(page.locator('.stage-play')).toHaveText('Pause');
  await expect(page.locator('.stage-play')).toHaveText('Play again', { timeout: 20_000 });
});

test('on a phone the picture stays above the step that it shows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, 'packets-on-a-pipe');
  await showStep(page, 'full');
  const figure = await page.locator('.stage-figure').first().boundingBox();
  const text = await page.locator('[data-stage-step="full"]').boundingBox();
  expect(figure?.y).toBe(0);
  expect(text?.y).toBeGreaterThanOrEqual(figure?.height ?? 0);
  expect(text?.y).toBeLessThan(844);
});
