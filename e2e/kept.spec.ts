import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CHECK } from './check';
import {
  chooseScenario,
  chooseSender,
  digest,
  expect,
  expectPhase,
  openBench,
  openDetails,
  openEditor,
  openFlows,
  test,
} from './lab';

/** Changes alpha and types a draft. Returns the digest of the bench's run. */
async function work(page: Page): Promise<string> {
  const before = (await digest(page).textContent()) ?? '';
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await expect(digest(page)).not.toHaveText(before);
  await expectPhase(page, 'done');
  const editor = await openEditor(page);
  await editor.fill('{ "version": 1, ');
  await expectPhase(page, 'refused');
  return (await digest(page).textContent()) ?? '';
}

test(
  "work survives a reload and is offered in another tab, and neither tab destroys the other's",
  CHECK,
  async ({ page, context }) => {
    await openBench(page, 'ahn-fig2');
    await openFlows(page);
    await page.getByRole('checkbox', { name: 'competitor' }).uncheck();
    await page.keyboard.press('Escape');
    const earlier = (await digest(page).textContent()) ?? '';
    await openBench(page, 'ahn-fig1-vr');
    await expect(digest(page)).not.toHaveText(earlier);
    const file = (await digest(page).textContent()) ?? '';
    const mine = await work(page);
    await page.reload();
    await expectPhase(page, 'done');
    await expect(digest(page)).toHaveText(mine);
    await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue('{ "version": 1, ');

    const other = await context.newPage();
    await openBench(other, 'ahn-fig1-vr');
    await expect(digest(other), 'an address opens what it says').toHaveText(file);
    await expect(other.locator('.kept-work')).toContainText('You have changes to this scenario');
    await other.getByRole('textbox', { name: 'seed, exact' }).fill('5');
    await expect(other.locator('.trace-identity')).toContainText('seed 5');
    await other.reload();
    await expectPhase(other, 'done');
    await expect(other.locator('.trace-identity')).toContainText('seed 5');
    await other.getByRole('button', { name: 'Undo all changes' }).click();
    await other.reload();
    await other.getByRole('button', { name: 'Open them' }).click();
    await expect(digest(other)).toHaveText(mine);

    await page.reload();
    await expect(digest(page), 'the first tab has its own').toHaveText(mine);
    await chooseScenario(page, 'ahn-fig2');
    await openFlows(page);
    await expect(
      page.getByRole('checkbox', { name: 'competitor' }),
      'a new visit shows all flows',
    ).toBeChecked();
  },
);

test("after a reload a link doesn't undo later changes", CHECK, async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-vr&seed=5');
  await expectPhase(page, 'done');
  await expect(page.locator('.trace-identity')).toContainText('seed 5');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('6');
  await expect(page.locator('.trace-identity')).toContainText('seed 6');
  await page.reload();
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('Link to this view'), 'the changed scenario has its link').toHaveValue(
    /seed=6/,
  );
  await page.keyboard.press('Escape');
  await expect(page.locator('.trace-identity')).toContainText('seed 6');
});

test('without storage the lab works and warns about losses', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('combobox', { name: 'Colors' }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('This browser doesn’t let the lab save')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('5');
  await expect(page.locator('.trace-identity')).toContainText('seed 5');
  await expect(page.getByText('This browser doesn’t let the lab save')).toBeVisible();
});

test('work survives a worker crash, and a reload after it', CHECK, async ({ page, lab }) => {
  lab.expectErrors(/deliberate/);
  await openBench(page, 'ahn-fig1-vr');
  const mine = await work(page);
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('deliberate');
    });
  });
  await expect(page.getByRole('alert')).toContainText('deliberate');
  const editor = page.getByRole('textbox', { name: 'Scenario as JSON' });
  await expect(editor).toHaveValue('{ "version": 1, ');
  await expect(page.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('2');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expectPhase(page, 'done');
  await expect(digest(page)).toHaveText(mine);
  await page.reload();
  await expectPhase(page, 'done');
  await expect(digest(page)).toHaveText(mine);
});

test('a tab frozen during a run continues where it was', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const scenario = JSON.parse(await (await openEditor(page)).inputValue());
  // Long enough to still be running after the freeze, even on a fast machine.
  scenario.duration_s = 200_000;
  scenario.flows[0].traffic = { kind: 'bulk' };
  await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
  const bar = page.getByRole('progressbar');
  const progress = () => bar.evaluate((element) => (element as HTMLProgressElement).value);
  await expect.poll(progress, { timeout: 60_000 }).toBeGreaterThan(0);
  const system = await page.context().newCDPSession(page);
  await system.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await system.send('Page.setWebLifecycleState', { state: 'active' });
  const awake = await progress();
  await expect.poll(progress, { timeout: 60_000 }).toBeGreaterThan(awake);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectPhase(page, 'cancelled');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue(/"duration_s": ?200000/);
});

test('pinned runs survive a reload and are offered in another tab', CHECK, async ({ page, context }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.locator('.compare-menu .floats').click();
  await page.getByRole('button', { name: 'Pin this run' }).click();
  await chooseSender(page, 'reno');
  await openDetails(page, 'Comparison');
  await page.getByRole('textbox', { name: 'Name of B' }).fill('as it was');
  await page.reload();
  await expectPhase(page, 'done');
  await expect(page.getByRole('textbox', { name: 'Name of B' })).toHaveValue('as it was');
  await expect(page.locator('[data-pinned="B"]')).toContainText('sender preset: vegas, in A reno');

  const other = await context.newPage();
  await openBench(other, 'ahn-fig1-vr');
  const offer = other.locator('.kept-work', { hasText: 'you pinned runs to compare' });
  await expect(offer).toContainText('B as it was');
  await offer.getByRole('button', { name: 'Open them' }).click();
  await openDetails(other, 'Comparison');
  await expect(other.locator('[data-pinned="B"]')).toContainText('The same scenario as A.');
  await other.getByRole('button', { name: 'Remove B', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name of B' })).toHaveValue('as it was');
});

test('after a reload the page names the capture to open again', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Packets (pcapng)' }).click(),
  ]);
  const path = await download.path();
  const buffer = await readFile(path);
  const capture = { name: 'mine.pcapng', mimeType: 'application/octet-stream', buffer };
  await page.getByRole('button', { name: 'Open a file' }).click();
  await page.getByLabel('Open a scenario').setInputFiles(capture);
  await expect(page.getByRole('region', { name: 'A real transfer: mine.pcapng' })).toBeVisible();
  await page.reload();
  await expect(page.locator('.incoming')).toContainText('The capture mine.pcapng was open here.');
  await page.locator('.incoming').getByLabel('Open a scenario').setInputFiles(capture);
  await expect(page.getByRole('region', { name: 'A real transfer: mine.pcapng' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.reload();
  await expectPhase(page, 'done');
  await expect(page.locator('.incoming')).toHaveCount(0);
});
