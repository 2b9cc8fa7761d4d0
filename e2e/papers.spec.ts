/** Published numbers beside ours, and the runs that they come from. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, expectPhase, test } from './lab';

interface Finding {
  paper: string;
  item: string;
  ours: number | null;
  verdict: string;
}

const findings: Finding[] = JSON.parse(
  readFileSync(new URL('../content/findings.json', import.meta.url), 'utf8'),
);

test('every number of every paper has a row with its verdict, and the counts are those of the rows', async ({
  page,
}) => {
  await page.goto('#/papers');
  for (const paper of new Set(findings.map((finding) => finding.paper))) {
    const all = findings.filter((finding) => finding.paper === paper);
    const counts = page.locator(`tr[data-paper="${paper}"] td`);
    const count = (verdict: string) => `${all.filter((finding) => finding.verdict === verdict).length}`;
    await expect(counts).toHaveText([count('agrees'), count('deviates'), count('not_simulated')]);
    await page.locator(`tr[data-paper="${paper}"] a`).click();
    await expect(page.locator('tr[data-item]')).toHaveCount(all.length);
    for (const { item, verdict } of all)
      await expect(page.locator(`tr[data-item="${item}"]`)).toHaveAttribute('data-verdict', verdict);
    await page.goto('#/papers');
  }
});

test('a disagreement says why', async ({ page }) => {
  await page.goto('#/papers?paper=cardwell-1999');
  const row = page.locator('tr[data-item="no-sack/newreno"]');
  await expect(row).toContainText('8.59');
  await expect(row).toContainText('deviates');
  await expect(page.locator('tr[data-item="no-sack/newreno"] + .remark')).toContainText(
    'one repair per round trip',
  );
});

test('a number opens the run that it comes from, in its form', async ({ page }) => {
  await page.goto('#/papers?paper=cardwell-1999');
  await page.getByRole('link', { name: 'throughput of Vegas with FACK' }).click();
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Linux Vegas on an emulated path');
  await expect(page.getByRole('radio', { name: 'linux-vegas' })).toBeChecked();
  await expect(page.locator('[data-figure="retransmitted_segments"] td').first()).toHaveText('0 seg');
  await page.goBack();
  await page.getByRole('link', { name: 'throughput of NewReno' }).click();
  await expect(page.getByRole('radio', { name: 'newreno', exact: true })).toBeChecked();
  await expectPhase(page, 'done');
});

test('an experiment that is not there is told, and the lab works', async ({ page }) => {
  await page.goto('#/bench?experiment=low-2000/one-link/nobody');
  await expect(page.getByRole('alert')).toContainText(
    'No paper has an experiment called low-2000/one-link/nobody.',
  );
  await expectPhase(page, 'done');
  await page.goto('#/papers?paper=nobody-1999');
  await expect(page.getByRole('alert')).toContainText('There is no paper called nobody-1999');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme} › the papers have nothing that axe finds, and nothing is wider than a phone`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('#/papers?paper=low-2000');
    await expect(page.locator('tr[data-item]').first()).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });
}
