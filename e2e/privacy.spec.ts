/** The lab's storage in the browser can be seen and deleted. Every test checks that no request leaves the machine (lab.ts). */

import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, expectPhase, openPrerendered, test } from './lab';
import { expectNotices, noticeOf, packagesInMaps } from './notices';

test.use({ serviceWorkers: 'allow' });

test('every page links to the privacy page', CHECK, async ({ page }) => {
  for (const place of [
    '#/bench',
    '#/papers',
    '#/evidence',
    '#/figure-1',
    'lessons/',
    'lessons/rem/',
    'lessons/glossary/',
  ]) {
    await page.goto(place);
    await page.locator('footer').getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1 }), place).toHaveText('Privacy');
    await expect(page).toHaveURL(/lab\/(index\.html)?#\/privacy$/);
  }
  await expectNoFindings(page);
  await page.setViewportSize({ width: 360, height: 700 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
});

test('the page links to the licenses of everything that the site contains', async ({ page }) => {
  await page.goto('#/privacy');
  await page.getByRole('link', { name: 'their licenses' }).click();
  await expect(page).toHaveURL(/lab\/THIRD-PARTY\.txt$/);
  const text = await page.locator('body').innerText();
  expectNotices(text);
  // The source maps say what's inside.
  const missing = packagesInMaps().filter((name) => !text.includes(`\n${noticeOf(name)}`));
  expect(missing).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'Apache License 2.0' }).click();
  await expect(page.getByText('TERMS AND CONDITIONS FOR USE')).toBeVisible();
});

test('all stored data can be deleted after a confirmation', CHECK, async ({ page, context }) => {
  await openPrerendered(page, 'lessons/the-other-end/');
  const ask = page.locator('[data-predict]').first();
  await ask.getByRole('radio').first().check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  await page.getByRole('combobox', { name: 'Colors' }).selectOption('dark');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('3');
  await expect(page.locator('.trace-identity')).toContainText('seed 3');
  await page.locator('footer').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByText('Everything is saved')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('another page of this host', 'stays'));
  const held = () =>
    page.evaluate(async () => ({
      entries: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  const before = await held();
  expect(before.entries.filter((key) => key.startsWith('vegaslab:')).length).toBeGreaterThanOrEqual(4);
  expect(before).toMatchObject({ caches: 1, workers: 1 });

  await page.getByRole('button', { name: 'Delete everything that the lab saved' }).click();
  await page.getByRole('button', { name: 'Keep everything' }).click();
  expect((await held()).entries).toEqual(before.entries);
  await page.getByRole('button', { name: 'Delete everything that the lab saved' }).click();
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('The lab has deleted everything that it saved in this browser.')).toBeVisible();
  // Only the open tab's id remains, which every page load creates.
  await expect
    .poll(held)
    .toEqual({ entries: ['another page of this host', 'vegaslab:tab'], caches: 0, workers: 0 });
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  await page.goto('lessons/the-other-end/');
  await expect(page.getByText('0 of', { exact: false }).first()).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

test('a link to the confirmation of a deletion deletes nothing', async ({ page }) => {
  await openPrerendered(page, 'lessons/the-other-end/');
  const ask = page.locator('[data-predict]').first();
  await ask.getByRole('radio').first().check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  const stored = () => page.evaluate(() => localStorage.getItem('vegaslab:lesson:the-other-end'));
  const before = await stored();
  expect(before).not.toBeNull();
  for (const arrive of [() => page.goto('#/privacy?deleted'), () => page.reload()]) {
    await arrive();
    await expect(page.getByRole('button', { name: 'Delete everything that the lab saved' })).toBeVisible();
    await expect(page.getByText('The lab has deleted everything')).toHaveCount(0);
    await expect(page.getByText('Everything is saved')).toBeVisible();
    expect(await stored()).toBe(before);
  }
});
