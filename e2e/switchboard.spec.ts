import { digest, expect, expectPhase, figure, openBench, test } from './lab';

test('changes stay visible, and each or all can be undone', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const changes = page.locator('.changes');
  await expect(changes).toContainText('No change');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('5');
  await page.getByRole('textbox', { name: 'delay ms, exact' }).fill('20');
  await expect(changes).toContainText('2 changes');
  await expect(changes, 'while the controls are scrolled').toBeInViewport();
  await page.getByRole('button', { name: "delay_ms: back to the scenario's 50" }).click();
  await expect(changes).toContainText('1 change');
  await changes.locator('summary').click();
  await expect(changes.getByRole('listitem')).toHaveText(/seed 8 → 5/);
  await page.getByRole('button', { name: 'seed: take the change back' }).click();
  await expect(digest(page)).toHaveText(before);
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('5');
  await expect(changes).toContainText('1 change');
  await changes.getByRole('button', { name: 'Reset' }).click();
  await expect(changes).toContainText('No change');
  await expect(digest(page)).toHaveText(before);
});

test('two clicks add a competitor with another preset, and one removes it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Add a flow' }).click();
  await page.getByRole('radio', { name: 'reno', exact: true }).check({ force: true });
  await expect(page.getByRole('checkbox', { name: 'transfer 2' })).toBeVisible();
  await expectPhase(page, 'done');
  await expect(page.locator('.figures small').first()).toHaveText('vegas');
  await expect(page.locator('.figures small').nth(1)).toHaveText('reno');
  await expect(figure(page, 'goodput_bytes_per_s')).not.toBeEmpty();
  await expect(page.locator('.changes')).toContainText('flow transfer 2');
  await page.getByText('Share', { exact: true }).click();
  await expect(page.getByLabel('Link to this bench')).toHaveValue(
    /flows\.1=flows\.0&.*flows\.1\.sender\.preset=reno$/,
  );
  expect((await page.getByLabel('Link to this bench').inputValue()).length).toBeLessThan(300);
  await page.getByRole('button', { name: 'Remove transfer 2' }).click();
  await expect(digest(page)).toHaveText(before);
});
