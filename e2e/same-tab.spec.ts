/** What an address doesn't name isn't there, whatever the tab showed before; what the user left at an address is there on the way back. */
import type { Page } from '@playwright/test';
import { expect, expectPhase, openBench, openDetails, panel, scenarioButton, test } from './lab';

const chips = (page: Page) => page.locator('[data-run-chip]');
const VEGAS = 'as=Vegas&scenario=ahn-fig1-vr';
const compared = `scenario=ahn-fig1-rr&${new URLSearchParams({ with: VEGAS })}`;

/** Goes to an address of the page as a link does. */
async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

async function expectOpen(page: Page, scenario: string): Promise<void> {
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', scenario);
  await expectPhase(page, 'done');
}

/** The link under Share: everything that's on the bench. */
async function linkOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByLabel('Link to this view');
  await expect(field).toHaveValue(/#\/bench\?/);
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}

test('a comparison stays at its address: the next link has none, and Back and a reload have it again', async ({
  page,
}) => {
  await page.goto(`#/bench?${compared}`);
  await expectPhase(page, 'done');
  await expect(chips(page)).toHaveCount(2);
  await follow(page, '#/bench?scenario=ahn-fig1-vr');
  await expectOpen(page, 'ahn-fig1-vr');
  await expect(chips(page)).toHaveCount(0);
  await page.reload();
  await expectOpen(page, 'ahn-fig1-vr');
  await expect(chips(page)).toHaveCount(0);
  await page.goBack();
  await expectOpen(page, 'ahn-fig1-rr');
  await expect(chips(page)).toHaveCount(2);
  await page.reload();
  await expectOpen(page, 'ahn-fig1-rr');
  await expect(chips(page)).toHaveCount(2);
  await page.goForward();
  await expectOpen(page, 'ahn-fig1-vr');
  await expect(chips(page)).toHaveCount(0);
});

test('runs that the user pins are back with Back, but not in a new visit to the same address', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Compare with Reno' }).click();
  await expect(chips(page)).toHaveCount(2);
  // Another page of the same document, and back to the bench as it was.
  await follow(page, '#/figure-1');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(chips(page)).toHaveCount(2);
  await follow(page, '#/figure-1');
  await follow(page, '#/bench?scenario=ahn-fig1-vr');
  await expectOpen(page, 'ahn-fig1-vr');
  await expect(chips(page)).toHaveCount(0);
  await page.goBack();
  await page.goBack();
  await expectOpen(page, 'ahn-fig1-vr');
  await expect(chips(page)).toHaveCount(2);
});

test('a lesson leads to a bench without the comparison of before', async ({ page }) => {
  await page.goto(`#/bench?${compared}`);
  await expect(chips(page)).toHaveCount(2);
  await page.goto('lessons/reading-a-trace/');
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectOpen(page, 'ahn-fig1-vr');
  // The link waits for everything that's pinned.
  expect(await linkOf(page)).not.toContain('with=');
  await expect(chips(page)).toHaveCount(0);
});

const VIEW = [
  'view.from=1',
  'view.to=4',
  'view.at=2',
  'view.follow=0.150',
  'view.srtt=off',
  'view.queue=R2>R3',
  'view.events=losses',
  'view.plots=queue,window',
  'view.details=json',
];

test('zoom, cursor, packet, plots, details and choices of one link are not in the next', async ({ page }) => {
  await page.goto(`#/bench?scenario=ahn-fig1-rr&${VIEW.join('&')}`);
  await expectOpen(page, 'ahn-fig1-rr');
  await expect(page.getByRole('region', { name: 'Followed packet' })).toContainText('150');
  const before = decodeURIComponent(await linkOf(page));
  for (const part of VIEW) expect(before).toContain(part);
  // The same scenario, too: only the address counts.
  await follow(page, '#/bench?scenario=ahn-fig1-rr');
  await expect(page.getByRole('region', { name: 'Followed packet' })).toHaveCount(0);
  await expect(panel(page, 'sender-sequence')).toBeVisible();
  expect(await linkOf(page)).not.toContain('view.');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Followed packet' })).toContainText('150');
  const after = decodeURIComponent(await linkOf(page));
  for (const part of VIEW) expect(after).toContain(part);
});

test('flows, results and changes of one link are not in the next', async ({ page }) => {
  await page.goto('#/bench?scenario=low-buffer&seed=5&view.flows=1&view.results=1');
  await expectOpen(page, 'low-buffer');
  await expect(page.getByRole('button', { name: 'Flows 1/3' })).toBeVisible();
  await expect(page.locator('.trace-identity')).toContainText('seed 5');
  await follow(page, '#/bench?scenario=low-buffer');
  await expect(page.getByRole('button', { name: 'Flows 3/3' })).toBeVisible();
  await expect(page.locator('.trace-identity')).not.toContainText('seed 5');
  expect(await linkOf(page)).not.toMatch(/view\.|seed=/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Flows 1/3' })).toBeVisible();
  await expect(page.locator('.trace-identity')).toContainText('seed 5');
});

test("the user's own changes outlive a link, a reload and the way back", async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-vr&seed=5');
  await expectOpen(page, 'ahn-fig1-vr');
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await expectPhase(page, 'done');
  await openDetails(page, 'JSON');
  await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill('{ "version": 1, ');
  await expectPhase(page, 'refused');
  await follow(page, '#/bench?scenario=ahn-fig1-vr&seed=9');
  await expect(page.locator('.trace-identity')).toContainText('seed 9');
  await expect(page.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('1');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('2');
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue('{ "version": 1, ');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('2');
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue('{ "version": 1, ');
  // The gallery opens the scenario as the user changed it last.
  await follow(page, '#/bench?scenario=ahn-fig1-rr');
  await expectOpen(page, 'ahn-fig1-rr');
  await follow(page, '#/bench?scenario=ahn-fig1-vr');
  await expect(page.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('2');
});
