/** The gallery of scenarios, over the bench and as a page, and what an address with an unknown name shows. */
import { expectNoFindings } from './axe';
import { chooseScenario, expect, expectPhase, openBench, scenarioButton, test } from './lab';

test('a scenario is chosen by its picture or with the keyboard', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  await scenarioButton(page).click();
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await expect(dialog.locator('a[aria-current]')).toHaveAttribute('data-scenario', 'ahn-fig1-rr');
  await expect(dialog.locator('a svg').first(), 'a picture').toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-vr');
  await expectPhase(page, 'done');
  await expect(scenarioButton(page), 'the focus returns').toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-rt');
  await page.keyboard.press('Shift+N');
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-vr');
  await chooseScenario(page, 'low-chain');
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'low-chain');
});

test('the page of scenarios finds them by author and sender; the lessons’ variants are folded', async ({
  page,
}) => {
  await page.goto('#/scenarios');
  const cards = page.locator('a.gallery-card');
  await expect(page.getByRole('heading', { name: 'Why does Reno stall?' })).toBeVisible();
  await expect(page.locator('a[data-scenario="rem.rem-alone"]')).toHaveCount(0);
  const search = page.getByRole('searchbox');
  await search.fill('fall floyd');
  await expect(cards).toHaveCount(4);
  await search.fill('bbr');
  await expect(page.locator('a[data-scenario="since-then.pair"]')).toBeVisible();
  await search.fill('rem-alone');
  await expect(page.locator('a[data-scenario="rem.rem-alone"]')).toBeVisible();
  await search.fill('nothing like it');
  await expect(page.getByText('No scenario matches')).toBeVisible();
  await expectNoFindings(page);
  await search.fill('');
  await page.locator('a[data-scenario="veno-fig5"]').click();
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'veno-fig5');
});

test('an unknown scenario shows the gallery and suggests no other', async ({ page }) => {
  await page.goto('#/bench?scenario=__proto__');
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  await expect(dialog.getByRole('alert')).toHaveText(
    "There's no scenario called __proto__, and none with a similar name.",
  );
  await page.keyboard.press('Escape');
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-rr');
  await expectPhase(page, 'done');
});

test('an unknown page offers similar and main pages', async ({ page }) => {
  await page.goto('#/lesons');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText("This page doesn't exist");
  await expect(main.getByRole('link', { name: 'Learn: the lessons' }).first()).toBeVisible();
  await expectNoFindings(page);
  await page.goto('#/nonsense');
  await expect(main).toContainText('nonsense');
  await expect(main).not.toContainText('Did you mean');
  await main.getByRole('link', { name: 'Scenarios' }).click();
  await expect(page.locator('a.gallery-card').first()).toBeVisible();
});

test('a link names links and flows in its paths', async ({ page }) => {
  await page.goto(
    '#/bench?scenario=ahn-fig1-rr&links.R1-R2.rate_bps=400000&flows.transfer.sender.preset=vegas',
  );
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('Link to this view')).toHaveValue(
    /flows\.0\.sender\.preset=vegas&links\.1\.rate_bps=400000/,
  );
});
