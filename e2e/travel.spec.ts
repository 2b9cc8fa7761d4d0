import type { Page } from '@playwright/test';
import { expect, openBench, openDetails, panel, test } from './lab';

const narration = (page: Page) => page.getByRole('region', { name: 'Results' }).locator('.narration');
const caption = (page: Page) => page.locator('.caption');
const moment = async (page: Page) =>
  Number(await page.getByLabel('Time cursor', { exact: true }).inputValue());
const chosen = (page: Page) => page.getByRole('option', { selected: true }).and(page.locator('.event'));

test.beforeEach(async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
});

test('the cursor moves during playback and stops when paused', async ({ page }) => {
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBeGreaterThan(0.3);
  // Reads the sentence first, because the cursor moves on. It has hundredths of a second.
  const said = Number((await narration(page).textContent())?.match(/^(?:Last change, )?([\d.]+) s: /)?.[1]);
  expect(said).toBeLessThanOrEqual((await moment(page)) + 0.005);
  const slider = panel(page, 'window').getByRole('slider');
  await expect(slider).toHaveAttribute('aria-valuetext', 'playing');
  // Moving the pointer over a panel doesn't move the cursor.
  await slider.scrollIntoViewIfNeeded();
  await slider.hover();
  expect(await moment(page)).toBeLessThan(10);
  await slider.focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const stopped = await moment(page);
  await expect(slider).toHaveAttribute('aria-valuetext', /cwnd .* seg/);
  await page.keyboard.press('>');
  await expect(page.getByLabel(/^Speed/)).toHaveValue('2');
  expect(await moment(page)).toBe(stopped);
});

test('keys step between events and jump to losses, retransmissions and timeouts', async ({ page }) => {
  await panel(page, 'window').getByRole('slider').focus();
  await page.keyboard.press('l');
  await expect(caption(page)).toHaveText(
    /^t = 1\.384 s: segment 144 .* is dropped at R1 → R2, whose queue holds 15\.6 of 16\.0 KiB\.$/,
  );
  await expect.poll(() => moment(page)).toBeCloseTo(1.384, 3);
  await page.keyboard.press('r');
  await expect(caption(page)).toContainText('is retransmitted after 3 duplicate ACKs');
  await page.keyboard.press('t');
  await expect(caption(page)).toContainText('t = 3.664 s: the retransmission timer expires');
  await page.keyboard.press('Shift+L');
  await expect(caption(page)).toContainText('is dropped');
  await expect.poll(() => moment(page)).toBeLessThan(3.664);
  const loss = await caption(page).textContent();
  await page.keyboard.press('.');
  await expect(caption(page)).not.toHaveText(loss ?? '');
  const next = await caption(page).textContent();
  await page.keyboard.press('.');
  await expect(caption(page)).not.toHaveText(next ?? '');
  await page.keyboard.press(',');
  await expect(caption(page)).toHaveText(next ?? '');
});

test('the list follows the cursor, renders only visible rows, and can be filtered', async ({ page }) => {
  await openDetails(page, 'Events');
  const rows = page.locator('.event');
  await expect(rows.first()).toContainText('slow start begins');
  await expect.poll(() => rows.count()).toBeLessThan(30);
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^12\d{3}$/);
  await page.getByLabel('Time cursor', { exact: true }).fill('20');
  await expect(chosen(page)).toContainText(/^(19\.9|20\.0)/);

  await page.getByLabel('Events to step through and list').selectOption('timeouts');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(caption(page)).toContainText('t = 3.664 s: the retransmission timer expires');
  await expect.poll(() => moment(page)).toBeCloseTo(3.664, 3);
  await expect(panel(page, 'queue').locator('.readout b').first()).toHaveText('3.664 s');

  await page.getByLabel('Events to step through and list').selectOption('losses');
  await page.getByRole('listbox', { name: 'Events in order of time' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => moment(page), 'the first drop after the timeout').toBeGreaterThan(20);
  await expect(chosen(page)).toContainText('is dropped');
});

test('a window decision shows its own arithmetic', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByLabel('Time cursor', { exact: true }).fill('12.7');
  await expect.poll(() => moment(page), 'the cursor is where it was put').toBeCloseTo(12.7, 3);
  await openDetails(page, 'Events');
  await panel(page, 'rtt').getByRole('slider').focus();
  await page.keyboard.press('d');
  const arithmetic =
    't = 12.704 s: cwnd stays at 23.11: expected = cwnd / base_rtt = 23.11 / 117.0 ms = 197.5 segments/s, actual = cwnd / rtt = 23.11 / 125.75 ms = 183.8 segments/s, diff = (197.5 − 183.8) × 117.0 ms = 1.61, rounded 2; alpha 1 ≤ 2 ≤ beta 3.';
  await expect(caption(page)).toHaveText(arithmetic);
  await expect(page.locator('.event-now')).toHaveText(arithmetic);
});
