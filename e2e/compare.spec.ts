import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { digest, expect, expectPhase, inkOf, openBench, openDetails, panel, test } from './lab';

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

const chips = (page: Page) => page.getByRole('region', { name: 'Compared runs' });
const result = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Results', exact: true }).locator(`[data-result="${name}"]`);

/** Opens the menu of comparisons. */
async function openMenu(page: Page): Promise<void> {
  await page.locator('.compare-menu .floats').click();
  await expect(page.getByRole('searchbox', { name: 'Find a sender' })).toBeVisible();
}

/** Chooses from the menu of a compared run. */
async function useChip(page: Page, run: string, item: string): Promise<void> {
  await chips(page)
    .getByRole('button', { name: `Menu of ${run}` })
    .click();
  await chips(page).getByRole('button', { name: item, exact: true }).click();
}

test('one click compares Vegas with Reno, in the plots and in words', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Compare with Reno' }).click();
  await expect(chips(page).locator('[data-run-chip="A"]')).toContainText('Vegas');
  await expect(chips(page).locator('[data-run-chip="B"]')).toContainText('Reno');
  await expect(chips(page).locator('[data-run-chip="B"]')).toContainText('baseline');
  await panel(page, 'window').scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(panel(page, 'window'), 'flow-2')).toBeGreaterThan(100);

  // The differences are Vegas minus Reno.
  await expect(result(page, 'completed_at_s')).toContainText(/\d\.\d s faster/);
  await expect(result(page, 'retransmitted_segments')).toContainText('0 retransmitted');
  await expect(result(page, 'retransmitted_segments')).toContainText('75 fewer');
  await expect(result(page, 'goodput_bytes_per_s')).toContainText(/\+[\d.]+ kbit\/s/);
  await expect(result(page, 'goodput_bytes_per_s')).toHaveAttribute('data-better', 'true');

  // The key, the legend and the curve have the same color and dashes.
  const line = (place: Locator) =>
    place
      .locator('path')
      .evaluate((path) => [path.getAttribute('stroke'), path.getAttribute('stroke-dasharray')]);
  const legend = panel(page, 'window').locator('.legend li', { hasText: 'B Reno' });
  expect(await line(legend)).toEqual(await line(chips(page).locator('[data-run-chip="B"] .run-sign')));

  const before = await page.locator('.moment-shown').textContent();
  await page.getByRole('button', { name: 'First difference from B' }).click();
  await expect(page.locator('.moment-shown')).not.toHaveText(before ?? '');
  await expect(panel(page, 'window').locator('.readout')).toContainText('B cwnd');
  await expectNoFindings(page);
});

test('a change is offered to the baseline too, and identical runs say why they are', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.locator('.compare-menu').getByRole('button', { name: 'Compare with Reno' }).waitFor();
  await openMenu(page);
  await page.getByRole('button', { name: /^Pin this run/ }).click();
  const results = page.getByRole('region', { name: 'Results', exact: true });
  await expect(results).toContainText('Identical: the scenarios are the same');
  await page.getByRole('switch', { name: 'Early retransmit' }).click();
  await expect(results).toContainText(
    'Identical: “Loss detection” never acted, because no segment was lost and no duplicate ACK arrived',
  );
  await page.getByRole('button', { name: /apply to the baseline B too$/ }).click();
  await expect(results).toContainText('Identical: the scenarios are the same');
  await expect(page.getByRole('button', { name: /apply to the baseline B too$/ })).toHaveCount(0);
});

test('another run becomes the baseline; that and the layout travel in a link', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Compare with Reno' }).click();
  await expect(result(page, 'retransmitted_segments')).toContainText('75 fewer');
  await openMenu(page);
  await page.getByRole('searchbox', { name: 'Find a sender' }).fill('newreno');
  await page.keyboard.press('Enter');
  await openMenu(page);
  await page.getByRole('searchbox', { name: 'Find a sender' }).fill('cubic');
  await page.keyboard.press('Enter');
  await expect(chips(page).locator('[data-run-chip="D"]')).toContainText('CUBIC');
  await useChip(page, 'D, CUBIC', 'Use as baseline');
  await expect(chips(page).locator('[data-run-chip="D"]')).toContainText('baseline');
  await expect(chips(page).locator('[data-run-chip="B"]')).not.toContainText('baseline');
  await expect(result(page, 'retransmitted_segments')).not.toContainText('75 fewer');
  await expect(page.getByRole('button', { name: 'First difference from D' })).toBeVisible();
  const difference = await result(page, 'retransmitted_segments').textContent();
  await chips(page).getByText('Side by side').click();
  await expect(page.locator('[data-run="D"] [data-panel="window"] canvas')).toBeVisible();

  // Without Reno, the letters in a link begin again at B.
  await useChip(page, 'B, Reno', 'Remove');
  await expect(chips(page).locator('[data-run-chip]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link to this view' });
  await expect(link).toHaveValue(/view\.runs=beside/);
  await expect(link).toHaveValue(/view\.baseline=C/);
  const other = await page.context().newPage();
  await other.goto(await link.inputValue());
  await expectPhase(other, 'done');
  const chip = other.locator('[data-run-chip="C"]');
  await expect(chip).toContainText('CUBIC');
  await expect(chip).toContainText('baseline');
  await expect(result(other, 'retransmitted_segments')).toHaveText(difference ?? '');
  await expect(other.locator('[data-run="C"] [data-panel="window"] canvas')).toBeVisible();
  await other.close();
});

