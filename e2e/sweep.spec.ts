import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { digest, expect, expectPhase, figure, openBench, openDetails, test } from './lab';

const status = (page: Page) => page.getByRole('status');

async function expectRuns(page: Page, runs: number): Promise<void> {
  await expect(status(page)).toContainText(`Done. ${runs} of ${runs} run`, { timeout: 60_000 });
}

const goodput = (page: Page) => page.getByRole('region', { name: 'transfer: goodput (kbit/s)' });

test('the page proposes a sweep and runs it; two ends make it Reno against Vegas from 4 to 32 KiB', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Sweep' }).click();
  await expectRuns(page, 90);
  await expect(goodput(page).locator('.chart-point')).toHaveCount(18);
  await expect(goodput(page).locator('.whisker').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Field' })).toHaveValue('Buffer of R1-R2');

  await page.getByRole('textbox', { name: 'From' }).fill('4');
  await page.getByRole('textbox', { name: 'to', exact: true }).fill('32');
  await expectRuns(page, 90);
  await expect(goodput(page).locator('.plot-axes text', { hasText: /^32$/ })).toBeVisible();
  await expect(goodput(page).locator('.legend')).toContainText('mean and 95 % interval of 5 seeds');
  await expect(page).toHaveURL(/sweep\.field=links\.1\.queue\.limit_bytes%7Elog%7E4096%7E32768%7E9/);

  // Picture and button are in sight without scrolling.
  for (const place of [
    goodput(page).locator('.plot'),
    page.getByRole('button', { name: 'Run', exact: true }),
  ]) {
    const box = await place.boundingBox();
    expect(box).not.toBeNull();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
  }
  await expectNoFindings(page);
});

test('the engine is loaded and compiled once, and runs on every core', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openBench(page, 'ahn-fig1-vr');
  const before = requested.length;
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.getByRole('button', { name: 'Sweep' }).click();
  await expectRuns(page, 90);
  expect(workers.length, 'one worker for each core').toBeGreaterThanOrEqual(4);
  const again = requested.slice(before).filter((url) => /vegaslab_bg|catalogue/.test(url));
  expect(again, 'files of the engine').toEqual([]);
});

test('text that is no field cannot run, and similar fields are offered', async ({ page }) => {
  await page.goto('#/sweep?scenario=ahn-fig1-vr');
  await expectRuns(page, 90);
  const field = page.getByRole('combobox', { name: 'Field' });
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await field.fill('bufer');
  await expect(run).toBeDisabled();
  await expect(page.locator('.sweep-start')).toContainText('No field matches “bufer”');
  await field.blur();
  await expect(run).toBeDisabled();
  await page.getByRole('button', { name: 'Buffer of R1-R2' }).click();
  await expect(run).toBeEnabled();

  // Other words for a field find it, with the keyboard alone.
  await field.fill('bandwidth');
  await expect(run).toBeDisabled();
  await expect(page.locator('.field-list').getByRole('option').first()).toHaveAccessibleName('Rate of R1-R2');
  await field.press('Enter');
  await expect(field).toHaveValue('Rate of R1-R2');
  await expect(run).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('200');
  await field.fill('rtt');
  await field.press('ArrowDown');
  await field.press('Escape');
  await expect(field).toHaveValue('Rate of R1-R2');
});

