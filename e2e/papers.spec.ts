/** Published numbers next to ours, and the runs behind them. */

import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Paper } from '../web/engine/generated/papers';
import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { chooseSender, expect, expectPhase, expectSender, figure, inkOf, openDetails, test } from './lab';

interface Finding {
  paper: string;
  item: string;
  ours: number | null;
  verdict: string;
}

const content = new URL('../content/', import.meta.url);

const findings: Finding[] = JSON.parse(readFileSync(new URL('findings.json', content), 'utf8'));

const papers: Paper[] = readdirSync(new URL('papers/', content)).map((file) =>
  JSON.parse(readFileSync(new URL(`papers/${file}`, content), 'utf8')),
);

/** Opens all tables and figures of a paper. */
async function openTables(page: Page, paper: string): Promise<void> {
  await page.goto(`#/papers?paper=${paper}&view=tables`);
  await expect(page.locator('.findings').first()).toBeVisible();
  await page.locator('.findings').evaluateAll((folds) => {
    for (const fold of folds as HTMLDetailsElement[]) fold.open = true;
  });
}

test('every published number has a row with its verdict, and the counts match the rows', async ({ page }) => {
  await page.goto('#/papers');
  for (const paper of new Set(findings.map((finding) => finding.paper))) {
    const all = findings.filter((finding) => finding.paper === paper);
    const counts = page.locator(`tr[data-paper="${paper}"] td`);
    const count = (verdict: string) => all.filter((finding) => finding.verdict === verdict).length;
    const share = (good: string, bad: string) =>
      all.some(({ verdict }) => verdict === good || verdict === bad)
        ? `${count(good)} of ${count(good) + count(bad)}`
        : '–';
    await expect(counts.nth(4)).toHaveText(share('agrees', 'deviates'));
    await expect(counts.nth(5)).toHaveText(share('holds', 'fails'));
    await page.locator(`tr[data-paper="${paper}"] a`).click();
    const claims = page.locator(`[data-claims-of="${paper}"]`);
    await expect(claims).toBeInViewport();
    for (const [place, holding] of ['fully', 'in_part', 'not'].entries())
      await expect(counts.nth(place)).toHaveText(
        `${await claims.locator(`[data-holding="${holding}"]`).count()}`,
      );
    await page.getByRole('link', { name: 'Tables and figures' }).click();
    const rows = page.locator('tr[data-item]');
    await expect(rows).toHaveCount(all.length);
    const shown = await rows.evaluateAll((elements) =>
      elements.map((row) => `${row.getAttribute('data-item')} ${row.getAttribute('data-verdict')}`),
    );
    expect(shown.sort()).toEqual(all.map(({ item, verdict }) => `${item} ${verdict}`).sort());
    await page.goto('#/papers');
  }
});

test('a disagreement shows its cause, and the cause its explanation and rows', async ({ page }) => {
  await openTables(page, 'cardwell-1999');
  const row = page.locator('tr[data-item="no-sack/newreno"]');
  await expect(row).toContainText('8.59');
  await expect(row).toContainText('deviates');
  await expect(row.locator('.cause')).toHaveText('NewReno’s first recovery isn’t described');
  await row.locator('.cause').click();
  await expect(page.getByRole('link', { name: 'Why ours deviate' })).toHaveAttribute('aria-current', 'page');
  const cause = page.locator('[data-cause="cardwell-1999/newreno-slow-start"]');
  await expect(cause).toContainText('one segment per round trip');
  await expect(cause).toBeInViewport();
  await cause.getByRole('link').click();
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await expect(page.locator('tr[data-row="cardwell-1999/no-sack/newreno"]')).toBeVisible();
});

