import { chooseScenario, digest, expect, expectPhase, openBench, openEditor, panel, test } from './lab';

test('a link has a QR code, unless it carries too much for one', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('img', { name: 'The link as a QR code' });
  await expect(code).toBeVisible();
  const before = await code.locator('path').getAttribute('d');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('4');
  await expect(page.getByLabel('Link to this view')).toHaveValue(/seed=4/);
  await expect(code.locator('path')).not.toHaveAttribute('d', before ?? '');
  const editor = await openEditor(page);
  await expect(code, 'a click elsewhere closes it').toHaveCount(0);
  const scenario = JSON.parse(await editor.inputValue());
  const drops = Array.from({ length: 9 }, (_, segment) => ({ link: 'R1>R2', flow: 'transfer', segment }));
  await editor.fill(JSON.stringify({ ...scenario, drops }));
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByLabel('Link to this view')).toHaveValue(/packed=/);
  await expect(page.getByText('too long for a QR code')).toBeVisible();
});

test('the link opens the event, the followed packet and the curves on show', async ({ page }) => {
  // Room for all plots next to a followed packet.
  await page.setViewportSize({ width: 1280, height: 900 });
  await openBench(page, 'ahn-fig1-rr');
  await panel(page, 'window').getByRole('slider').focus();
  await page.keyboard.press('l');
  await expect(page.locator('.caption')).toContainText('segment 144');
  await page.keyboard.press('f');
  await expect(page.getByRole('region', { name: 'Followed packet' })).toContainText('144');
  const srtt = panel(page, 'rtt').getByRole('checkbox', { name: 'srtt' });
  const drawn = await srtt.isChecked();
  await srtt.click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByLabel('Link to this view').inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  await expectPhase(page, 'done');
  await expect(page.locator('.caption')).toContainText('segment 144');
  await expect(panel(page, 'queue').locator('.event-ring')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Followed packet' })).toContainText('144');
  expect(await srtt.isChecked()).toBe(!drawn);
});

test("a link older than its scenario's change opens the old scenario", async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-vr&of=gzt387wa&seed=4');
  await expectPhase(page, 'done');
  await expect(page.getByRole('alert')).toContainText('You see the version from then.');
  await expect(page.locator('.trace-identity')).toContainText('seed 4');
  const then = (await digest(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByLabel('Link to this view');
  await expect(field).toHaveValue(/scenario=ahn-fig1-vr&of=gzt387wa&seed=4$/);
  await chooseScenario(page, 'ahn-fig1-vr');
  await expect(page.locator('.trace-identity')).toContainText('seed 8');
  await expect(digest(page)).not.toHaveText(then);
});
