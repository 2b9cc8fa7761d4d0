import type { Locator } from '@playwright/test';
import { expectNoFindings } from './axe';
import { chooseSender, digest, expect, expectPhase, inkOf, openBench, panel, test } from './lab';

/** Number of painted pixels left of a plot's area. */
function numbersOf(canvas: Locator): Promise<string> {
  return canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element as HTMLCanvasElement, 0, 0);
    const left = 44 * devicePixelRatio;
    const { data } = copy?.getImageData(0, 0, left, height) ?? { data: [] };
    return Array.from({ length: data.length / 4 }, (_, at) => ((data[4 * at + 3] ?? 0) > 0 ? 1 : 0)).join('');
  });
}

test('two senders are compared with a third: side by side, overlaid, in numbers, and by first difference', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-vr');
  const vegas = (await digest(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Keep for comparison' }).click();
  const kept = page.getByRole('region', { name: 'Comparison' });
  await expect(kept.locator('[data-kept="B"]')).toContainText('The same scenario as A.');
  await expect(kept.locator('.divergences')).toContainText('sent, lost and acknowledged the same');
  const lineOfB = () => inkOf(panel(page, 'window'), 'flow-2');
  await chooseSender(page, 'reno');
  await expect(kept.locator('[data-kept="B"]')).toContainText('sender preset: vegas, in A reno');
  await expectPhase(page, 'done');
  await panel(page, 'window').scrollIntoViewIfNeeded();
  await expect.poll(lineOfB).toBeGreaterThan(100);
  await expect(panel(page, 'window').locator('.legend')).toContainText('B vegas');

  // Reno loses segments and Vegas doesn't, so B is marked as better.
  const lost = page.locator('[data-metric="retransmitted_segments"] td').nth(1);
  await expect(lost).toContainText('0 seg');
  await expect(lost.locator('[data-better="true"]')).toContainText('(−100.0 %)');

  const before = await page.locator('.time-shown').textContent();
  await kept.getByRole('button', { name: 'Look at where A and B part' }).click();
  await expect(page.locator('.time-shown')).not.toHaveText(before ?? '');
  await expect(panel(page, 'window').locator('.readout')).toContainText('B cwnd');

  // Plots side by side share their scales.
  await kept.getByText('beside each other').click();
  await expect(page.locator('[data-run="B"] [data-panel="window"]')).toBeVisible();
  const numbers = (run: string) =>
    numbersOf(page.locator(`[data-run="${run}"] [data-panel="window"] canvas`));
  await expect.poll(async () => (await numbers('B')) === (await numbers('A'))).toBe(true);
  expect((await numbers('A')).replaceAll('0', '').length, 'numbers are written there').toBeGreaterThan(50);

  await expectNoFindings(page);

  // Swaps the two runs, and swaps them back.
  await kept.getByRole('button', { name: 'Open this one' }).click();
  await expect(digest(page)).toHaveText(vegas);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(digest(page)).not.toHaveText(vegas);

  // A link opens the same comparison; removing the kept run ends it.
  await kept.getByRole('textbox', { name: 'Name of B' }).fill('as in the paper');
  await page.getByText('Share', { exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link to this bench' });
  await expect(link).toHaveValue(/with=as%3Das/);
  const address = await link.inputValue();
  await page.goto('about:blank');
  await page.goto(address);
  await expectPhase(page, 'done');
  await expect(page.getByRole('textbox', { name: 'Name of B' })).toHaveValue('as in the paper', {
    timeout: 30_000,
  });
  await expect(page.locator('[data-kept="B"]')).toContainText('sender preset: vegas, in A reno');
  await page.getByRole('button', { name: 'Remove B' }).click();
  await expect(page.getByRole('region', { name: 'Comparison' })).toHaveCount(0);
  await expectPhase(page, 'done');
});
