/** Low windows: zoomed pages, laptops, and phones held sideways. Every plot in sight has room for its curves, or the page scrolls to it. */
import type { Page } from '@playwright/test';
import { checkUnless } from './check';
import { chooseSender, expect, expectPhase, panel, test } from './lab';

const LEAST_PX = 100;

const SIZES = [
  [640, 360],
  [640, 256],
  [320, 256],
  [1366, 768],
  [1366, 625],
  [1280, 720],
  [1024, 500],
  [844, 390],
  [390, 844],
  [320, 640],
] as const;

const BENCHES = {
  'one run': 'scenario=ahn-fig1-rr',
  'a comparison': `scenario=ahn-fig1-rr&${new URLSearchParams({ with: 'as=Vegas&scenario=ahn-fig1-vr' })}`,
  'runs side by side': `scenario=ahn-fig1-rr&view.runs=beside&${new URLSearchParams({ with: 'as=Vegas&scenario=ahn-fig1-vr' })}`,
  'many flows': 'scenario=low-buffer',
};

const names = (page: Page) =>
  page
    .locator('.stack')
    .first()
    .locator('[data-panel]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')));

/** Expects each plot in sight to have a picture of at least the least height, which the page can scroll to. */
async function expectRoom(page: Page): Promise<void> {
  await expect(async () => {
    const areas = await page.locator('.stack .plot-hands').evaluateAll((all) =>
      all.map((one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        return { height, top: top + scrollY, bottom: bottom + scrollY };
      }),
    );
    expect(areas.length).toBeGreaterThan(0);
    const { page: whole, wide } = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    for (const { height, top, bottom } of areas) {
      expect(height).toBeGreaterThanOrEqual(LEAST_PX);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(whole);
    }
    expect(wide).toBe(0);
  }).toPass({ timeout: 20_000 });
}

for (const [name, query] of Object.entries(BENCHES))
  test(
    `${name} has room for its curves in every low window`,
    checkUnless(name !== 'many flows'),
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(`#/bench?${query}`);
      await expectPhase(page, 'done');
      if (query.includes('with=')) await expect(page.locator('[data-run-chip]')).toHaveCount(2);
      for (const [width, height] of SIZES) {
        await test.step(`${width} x ${height}`, async () => {
          await page.setViewportSize({ width, height });
          await expectRoom(page);
          await expect(page.getByRole('alert')).toHaveCount(0);
          // The network, the time and the results are in the window, or the page scrolls to them.
          for (const place of [
            panel(page, 'path'),
            page.locator('.transport'),
            page.locator('.bottom-line'),
          ]) {
            await place.scrollIntoViewIfNeeded();
            await expect(place).toBeInViewport({ ratio: 0.2 });
          }
        });
      }
    },
  );

test('a low window has a tab for each plot, for the pointer and for keys, and a drag keeps the tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto('#/bench?scenario=ahn-fig1-rr');
  await expectPhase(page, 'done');
  const tabs = page.getByRole('tablist', { name: 'Plots' });
  await expect(tabs.getByRole('tab')).toHaveText(['Sender’s segments', 'Windows', 'Queue', 'Round trips']);
  await expect.poll(() => names(page)).toEqual(['sender-sequence']);
  await tabs.getByRole('tab', { name: 'Queue' }).click();
  await expect.poll(() => names(page)).toEqual(['queue']);
  await expect(page.getByRole('tabpanel', { name: 'Queue' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.getByRole('tab', { name: 'Round trips' })).toBeFocused();
  await expect.poll(() => names(page)).toEqual(['rtt']);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => names(page)).toEqual(['sender-sequence']);
  await page.keyboard.press('End');
  await expect.poll(() => names(page)).toEqual(['rtt']);
  // A control is dragged in the sheet over the plots.
  await page.getByRole('button', { name: 'Controls' }).click();
  await page.getByRole('slider', { name: /Receiver window/ }).focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  await expectPhase(page, 'done');
  await chooseSender(page, 'vegas');
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Close controls' }).click();
  await expect(tabs.getByRole('tab', { selected: true })).toHaveText('Round trips');
  await expect.poll(() => names(page)).toEqual(['rtt']);
  // A reload and a link have it too.
  await page.reload();
  await expectPhase(page, 'done');
  await expect.poll(() => names(page)).toEqual(['rtt']);
});

test('a window with room for some plots shows the chosen one among its neighbors', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  await page.goto('#/bench?scenario=ahn-fig1-rr');
  await expectPhase(page, 'done');
  await expect.poll(() => names(page)).toEqual(['sender-sequence', 'window', 'queue']);
  await page.getByRole('tab', { name: 'Round trips' }).click();
  await expect.poll(() => names(page)).toEqual(['window', 'queue', 'rtt']);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(() => names(page)).toEqual(['sender-sequence', 'window', 'queue', 'rtt']);
  await expect(page.getByRole('tablist', { name: 'Plots' })).toHaveCount(0);
});

test('a window of 320 x 256, a page at 400 %, scrolls to the plot, the results and the time', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('#/bench?scenario=ahn-fig1-rr');
  await expectPhase(page, 'done');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(400);
  await page.mouse.move(160, 60);
  await page.mouse.wheel(0, 2000);
  await expect(page.getByRole('button', { name: 'Play' })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Controls' }).click();
  await expect(page.getByRole('complementary', { name: 'Controls' })).toBeInViewport();
});
