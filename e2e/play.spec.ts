/** The game on its own page, with which the course opens: steering at once, the result, and links to shared runs. */
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, openPrerendered, test } from './lab';

async function playFrom(page: Page, cwnd: number): Promise<Locator> {
  const game = page.locator('.capstone-game');
  const slider = page.getByRole('slider', { name: 'your window' });
  await slider.fill(String(cwnd));
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(game).toHaveAttribute('data-phase', 'over', { timeout: 40_000 });
  return page.locator('.capstone-outcome');
}

test('two actions steer the window, and the link of the run gives another browser the same score', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const opened = Date.now();
  await openPrerendered(page, 'lessons/play/');
  await page.getByText('Start', { exact: true }).click();
  const game = page.locator('.capstone-game');
  await expect(game).toHaveAttribute('data-phase', 'playing');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.locator('[data-metric="cwnd"]')).toHaveText('9');
  test.info().annotations.push({ type: 'speed', description: `steered after ${Date.now() - opened} ms` });
  // The student's window is drawn with those of Vegas and Reno, and their points run along.
  await expect(page.locator('[aria-label="Points so far"] [data-bar]')).toHaveCount(3);
  await expect(page.locator('[data-bar="vegas"] b')).not.toHaveText('0');
  await expect(page.locator('.legend').getByText('Vegas’s window')).toBeVisible();
  for (const key of ['Shift+ArrowUp', 'Shift+ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  const result = page.locator('.capstone-outcome');
  await expect(result.getByRole('heading')).toContainText(/You beat Reno, \d+\.\d to 47\.2/, {
    timeout: 60_000,
  });
  await expect(result).toBeInViewport({ ratio: 0.9 });
  const verdict = page.locator('.capstone-verdict');
  const points = await verdict.getAttribute('data-points');
  await expectNoFindings(page);

  // Now the page asks why, and leads to the first lesson.
  await expect(result.getByRole('link', { name: /^Why\?/ })).toHaveAttribute('href', /lessons\/[a-z-]+\/$/);

  const link = await result.getByRole('textbox', { name: 'Share this run' }).inputValue();
  expect(link.startsWith(`${baseURL}lessons/play/?run=window-quiet~`)).toBe(true);
  const receiver = await (await browser.newContext()).newPage();
  await receiver.goto(link);
  await expect(receiver.locator('.capstone-verdict')).toHaveAttribute('data-points', points ?? '–');
  await expect(receiver.getByRole('heading', { name: /^This run got/ })).toContainText(points ?? '–');
  await receiver.getByRole('button', { name: 'Beat it' }).click();
  await expect(receiver.locator('[aria-label="Points so far"] [data-bar]')).toHaveCount(4);
  await expect(receiver.locator('[data-bar="shared"]')).toContainText('the shared run');
  await receiver.context().close();
});

test('a press of the page’s link that arrives once the game is there starts it too', async ({ page }) => {
  await openPrerendered(page, 'lessons/play/');
  const game = page.locator('.capstone-game');
  await expect(game).toHaveAttribute('data-phase', 'ready');
  await page.evaluate(() => {
    window.location.hash = '#start';
  });
  await expect(game).toHaveAttribute('data-phase', 'playing');
  await expect(game).toBeFocused();
});

test('a link whose run is cut off says so, and the game is there all the same', async ({ page }) => {
  await openPrerendered(page, 'lessons/play/?run=window-quiet~0-m.7');
  await expect(page.getByRole('alert')).toContainText('cut off');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
});

test.describe('on a phone', CHECK, () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });

  test('the whole game fits, and the result is in sight when it is over', async ({ page }) => {
    test.slow();
    await openPrerendered(page, 'lessons/play/');
    const controls = page.locator('.capstone-controls');
    await expect(controls).toBeInViewport({ ratio: 1 });
    const result = await playFrom(page, 22);
    await expect(result).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('.capstone-verdict')).toHaveAttribute('data-points', /^7\d\./);
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Next path' }).tap();
    await expect(page.getByRole('radio', { name: /Radio link/ })).toBeChecked();
  });
});
