/** The command palette reaches actions, senders, settings, scenarios, lessons and published numbers, by keyboard alone. */

import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, expectPhase, openBench, openPrerendered, scenarioButton, skipFirstVisit, test } from './lab';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await palette(page).getByRole('combobox').fill(text);
}

/** Searches, and chooses the first result that has these words. */
async function choose(page: Page, text: string, words: string | RegExp): Promise<void> {
  await search(page, text);
  const option = palette(page).getByRole('option', { name: words }).first();
  await expect(option).toBeVisible();
  const selected = palette(page).getByRole('option', { selected: true });
  await expect(async () => {
    if ((await selected.textContent()) !== (await option.textContent()))
      await page.keyboard.press('ArrowDown');
    expect(await selected.textContent()).toBe(await option.textContent());
  }).toPass({ intervals: [10] });
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('does what is chosen, and remembers it', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await choose(page, 'dark', 'Use dark colors');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose(page, 'vegas', /^Switch the sender to Vegas 0\.8/);
  await expectPhase(page, 'done');
  await choose(page, 'undo', /^Undo\b/);
  await search(page, '');
  const recent = palette(page).getByRole('group', { name: 'Recent' });
  await expect(recent.getByRole('option')).toContainText([/Switch the sender to Vegas/]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await page.reload();
  await expectPhase(page, 'done');
  await search(page, '');
  await expect(recent.getByRole('option').first()).toBeVisible();
});

test('opens scenarios, lessons and published numbers', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await choose(page, 'rem marks instead', /Vegas with REM/);
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'low-rem');
  await choose(page, 'ahn 1995 figure 1 timeouts reno to reno', /paper 1 · ours 1/);
  await expect(page.locator('tr[data-item="figure-1/rr-timeouts"][data-wanted]')).toBeAttached();
  await choose(page, 'reading a trace', /Reading a trace/);
  await expect(page.locator('main[data-lesson="reading-a-trace"]')).toBeVisible();
});

test('opens the control of a setting', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await choose(page, 'rate_bps R1-R2', /R1-R2/);
  await expect(page.locator('[data-path="links.1.rate_bps"] :focus')).toBeAttached();
});

test('pins the present run and compares it with another sender', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await choose(page, 'compare vegas', /^Compare with Vegas 0\.8/);
  await expectPhase(page, 'done');
  await choose(page, 'undo', /^Undo\b/);
});

test('is a combobox with a list: keys, status and no findings', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await page.getByRole('button', { name: 'Search everything' }).focus();
  await page.keyboard.press('Enter');
  const input = palette(page).getByRole('combobox');
  const options = palette(page).getByRole('option');
  await expect(input).toBeFocused();
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toBeInViewport();
  await expect(input).toHaveAttribute(
    'aria-activedescendant',
    (await options.last().getAttribute('id')) ?? '',
  );
  await input.fill('no such thing at all');
  await expect(palette(page)).toContainText('Nothing matches');
  await expect(palette(page).getByRole('status')).toHaveText('0 results');
  await input.fill('queue');
  await expect(palette(page).getByRole('group', { name: 'Published numbers' })).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Search everything' }), 'the focus returns').toBeFocused();
});

test('keys typed while its code loads are not lost, nor is Enter', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/PaletteDialog-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await openBench(page, 'ahn-fig1-rr');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('use dark color');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(palette(page)).toHaveCount(0);
});

test('a key right after its field has the focus keeps what was typed before', async ({ page }) => {
  await openPrerendered(page, '');
  // Before the page's code goes on, as a key's own task may come between two tasks of the page.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('dialog.palette[open]') === null) return;
      observer.disconnect();
      document.execCommand('insertText', false, 's');
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
  });
  await page.route('**/PaletteDialog-*.js', async (route) => {
    await page.keyboard.type('latecomer');
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toHaveValue('latecomers');
});

test('opens from the home page with what was typed there', async ({ page }) => {
  await openPrerendered(page, '');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('latecomers');
  await expect(palette(page).getByRole('combobox')).toHaveValue('latecomers');
  await expect(palette(page).getByRole('option').first()).toBeVisible();
});

test('opens on a lesson, and leads from there to the bench', async ({ page }) => {
  await openPrerendered(page, 'lessons/reading-a-trace/');
  await choose(page, 'veno side reno', /Veno next to Reno/);
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'veno-side-by-side');
});

test('works on a phone', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(skipFirstVisit);
  await page.goto(`${baseURL}#/bench?scenario=ahn-fig1-rr`);
  await expectPhase(page, 'done');
  await search(page, 'buffer');
  const options = palette(page).getByRole('option');
  await expect(options.first()).toBeVisible();
  const { width = 0, height = 0 } = (await options.first().boundingBox()) ?? {};
  expect(width).toBeGreaterThan(340);
  expect(height).toBeGreaterThanOrEqual(44);
  await palette(page).locator('[data-item="scenario low-buffer"]').tap();
  await expect(page).toHaveURL(/scenario=low-buffer$/);
  await context.close();
});
