import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, openBench, openEditor, panel, test } from './lab';

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(findings).toEqual([]);
}

const SCREENS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'smallest, dark', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const;

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });

    test('the bench has nothing that axe finds', async ({ page }) => {
      await openBench(page, 'ahn-fig1-rr');
      await expectNoFindings(page);
      if (viewport.width < 1000) await page.getByText('Switchboard').click();
      const editor = await openEditor(page);
      await editor.fill('{');
      await expect(page.locator('.problems')).toBeVisible();
      await panel(page, 'window').locator('summary').click();
      await page.getByText('Keys and gestures').click();
      await panel(page, 'window').getByRole('slider').press('ArrowRight');
      await expectNoFindings(page);
    });

    test('two flows and Figure 1 have nothing that axe finds', async ({ page }) => {
      await openBench(page, 'ahn-fig2');
      await expectNoFindings(page);
      await page.goto('#/figure-1');
      await expect(page.locator('[data-transfer]')).toHaveCount(4);
      await expectNoFindings(page);
    });

    test('what theory says has nothing that axe finds', async ({ page }) => {
      await openBench(page, 'ahn-fig1-vr');
      await page.getByText('that the theory leaves out here').click();
      await expectNoFindings(page);
    });

    test('nothing is wider than the page', async ({ page }) => {
      await openBench(page, 'ahn-fig1-rr');
      const wider = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await wider()).toBe(0);
      await page.goto('#/figure-1');
      await expect(page.locator('[data-transfer]')).toHaveCount(4);
      expect(await wider()).toBe(0);
    });
  });
}

test('light or dark can be chosen, is drawn at once, and is remembered', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const theme = page.getByRole('combobox', { name: 'Colours' });
  await theme.selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(theme).toHaveValue('dark');
});