test('filters, search and order narrow the rows, stay in the address and reach the file', async ({
  page,
}) => {
  await page.goto('#/papers?view=rows');
  const rows = page.locator('tr[data-row]');
  const found = page.locator('.found').getByRole('status');
  await expect(found).toHaveText(`${findings.filter(({ verdict }) => verdict !== 'ours').length} rows`);
  await page.getByLabel('Verdict').selectOption('deviates');
  const deviating = findings.filter(({ verdict }) => verdict === 'deviates').length;
  await expect(found).toContainText(`${deviating} rows`);
  await page.getByLabel('Order').selectOption('farthest');
  // The table follows the order in a deferred render.
  await expect(async () => {
    const distances = await rows.locator('.of-allowed').allTextContents();
    const numbers = distances.map((text) =>
      text === '∞' ? Number.POSITIVE_INFINITY : Number.parseFloat(text),
    );
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  }).toPass({ timeout: 10_000 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('newreno mbit');
  await expect(rows).toHaveCount(1);
  expect(page.url()).toContain('show=deviates');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('newreno mbit');
  await page.locator('.found').getByText('Export').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  const csv = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  const lines = csv.filter((line) => !line.startsWith('#'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('cardwell-1999,no-sack/newreno');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(25);
  await page.getByLabel('Verdict').selectOption('agrees');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(rows).toHaveCount(findings.filter(({ verdict }) => verdict === 'agrees').length);
});

test('a row has an address of its own', CHECK, async ({ page }) => {
  await page.goto('#/papers?view=rows&search=no-sack/newreno');
  await page.getByRole('link', { name: 'Link to this row' }).click();
  await expect(page.locator('tr[data-item="no-sack/newreno"][data-wanted]')).toBeInViewport();
});

test('every claim stands next to ours in measured numbers', async ({ page }) => {
  await page.goto('#/papers');
  for (const { name, coverage = [] } of papers) {
    const claims = page.locator(`[data-claims-of="${name}"]`);
    await expect(claims.locator('li')).toHaveCount(coverage.length);
    for (const { claim } of coverage)
      await expect(claims.locator('.claim-words').filter({ hasText: claim }).first()).toBeAttached();
  }
  await expect(page.locator('.claim-ours'), 'no number is missing').not.toContainText(['–']);
  const gain = page.locator('[data-claims-of="cardwell-1999"] .number').first();
  await gain.click();
  await expect(page.locator('tr[data-item][data-wanted]')).toBeInViewport();
});

test('a link to a paper or a view leads to it, and Back to the place left', async ({ page }) => {
  await page.goto('#/papers');
  await page.locator('tr[data-paper="fu-2003"] a').click();
  await expect(page.getByRole('heading', { name: /TCP Veno/ })).toBeInViewport();
  const top = await page.evaluate(() => window.scrollY);
  // Not by the mouse, which would scroll first.
  await page
    .getByRole('link', { name: 'Why ours deviate' })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.locator('[data-cause]').first()).toBeInViewport();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(top, -1);
});

test('a number opens its run in the form of the paper', CHECK, async ({ page }) => {
  await openTables(page, 'cardwell-1999');
  await page.getByRole('link', { name: 'throughput of Vegas with FACK' }).click();
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'A transfer over the emulated path (vegas-fack)',
  );
  await expectSender(page, 'linux-vegas');
  await openDetails(page, 'Results');
  await expect(figure(page, 'retransmitted_segments')).toHaveText('0 seg');
  await page.goBack();
  await page.getByRole('link', { name: 'throughput of NewReno', exact: true }).click();
  await expectSender(page, 'newreno');
  await expectPhase(page, 'done');
});

test('an unknown experiment is reported, and the lab works', async ({ page }) => {
  await page.goto('#/bench?experiment=low-2000/one-link/nobody');
  const scenarios = page.getByRole('dialog', { name: 'Scenarios' });
  await expect(scenarios.getByRole('alert')).toHaveText(
    "No paper has an experiment called low-2000/one-link/nobody. Here is the lab's first scenario.",
  );
  await page.keyboard.press('Escape');
  await expect(scenarios).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText(
    "No paper has an experiment called low-2000/one-link/nobody. Here is the lab's first scenario.",
  );
  await expectPhase(page, 'done');
  await page.goto('#/papers?paper=nobody-1999');
  await expect(page.getByRole('alert')).toContainText('There’s no paper called nobody-1999');
});

for (const { name, figures = [] } of papers) {
  if (figures.length === 0) continue;
  test(
    `every figure of ${name} has all its points, and marks where ours deviate`,
    checkUnless(name === 'ahn-1995'),
    async ({ page }) => {
      await openTables(page, name);
      for (const figure of figures) {
        const drawn = page.locator(`[data-figure-of="${figure.name}"]`);
        if (figure.drawing.kind === 'run') {
          await expect(drawn.getByRole('link')).toHaveText(`${figure.place} on the bench: ${figure.title}`);
          continue;
        }
        const points = figure.drawing.series.flatMap((series) => series.points);
        await expect(drawn.locator('.chart-point')).toHaveCount(points.length);
        const deviating = points.filter(({ item }) =>
          findings.some(
            (one) => one.paper === name && one.item === item && ['deviates', 'fails'].includes(one.verdict),
          ),
        );
        const signOf = (item: string) =>
          findings.find((one) => one.paper === name && one.item === item)?.verdict === 'fails' ? '✗' : '≠';
        await expect(drawn.locator('.sign')).toHaveText(deviating.map(({ item }) => signOf(item)));
      }
    },
  );
}

test('keys move from point to point of a figure and show its numbers', async ({ page }) => {
  await openTables(page, 'cardwell-1999');
  const hands = page.getByRole('slider', { name: /Throughput over 10 Mbit/ });
  await hands.press('ArrowRight');
  await expect(hands).toHaveAttribute('aria-valuetext', /throughput of NewReno.*published 8\.59.*deviates/);
  await expect(page.locator('.chart .readout')).toContainText('8.59');
  await hands.press('End');
  await expect(hands).toHaveAttribute('aria-valuetext', /throughput of Vegas with FACK/);
  await hands.press('Escape');
  await expect(page.locator('.chart .readout')).toHaveCount(0);
});

test(
  "the bench shows an experiment's paper next to it, with the figure drawn from the run",
  CHECK,
  async ({ page }) => {
    await page.goto('#/bench?experiment=ahn-1995/figure-2');
    await expectPhase(page, 'done');
    const card = page.locator('.from-paper');
    await expect(card.locator('.chip')).toHaveText('set-up partly assumed');
    const figure = card.locator('[data-figure-of="figure-2/sender"]');
    await expect(figure.getByRole('heading')).toHaveText('Figure 2, top, redrawn from this run');
    await expect.poll(() => inkOf(figure, 'mark-drop')).toBeGreaterThan(20);
    await expect(figure.getByRole('slider')).toHaveAttribute('aria-valuemax', '2.5');
    await card.getByRole('link', { name: 'segments lost until the timer expires' }).click();
    await expect(page.locator('tr[data-item="figure-2/losses"][data-wanted]')).toBeInViewport();
    await page.goBack();
    await card.getByRole('link', { name: 'Figure 2', exact: true }).click();
    await expect(page.locator('[data-group="figure-2"]')).toBeInViewport();
    await expect(page.locator('[data-group="figure-1"]')).not.toBeInViewport();
  },
);

test('the card switches arms and says when its numbers belong to another run', CHECK, async ({ page }) => {
  await page.goto('#/bench?experiment=cardwell-1999/dummynet/newreno');
  await expectPhase(page, 'done');
  const card = page.locator('.from-paper');
  await expect(card.locator('[data-figure-of="no-sack/recovery"] canvas')).toBeVisible();
  await card.getByRole('combobox', { name: 'Variant' }).selectOption('fack');
  await expectSender(page, 'fack');
  await expect(card.locator('[data-figure-of="sack/fack-queue"] canvas')).toBeVisible();
  await expect(card.locator('[data-figure-of="no-sack/recovery"]')).toHaveCount(0);
  await expect(card.locator('.note')).toHaveCount(0);
  await chooseSender(page, 'reno');
  await expect(card.locator('.note')).toContainText('You’ve changed the set-up');
  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await expect(card.locator('.note')).toHaveCount(0);
  await page.goto('#/bench?scenario=ahn-fig1-rr');
  await expectPhase(page, 'done');
  await expect(card).toHaveCount(0);
});

test('no paper is wider than a phone', CHECK, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { name } of papers) {
    await openTables(page, name);
    await expect(page.locator('.findings[open] tr[data-item]').first()).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
});

const PAGES = [
  { address: '#/papers?paper=cardwell-1999&item=sack/fack', there: '.findings[open] .chart-point' },
  { address: '#/bench?experiment=ahn-1995/figure-1/vr', there: '.from-paper canvas' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const { address, there } of PAGES) {
    test(
      `${colorScheme} › axe finds no violations on ${address}, and it fits a phone`,
      checkUnless(colorScheme === 'light' && address.includes('paper=')),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto(address);
        await expect(page.locator(there).first()).toBeVisible();
        await expectNoFindings(page);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ).toBeLessThanOrEqual(0);
      },
    );
  }
}

test('Back from a run leads to the row that it was opened from, with its folds and all rows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('#/papers?view=rows');
  await page.getByRole('button', { name: /^Show all/ }).click();
  const row = page.locator('tr[data-row="low-2000/figure-2/rate-2a-5"]');
  await row.scrollIntoViewIfNeeded();
  await row.getByRole('rowheader').getByRole('link').first().click();
  await expectPhase(page, 'done');
  await expect(page.getByText('5.000 s – 10.000 s')).toBeVisible();
  await page.goBack();
  await expect(row).toBeInViewport();

  await page.goto('#/papers?view=tables');
  const table = page.locator('[data-group="table-1"]').first();
  await table.locator('summary').first().click();
  const rows = table.locator('.rows').first();
  expect(
    await rows.evaluate((box) => box.scrollHeight - box.clientHeight),
    'the table is whole',
  ).toBeLessThan(2);
  const cause = table.locator('a.cause').last();
  await cause.scrollIntoViewIfNeeded();
  await cause.click();
  await expect(page.locator('[data-cause][data-wanted="true"]')).toBeInViewport();
  await page.goBack();
  await expect(table).toHaveAttribute('open', '');
  await expect(cause).toBeInViewport();
});
