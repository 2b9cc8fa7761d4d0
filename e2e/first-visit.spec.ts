/** The first visit's hints: each leaves when its step is done, and none comes back. */

import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, expectPhase, test } from './lab';

test.use({ firstVisit: true });

const hint = (page: Page) => page.getByRole('complementary', { name: 'First steps' });

test('steps are done by doing them, and never come back', async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-rr');
  await expectPhase(page, 'done');
  await expect(hint(page)).toHaveAttribute('data-step', 'play');
  await expect(page.locator('body'), 'the hint takes no focus').toBeFocused();
  await expectNoFindings(page);
  await page.keyboard.press('Space');
  await expect(hint(page)).not.toHaveAttribute('data-step', 'play');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  await page.keyboard.type('switch vegas 0.8');
  await page.keyboard.press('Enter');
  await expect(hint(page)).toHaveAttribute('data-step', 'queue');
  await page.reload();
  await expect(hint(page), 'after a reload it goes on').toHaveAttribute('data-step', 'queue');
  // A reload restores the cursor once the run is there. Pointing at the plot then leaves it where it is.
  await expectPhase(page, 'done');
  const plot = await page.locator('[data-panel="queue"]').getByRole('slider').boundingBox();
  if (plot === null) throw new Error('the queue has no plot');
  await page.mouse.move(plot.x + plot.width / 2, plot.y + 0.85 * plot.height);
  await expect(hint(page)).toHaveAttribute('data-step', 'share');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(hint(page)).toHaveCount(0);
  await page.reload();
  await expectPhase(page, 'done');
  await page.waitForTimeout(600);
  await expect(hint(page)).toHaveCount(0);
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const)
  test(`at ${width} x ${height}, the builder has the screen for itself`, CHECK, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('#/bench?scenario=ahn-fig1-rr');
    await expect(hint(page)).toBeVisible();
    // On a phone, a link's card opens the builder.
    if (width > 600) await page.getByRole('button', { name: 'Edit network' }).click();
    else {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
      await page.keyboard.type('edit the network');
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
    await expect(hint(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(hint(page)).toBeVisible();
  });

test('one click or Escape dismisses them for good', CHECK, async ({ page }) => {
  await page.goto('#/bench');
  await expect(hint(page)).toBeVisible();
  await hint(page).getByRole('button', { name: 'Skip the hints' }).click();
  await expect(hint(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('vegaslab:first-visit'))).toBe('done');
  await page.evaluate(() => localStorage.removeItem('vegaslab:first-visit'));
  await page.reload();
  await expect(hint(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint(page)).toHaveCount(0);
});

test('a shared link, a lesson and an embed show none', CHECK, async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-rr&flows.0.sender.preset=vegas');
  await expectPhase(page, 'done');
  await page.waitForTimeout(600);
  await expect(hint(page)).toHaveCount(0);
  await page.goto('lessons/reading-a-trace/');
  await expect(page.locator('main[data-lesson]')).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
  await page.goto('embed/?scenario=ahn-fig1-rr');
  await expect(page.locator('main.embed')).toBeVisible();
  await page.waitForTimeout(600);
  await expect(hint(page)).toHaveCount(0);
});
