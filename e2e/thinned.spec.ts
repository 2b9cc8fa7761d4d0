/** A run that's too long to record in full: what wasn't recorded is never shown as a fact. */
import { readFile } from 'node:fs/promises';
import { expect, openBench, openMore, panel, test } from './lab';

// Six flows' bands take the height of a plot.
test.use({ viewport: { width: 1280, height: 900 } });

test('times without samples have bands and ranges, and no capture is made of them', async ({ page }) => {
  await openBench(page, 'ahn-table1-5ts&view.at=2350');
  const notice = page.locator('.thinned-notice');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText(
    /^Too long to record in full: after [\d.,]+ s, bands show the range of values\. Zoom in to see every sample, also in hatched times\.$/,
  );

  const queue = panel(page, 'queue');
  await expect(queue.getByText('queued').first()).toBeVisible();
  // The readout follows in the frame after the run has ended.
  const readout = queue.locator('.readout').first();
  await expect
    .poll(() => readout.innerText())
    .toMatch(/queued between [\d.,]+ (?:KiB|B) and [\d.,]+ (?:KiB|B)/);

  await openMore(queue);
  await queue.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    queue.getByRole('button', { name: 'SVG' }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  expect(svg).toContain('too long to record in full');
  expect(svg).not.toContain('NaN');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Packets (pcapng)' }).click();
  await expect(page.getByText(/The file couldn’t be made: this run has 9,095,016 rows/)).toBeVisible();
  await page.getByRole('button', { name: 'qlog' }).click();
  await expect(page.getByText(/The file couldn’t be made: this run has 9,095,016 rows/)).toBeVisible();
});

test('a window of a long run has every sample', async ({ page }) => {
  await openBench(page, 'ahn-table1-5ts&view.from=2345&view.to=2355&view.at=2350');
  const readout = panel(page, 'queue').locator('.readout').first();
  // The window is simulated again after the run has ended.
  await expect.poll(() => readout.innerText()).toMatch(/queued [\d.,]+ (?:KiB|B)\b/);
  await expect(page.locator('.thinned-notice')).toBeVisible();
});