test(
  'runs are shown side by side on the same scales, swapped, shared by link and removed',
  CHECK,
  async ({ page }) => {
    await openBench(page, 'ahn-fig1-rr');
    const reno = (await digest(page).textContent()) ?? '';
    await page.getByRole('button', { name: 'Compare with Vegas' }).click();
    await openDetails(page, 'Comparison');
    const card = page.getByRole('region', { name: 'Comparison', exact: true }).locator('[data-pinned="B"]');
    await expect(card).toContainText('sender preset: vegas, in A reno');

    await chips(page).getByText('Side by side').click();
    await expect(page.locator('[data-run="B"] [data-panel="window"]')).toBeVisible();
    const numbers = (run: string) =>
      numbersOf(page.locator(`[data-run="${run}"] [data-panel="window"] canvas`));
    await expect.poll(async () => (await numbers('B')) === (await numbers('A'))).toBe(true);
    expect((await numbers('A')).replaceAll('0', '').length, 'numbers are written there').toBeGreaterThan(50);
    await expect(chips(page).locator('.run-sign path'), 'flows keep their own colors').toHaveCount(0);
    await expectNoFindings(page);

    // In the table, too, the pinned run is the baseline.
    const sent = page.locator('[data-metric="retransmitted_segments"] td');
    await expect(sent.nth(0).locator('[data-better="false"]')).toContainText('75 more');
    await expect(sent.nth(1)).toHaveText('0 seg');

    await useChip(page, 'B, Vegas', 'Swap with A');
    await expect(digest(page)).not.toHaveText(reno);
    await expect(chips(page).locator('[data-run-chip="A"]')).toContainText('Vegas');
    await expect(chips(page).locator('[data-run-chip="B"]')).toContainText('Reno');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(digest(page)).toHaveText(reno);

    await page.getByRole('textbox', { name: 'Name of B' }).fill('as in the paper');
    await page.getByText('Share', { exact: true }).click();
    const link = page.getByRole('textbox', { name: 'Link to this view' });
    await expect(link).toHaveValue(/with=as%3Das/);
    const address = await link.inputValue();
    await page.goto('about:blank');
    await page.goto(address);
    await expectPhase(page, 'done');
    await expect(chips(page).locator('[data-run-chip="B"]')).toContainText('as in the paper', {
      timeout: 30_000,
    });
    await openDetails(page, 'Comparison');
    await expect(card).toContainText('sender preset: vegas, in A reno');
    await useChip(page, 'B, as in the paper', 'Remove');
    await expect(chips(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Comparison', exact: true })).toHaveCount(0);
  },
);

test('a changed run has a name of its own, and is compared with its original first', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr&flows.0.sender.avoidance.alpha=2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vegas, alpha 2');
  await openDetails(page, 'About');
  const about = page.getByRole('region', { name: 'About this scenario' });
  await expect(about).toContainText('Original scenario: V-R: Vegas sender, Reno receiver');
  await page.getByRole('button', { name: 'Compare with the original' }).click();
  await expect(chips(page).locator('[data-run-chip="A"]')).toContainText('Vegas, alpha 2');
  await expect(chips(page).locator('[data-run-chip="B"] .chip-name')).toHaveText('Vegas');
  await expect(panel(page, 'window').locator('.legend')).toContainText('A Vegas, alpha 2');

  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('V-R: Vegas sender, Reno receiver');
  await expect(about).not.toContainText('Original scenario');
});

test('any sender is found by name, for all flows that do the same or for one', CHECK, async ({ page }) => {
  await openBench(page, 'low-buffer');
  await openMenu(page);
  await expect(page.getByRole('combobox', { name: 'Replace the sender of' })).toHaveValue('0,1,2');
  await page.getByRole('searchbox', { name: 'Find a sender' }).fill('rfc 9438');
  await page.keyboard.press('Enter');
  await expect(chips(page).locator('[data-run-chip="B"] .chip-name')).toHaveText('CUBIC');
  await openMenu(page);
  await page.getByRole('combobox', { name: 'Replace the sender of' }).selectOption('two');
  await page.getByRole('button', { name: 'NewReno' }).click();
  await expect(chips(page).locator('[data-run-chip="C"] .chip-name')).toHaveText('Vegas + NewReno');
  await openMenu(page);
  await page.getByRole('button', { name: 'Pin this run' }).click();
  await expect(chips(page).locator('[data-run-chip="D"] .chip-name')).toHaveText('Vegas');
});

test('the numbers of all compared runs are in sight, and their table is first in the details', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('switch', { name: /^Congestion avoidance/ }).click();
  await page.getByRole('button', { name: 'Compare with Vegas (all parts)' }).click();
  for (const sender of ['newreno', 'cubic', 'veno', 'illinois']) {
    await openMenu(page);
    await page.getByRole('searchbox', { name: 'Find a sender' }).fill(sender);
    await page.keyboard.press('Enter');
  }
  for (const letter of ['A', 'B', 'C', 'D', 'E', 'F']) {
    const numbers = chips(page).locator(`[data-run-chip="${letter}"] .chip-numbers`);
    await expect(numbers).toHaveText(/^\d+ kbit\/s\d+\.\d s$/);
    await expect(numbers).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const table = page.getByRole('region', { name: 'Numbers of all runs' });
  await expect(table.locator('[data-run]')).toHaveCount(6);
  await expect(table.locator('[data-run="F"]')).toBeInViewport({ ratio: 1 });
});
