/** The keys that the bench advertises work wherever the focus is, but not in fields and dialogs. */
import { CHECK } from './check';
import { expect, openBench, test } from './lab';

test('keys play, step and zoom without a panel in focus', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  const cursor = page.getByRole('slider', { name: 'Time cursor' }).first();
  const moment = async () => Number(await cursor.inputValue());
  await page.keyboard.press('l');
  await expect(cursor).toHaveAttribute('data-unset', 'false');
  const first = await moment();
  await page.keyboard.press('l');
  await expect.poll(moment).toBeGreaterThan(first);
  await page.keyboard.press('Shift+L');
  await expect.poll(moment).toBe(first);
  await page.keyboard.press('t');
  await expect.poll(moment).toBeGreaterThan(first);
  await page.keyboard.press('ArrowRight');
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY), 'Space scrolls nothing').toBe(scrolled);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('keys are text in fields, and belong to an open dialog', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const cursor = page.getByRole('slider', { name: 'Time cursor' }).first();
  const field = page.getByRole('main').locator('input[inputmode], input[type="text"]').first();
  await field.focus();
  for (const key of ['l', 'Space', 't', ',']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search everything' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  for (const key of ['l', 'Space', 't']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('l t');
  await page.keyboard.press('Escape');
  await expect(cursor).toHaveAttribute('data-unset', 'true');
});

test('the list of keys has those of the open page', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys and gestures' });
  await expect(dialog).toContainText('Go to the next timeout');
  await expect(dialog).toContainText('Ctrl+K');
  await page.keyboard.press('Escape');
  await page.goto('#/papers');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await expect(dialog).toContainText('Ctrl+K');
  await expect(dialog).not.toContainText('Go to the next timeout');
});
