/** The evidence page: counts, grid, rows for ns-2 and Linux, and the runs that they open. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Cell, countVerdicts, findCell, gridCounts } from '../web/papers/evidence/grid';
import { evidenceAddress } from '../web/run/share/places';
import { cellScenario } from '../web/scenario/content/evidence/cellScenario';
import type {
  Battery,
  Explanation,
  GridFile,
  GridScenarios,
  Verdict,
} from '../web/scenario/content/evidence/data';
import type { Rfc } from '../web/scenario/content/evidence/sentences';
import type { CellName } from '../web/scenario/content/reference';

import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { plainTexts } from './disguise';
import { expect, expectPhase, openDetails, openEditor, test } from './lab';

const file = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../content/evidence/${name}.json`, import.meta.url), 'utf8'));
const grid = file<GridFile>('grid');
const explanations = file<Explanation[]>('grid-explained');
const scenarios = file<GridScenarios>('grid-scenarios');
const rfc = file<Rfc>('sentences/rfc5681');
const batteries = { ns2: file<Battery>('ns2'), linux: file<Battery>('linux') };

/** Cells in one picture of the grid. */
function picture(receiver: string, company: string): Cell[] {
  return grid.presets.flatMap((preset) =>
    grid.paths.flatMap((path) => findCell(grid, { preset, receiver, path: path.name, company }) ?? []),
  );
}

const linkOf = (page: Page, { preset, path }: Pick<CellName, 'preset' | 'path'>) =>
  page.locator(`.grid-table a[data-preset="${preset}"][data-path="${path}"]`);
const card = (page: Page) => page.locator('.cell-card');

test("the headline's counts match the files", async ({ page }) => {
  await page.goto('#/evidence');
  const counts = {
    ns2: countVerdicts(batteries.ns2.rows.map(({ verdict }) => verdict)),
    linux: countVerdicts(batteries.linux.rows.map(({ verdict }) => verdict)),
    grid: gridCounts(grid),
  };
  for (const [name, { agrees, explained, out }] of Object.entries(counts)) {
    const check = page.locator(`.check[data-check="${name}"]`);
    const english = (n: number) => n.toLocaleString('en');
    await expect(check.locator('.agree')).toHaveText(
      new RegExp(`^${english(agrees)} of ${english(agrees + explained + out)} `),
    );
    await expect(check.locator('p[data-verdict="explained"]')).toContainText(` ${english(explained)} `);
    await expect(check.locator('p[data-verdict="out"]')).toContainText(
      out === 0 ? 'none is unexplained' : ` ${english(out)} `,
    );
  }
});

test('the picture has a cell for each sender and path, with its verdict', async ({ page }) => {
  await page.goto('#/evidence');
  for (const [receiver, company] of [
    [grid.receivers[0] ?? '', grid.company[0] ?? ''],
    [grid.receivers.at(-1) ?? '', grid.company.at(-1) ?? ''],
  ] as const) {
    const place = (grid.receivers.indexOf(receiver) * grid.company.length +
      grid.company.indexOf(company)) as number;
    await page.locator('.thumbnails label').nth(place).click();
    const cells = picture(receiver, company);
    await expect(page.locator('.grid-table td a')).toHaveCount(cells.length);
    for (const verdict of ['agrees', 'explained', 'out'] as Verdict[])
      await expect(page.locator(`.grid-table td[data-verdict="${verdict}"]`)).toHaveCount(
        cells.filter((cell) => cell.verdict === verdict).length,
      );
  }
});

test('a cell opens its own run on the bench, and Back returns to it', async ({ page }) => {
  const name = { preset: 'vegas', receiver: 'every_packet', path: '1.5M-100ms-10p-1%', company: 'with reno' };
  await page.goto(evidenceAddress({ receiver: name.receiver, company: name.company }));
  await linkOf(page, name).click();
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'vegas · every_packet · 1.5M-100ms-10p-1% · with reno',
  );
  await expect(page.locator('.from-evidence')).toContainText('a cell of the plausibility grid');
  const opened = JSON.parse(await (await openEditor(page)).inputValue());
  const wanted = cellScenario(scenarios, name) as {
    duration_s: number;
    seed: number;
    links: Record<string, unknown>[];
    flows: object[];
  };
  expect(wanted.flows).toHaveLength(2);
  expect(opened).toMatchObject({ duration_s: wanted.duration_s, seed: 1 });
  expect(opened.links[0]).toMatchObject(wanted.links[0] ?? {});
  for (const [place, flow] of wanted.flows.entries()) {
    const { sender, ...rest } = flow as { sender: { preset: string } };
    expect(opened.flows[place]).toMatchObject(rest);
    expect(opened.flows[place].sender.preset).toBe(sender.preset);
  }
  await page.goBack();
  await expect(linkOf(page, name)).toBeFocused();
  await expect(linkOf(page, name)).toBeInViewport();
  await expect(page.locator('.thumbnails input:checked')).toHaveCount(1);
  await expect(card(page).getByRole('heading')).toHaveText('vegas, next to Reno');
});