test('a field is swept for two senders, and a point opens its run on the bench', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Sweep' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('V-R');
  await page.getByRole('combobox', { name: 'Field' }).fill('links.1.queue.limit_bytes');
  await page.getByRole('combobox', { name: 'Values in' }).selectOption('list');
  const values = page.getByRole('textbox', { name: 'Values' });
  await values.fill('8, x');
  await expect(page.getByRole('alert')).toContainText('“x” isn’t allowed here');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await values.fill('8, 16');
  await expectRuns(page, 20);
  const result = goodput(page);
  await expect(result.locator('.chart-point')).toHaveCount(4);
  await expect(result.locator('.chart-point .whisker')).toHaveCount(4);
  await result.getByText('Table', { exact: false }).first().click();
  await expect(result.locator('tbody tr')).toHaveCount(4);

  // A reload keeps the setup, and runs it again.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Values' })).toHaveValue('8, 16');
  await expectRuns(page, 20);
  await result.getByRole('slider').press('ArrowRight');
  const run = result.locator('.point-card a').first();
  const shown = (await run.textContent()) ?? '';
  await run.click();
  await expectPhase(page, 'done');
  await expect(digest(page)).toBeVisible();
  await openDetails(page, 'Results');
  await expect(figure(page, 'goodput_bytes_per_s')).toHaveText(shown.replace(/^seed \d+: /, ''));

  // Going back shows the results again.
  await page.goBack();
  await expectRuns(page, 20);
});

test(
  'an address names a field, and senders are added and rates switched without losing the runs',
  CHECK,
  async ({ page }) => {
    await page.goto('#/sweep?scenario=ahn-fig1-vr&field=links.R1-R2.rate_bps');
    await expectRuns(page, 90);
    await expect(page.getByRole('combobox', { name: 'Field' })).toHaveValue('Rate of R1-R2');
    await page.getByRole('checkbox', { name: 'NewReno (RFC 6582)' }).check();
    await expectRuns(page, 135);
    await page.getByRole('combobox', { name: 'Rates in' }).selectOption('Mbit/s');
    await expect(page.getByRole('region', { name: 'transfer: goodput (Mbit/s)' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('0.2');
    await page.reload();
    await expect(page.getByRole('region', { name: 'transfer: goodput (Mbit/s)' })).toBeVisible();
  },
);

test('the results are exported with their source', async ({ page }) => {
  await page.goto('#/sweep?scenario=ahn-fig1-vr');
  await expectRuns(page, 90);
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = async (format: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `${format} of the sweep` }).click();
    return await readFile(await (await download).path());
  };
  const csv = String(await saved('CSV')).split('\r\n');
  expect(csv.some((line) => line.startsWith('# http') && line.includes('#/sweep?'))).toBe(true);
  const head = csv.findIndex((line) => line.startsWith('sender,'));
  expect(csv[head]).toBe('sender,links.R1-R2.queue.limit_bytes,seed,flows.0.goodput_bytes_per_s,failure');
  expect(csv.slice(head + 1).filter((line) => line !== '')).toHaveLength(90);
  const json = JSON.parse(String(await saved('JSON')));
  expect(json.rows).toHaveLength(90);
  const svg = String(await saved('SVG'));
  expect(svg).toContain('transfer: goodput (kbit/s)');
  expect(svg).not.toContain('var(--');
  expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Python script of the sweep' }).click();
  const script = await download;
  expect(script.suggestedFilename()).toBe('sweep.py');
  const lines = (await readFile(await script.path(), 'utf8')).split('\n');
  expect(lines).toContain(`    ${JSON.stringify(page.url())}`);
  expect(lines.some((line) => line.includes('"links.R1-R2.queue.limit_bytes": [4096, '))).toBe(true);
});

test('a factorial design allocates the variation', CHECK, async ({ page }) => {
  const factors = ['flows.0.sender.preset~vegas~reno', 'links.1.rate_bps~500000~1000000'].map(
    (factor) => `&sweep.factor=${factor}`,
  );
  await page.goto(`#/sweep?scenario=ahn-fig1-vr&sweep.kind=factorial${factors.join('')}&sweep.seeds=2`);
  await expectRuns(page, 8);
  await expect(page.locator('.effects tr[data-factors]')).toHaveCount(4);
  const shares = await page.locator('.effects tr[data-factors] td:nth-of-type(2)').allTextContents();
  expect(shares).toHaveLength(4);
  const whole = shares.reduce((sum, share) => sum + Number.parseFloat(share), 0);
  expect(whole).toBeGreaterThan(99.7);
  expect(whole).toBeLessThan(100.3);
  await expect(page.locator('.effects tr').nth(1)).toContainText('B');
  await expectNoFindings(page);
});
