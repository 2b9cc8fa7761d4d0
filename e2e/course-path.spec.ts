/** The course path from its first lesson to its last: on a phone by touch, and on a projector by a clicker. */
import type { Page } from '@playwright/test';
import { CHECK } from './check';
import { expect, openPrerendered, test } from './lab';
import { RUNS_WITHIN, showStep, skipPredictions } from './walk';

test.describe.configure({ timeout: 900_000 });
test.use({ trace: 'off' });

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over, where).toBeLessThanOrEqual(0);
}

/**
 * Presses PageDown until the presentation leaves a step: it scrolls through one that's taller than the screen first. A picture that
 * grows can stop a smooth scroll; then a presenter presses again.
 */
async function leaveByClicker(page: Page, progress: string): Promise<void> {
  const bar = page.locator('.bar-progress');
  const state = async () => `${await bar.textContent()}, ${await page.evaluate(() => window.scrollY)}`;
  for (let presses = 0; (await bar.textContent()) === progress; presses += 1) {
    expect(presses, progress).toBeLessThan(20);
    const before = await state();
    await page.keyboard.press('PageDown');
    await expect
      .poll(state, { timeout: 2000 })
      .not.toBe(before)
      .catch(() => {});
  }
}

/** The lessons of the course path in order, as the map has them. */
async function lessonsOnPath(page: Page): Promise<string[]> {
  await openPrerendered(page, 'lessons/?path=course');
  const links = page.locator('.lesson-pictures a');
  const addresses = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname));
  const names = addresses.map((address) => address.replace(/\/$/, '').replace(/^.*\//, ''));
  expect(names.length).toBeGreaterThan(20);
  return names;
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a student goes through all lessons on a phone', CHECK, async ({ page }) => {
    const names = await lessonsOnPath(page);
    await page.locator('.lesson-pictures a').first().tap();
    for (const [place, name] of names.entries()) {
      await expect(page.locator('html')).toHaveAttribute('data-alive', 'true');
      await expect(page.locator('main[data-lesson]')).toHaveAttribute('data-lesson', name);
      const live = page.locator('.stage-figure[data-live="true"]').first();
      await expect(live, name).toBeVisible({ timeout: RUNS_WITHIN });
      await skipPredictions(page);
      for (const stage of await page.locator('.lesson-stage').all()) {
        const steps = stage.locator('[data-stage-step]');
        await showStep(page, (await steps.first().getAttribute('data-stage-step')) ?? '');
        for (const step of await steps.all()) {
          await expect(step, `${name}: the next step`).toHaveAttribute('data-current', 'true');
          const next = step.getByRole('button', { name: 'Next' });
          if ((await next.count()) > 0) await next.tap();
        }
      }
      await expectNoOverflow(page, name);
      const following = page.locator('.neighbours a[rel="next"]');
      if (place < names.length - 1) await following.tap();
      else await expect(following).toHaveCount(0);
    }
  });
});

test.describe('by a clicker', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('a teacher presents all lessons', CHECK, async ({ page }) => {
    const progress = page.locator('.bar-progress');
    for (const name of await lessonsOnPath(page)) {
      await openPrerendered(page, `lessons/${name}/?present`);
      await expect(page.locator('html')).toHaveAttribute('data-presenting', 'on');
      const all = Number((await progress.textContent())?.split('/')[1]);
      expect(all, name).toBeGreaterThan(5);
      for (let step = 1; step <= all; step += 1) {
        const where = `${name}, ${step} of ${all}`;
        await expect(progress, where).toHaveText(`${step} / ${all}`);
        await expect(page.locator('[data-step="now"], .presenting-outcome').first(), where).toBeVisible();
        await expectNoOverflow(page, where);
        if (step < all) await leaveByClicker(page, `${step} / ${all}`);
      }
    }
  });
});