test('an explained cell shows its reason and source', async ({ page }) => {
  const cell = picture('bsd_reno', 'alone').find(({ verdict }) => verdict === 'explained');
  if (cell === undefined) throw new Error('the grid has an explained cell');
  await page.goto(evidenceAddress({ receiver: 'bsd_reno', company: 'alone' }));
  await linkOf(page, cell.name).hover();
  const about = explanations.filter(
    ({ presets, paths }) => presets.includes(cell.name.preset) && paths.includes(cell.name.path),
  );
  const shown = (await card(page).locator('.why').first().textContent()) ?? '';
  expect(about.some(({ reason, source }) => shown.includes(reason) && shown.includes(source))).toBe(true);
  await expect(card(page)).toContainText('breaks a rule, explained');
  await expect(card(page)).toContainText('The bench shows seed 1');
});

test('the grid works by keyboard', CHECK, async ({ page }) => {
  await page.goto('#/evidence');
  const [, second = ''] = grid.presets;
  const path = grid.paths[1]?.name ?? '';
  const first = page.locator('.grid-table a').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(linkOf(page, { preset: second, path })).toBeFocused();
  await expect(page.locator('.grid-table a[tabindex="0"]')).toHaveCount(1);
  await expect(card(page).getByRole('heading')).toHaveText(`${second}, alone`);
  await page.keyboard.press('Control+End');
  await expect(page.locator('.grid-table a').last()).toBeFocused();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${grid.presets[0]} · `);
});

for (const [peer, { rows }] of Object.entries(batteries)) {
  test(
    `rows next to ${peer} can be filtered and unfolded, and open their runs`,
    checkUnless(peer === 'ns2'),
    async ({ page }) => {
      await page.goto('#/evidence');
      const section = page.locator(`.battery[data-peer="${peer}"]`);
      const explained = rows.find(({ verdict }) => verdict === 'explained');
      const row = explained ?? rows.find(({ verdict }) => verdict === 'agrees');
      if (row === undefined) throw new Error('there are rows');
      await section.getByRole('radio', { name: new RegExp(row.verdict) }).check({ force: true });
      await expect(section.locator(`tr[data-verdict="${row.verdict}"]`).first()).toBeVisible();
      await expect(section.locator(`tr[data-row]:not([data-verdict="${row.verdict}"])`)).toHaveCount(0);
      await section.getByRole('button', { name: `Details of ${row.title}` }).click();
      await expect(section.locator('.unfolded:visible')).toContainText(row.explanation);
      await expect(section.locator('.unfolded:visible tbody tr')).toHaveCount(
        Object.keys(row.metrics).length,
      );
      await section.getByRole('link', { name: row.title, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(row.title);
      await expect(page.locator('.from-evidence')).toContainText('compare with another implementation');
    },
  );
}

test('a row with changes opens its scenario with these changes', CHECK, async ({ page }) => {
  const row = batteries.ns2.rows.find(({ scenario }) => 'base' in scenario && 'set' in scenario);
  if (row === undefined || !('base' in row.scenario)) throw new Error('ns-2 has such a row');
  await page.goto(`#/bench?experiment=evidence/ns2/${row.id}`);
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(row.title);
  await expect(page.locator('.from-evidence')).toBeVisible();
  const opened = JSON.parse(await (await openEditor(page)).inputValue());
  const [path = '', value] = Object.entries(row.scenario.set).find(([one]) => one.endsWith('.sender')) ?? [];
  const flow = opened.flows.find(({ name }: { name: string }) => name === path.split('.')[1]);
  expect(flow.sender.preset).toBe((value as { preset: string }).preset);
});

