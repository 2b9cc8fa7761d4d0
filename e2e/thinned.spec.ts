/** A run that's too long to record in full: what wasn't recorded is never shown as a fact. */
import { readFile } from 'node:fs/promises';
import { expect, openBench, openMore, panel, test } from './lab';

test('times without samples are hatched, have no values, and no capture is made of them', async ({
  page,
}) => {
  await openBench(page, 'ahn-table1-5ts&view.at=2350');
  const notice = page.locator('.thinned-notice');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText(
    /^This run is too long to record in full: every sample is kept until [\d.,]+ s, and \d+\.\d % of them in all\. Hatched times aren’t recorded\.$/,
  );

  // The last sample of the queue is 500 s before the cursor.
  const queue = panel(page, 'queue');
  await expect(queue.getByText('queued').first()).toBeVisible();
  // The readout follows in the frame after the run has ended.
  const readout = queue.locator('.readout').first();
  await expect.poll(() => readout.innerText()).not.toMatch(/\d (?:KiB|B)\b/);
  expect(await readout.innerText()).toContain('queued –');

  await openMore(queue);
  await queue.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    queue.getByRole('button', { name: 'SVG' }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  expect(svg).toContain('not recorded');
  expect(svg).toContain('too long to record in full');
  expect(svg).not.toContain('NaN');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Packets (pcapng)' }).click();
  await expect(page.getByText(/The file couldn’t be made: this run has 9,095,016 rows/)).toBeVisible();
  await page.getByRole('button', { name: 'qlog' }).click();
  await expect(page.getByText(/The file couldn’t be made: this run has 9,095,016 rows/)).toBeVisible();
});
