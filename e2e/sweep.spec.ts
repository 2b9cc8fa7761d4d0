import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { digest, expect, expectPhase, openBench, test } from './lab';

test('a field is swept for two senders, and a point opens its run on the bench', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Sweep this…' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('V-R');
  const field = page.getByRole('combobox', { name: 'Field' });
  await field.fill('R1-R2: queue limit bytes');
  await page.getByRole('combobox', { name: 'Values in' }).selectOption('list');
  const values = page.getByRole('textbox', { name: 'Values' });
  await values.fill('8000, x');
  await expect(page.getByRole('alert')).toContainText('“x” is not allowed here');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  await values.fill('8000, 16000');
  await page.getByRole('checkbox', { name: 'vegas', exact: true }).check();
  await page.getByRole('checkbox', { name: 'reno', exact: true }).check();
  await page.getByRole('textbox', { name: 'Seeds' }).fill('3');
  await expect(page.getByText('12 runs')).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const status = page.getByRole('status');
  await expect(status).toContainText('12 of 12 runs', { timeout: 60_000 });
  const result = page.getByRole('region', { name: 'goodput of transfer (bytes/s)' });
  await expect(result.locator('.chart-point')).toHaveCount(4);
  await expect(result.locator('.whisker')).toHaveCount(4);
  await result.getByText('Table', { exact: false }).first().click();
  await expect(result.locator('tbody tr')).toHaveCount(4);

  // A reload keeps the setup but not the results, which can be computed again.
  await page.reload();
  await expect(page.getByText('12 runs')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Values' })).toHaveValue('8000, 16000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status).toContainText('12 of 12 runs', { timeout: 60_000 });
  await result.getByRole('slider').press('ArrowRight');
  const run = result.locator('.point-card a').first();
  const told = (await run.textContent()) ?? '';
  await run.click();
  await expectPhase(page, 'done');
  await expect(digest(page)).toBeVisible();
  await expect(page.locator('tr[data-figure="goodput_bytes_per_s"] td').first()).toHaveText(
    told.replace(/^seed \d+: /, ''),
  );

  // Going back shows the results again.
  await page.goBack();
  await expect(status).toContainText('12 of 12 runs');
});

test('a factorial design allocates the variation', CHECK, async ({ page }) => {
  const factors = ['flows.0.sender.preset~vegas~reno', 'links.1.rate_bps~500000~1000000'].map(
    (factor) => `&sweep.factor=${factor}`,
  );
  await page.goto(`#/sweep?scenario=ahn-fig1-vr&sweep.kind=factorial${factors.join('')}&sweep.seeds=2`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('8 of 8 runs', { timeout: 60_000 });
  await expect(page.locator('.effects tr[data-factors]')).toHaveCount(4);
  const shares = await page.locator('.effects tr[data-factors] td:nth-of-type(2)').allTextContents();
  expect(shares).toHaveLength(4);
  const whole = shares.reduce((sum, share) => sum + Number.parseFloat(share), 0);
  expect(whole).toBeGreaterThan(99.7);
  expect(whole).toBeLessThan(100.3);
  await expect(page.locator('.effects tr').nth(1)).toContainText('B');
  await expectNoFindings(page);
});