test('sentences of RFCs can be filtered, and one opens its run at its moment', async ({ page }) => {
  const { sentences } = rfc;
  const [verdict, id] = ['holds', '5681-fast-retransmit'];
  await page.goto('#/evidence');
  const section = page.getByRole('region', { name: 'RFC sentence by sentence' });
  await section.getByRole('combobox').selectOption({ label: `RFC 5681: ${rfc.title}` });
  await section.getByRole('radio', { name: /holds \(/ }).check({ force: true });
  await section.getByRole('button', { name: /Show all/ }).click();
  await expect(section.locator('tr[data-sentence]')).toHaveCount(
    sentences.filter((sentence) => sentence.verdict === verdict).length,
  );
  const row = section.locator(`tr[data-sentence="${id}"]`);
  await row.getByRole('button').click();
  await expect(section.locator('.unfolded:visible')).toContainText('32 ms');
  await row.getByRole('link', { name: 'Open the run' }).click();
  await expectPhase(page, 'done');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('RFC 5681, 3.2: fast retransmit');
  await expect(page.locator('.from-evidence')).toContainText('tests a sentence of an RFC');
  await openDetails(page, 'Events');
  await expect(page.locator('.event', { hasText: 'retransmit' }).first()).toContainText('0.032');
  await page.goBack();
  await expect(page.locator(`tr[data-sentence="${id}"] a`)).toBeFocused();
});

test('a sentence with a switch opens both of its runs', CHECK, async ({ page }) => {
  await page.goto('#/evidence?sentence=5681-limited-transmit');
  const row = page.locator('tr[data-sentence="5681-limited-transmit"]');
  await expect(row.getByRole('link')).toBeFocused();
  await row.getByRole('link', { name: 'Open the run' }).click();
  await expect(page.locator('.from-evidence')).toBeVisible();
  expect(JSON.parse(await (await openEditor(page)).inputValue()).flows[0].sender.limited_transmit).toBe(true);
  await page.goBack();
  await row.getByRole('button').click();
  await page.getByRole('link', { name: 'Open the run without the switch' }).click();
  await expect(page.locator('.from-evidence')).toBeVisible();
  expect(JSON.parse(await (await openEditor(page)).inputValue()).flows[0].sender.limited_transmit).not.toBe(
    true,
  );
});

test('an unknown run is reported, and the lab works', async ({ page }) => {
  await page.goto('#/bench?experiment=evidence/ns2/nobody');
  await expect(page.getByRole('alert')).toContainText('The evidence has no run called evidence/ns2/nobody.');
  await expectPhase(page, 'done');
});

test(
  'the footer and the papers link to the page, and the bench loads none of it',
  CHECK,
  async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto('#/bench');
    await expectPhase(page, 'done');
    expect(loaded.filter((url) => /\/(grid|ns2|linux|EvidencePage)-/.test(url))).toEqual([]);
    await page.locator('footer').getByRole('link', { name: 'How we know' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How we know');
    await page.goto('#/papers');
    await page.getByRole('link', { name: 'Against other implementations' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How we know');
  },
);

test(
  'by touch, the first tap shows a cell, the second opens its run',
  CHECK,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 390, height: 844 },
      baseURL: baseURL ?? '',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await page.goto('#/evidence');
    const cell = linkOf(page, { preset: 'reno', path: grid.paths[0]?.name ?? '' });
    await cell.tap();
    await expect(card(page).getByRole('heading')).toHaveText('reno, alone');
    await expect(cell).toBeInViewport();
    expect(page.url()).toContain('#/evidence');
    await cell.tap();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('reno · ');
    await context.close();
  },
);

test('every text can be translated, also in cards and unfolded rows', CHECK, async ({ page }) => {
  const explained = picture('bsd_reno', 'with reno').find(({ verdict }) => verdict === 'explained');
  const open = picture('bsd_reno', 'alone').find(({ verdict }) => verdict === 'out');
  for (const cell of [explained, open].filter((one) => one !== undefined)) {
    await page.goto(`index.html?lang=en-XA${evidenceAddress(cell.name)}`);
    await expect(card(page).getByRole('heading')).toBeVisible();
    for (const row of await page.locator('.unfold').all()) await row.click();
    await expect.poll(() => plainTexts(page), { timeout: 8000 }).toEqual([]);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme} › axe finds no violations, and the page fits a phone`, CHECK, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('#/evidence?preset=reno&path=10M-40ms-5p');
    await expect(card(page).getByRole('heading')).toBeVisible();
    await page.locator('.unfold').first().click();
    await expectNoFindings(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });
}
