import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { expect, openBench, openDetails, openEditor, openFlows, openMore, panel, test } from './lab';

const SCREENS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'smallest, dark', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const;

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, checkUnless(name === 'light'), () => {
    test.use({ colorScheme, viewport });

    test('axe finds no violations on the bench', async ({ page }) => {
      await openBench(page, 'ahn-fig1-rr');
      await expectNoFindings(page);
      if (viewport.width < 1000) {
        await page.getByRole('button', { name: 'Controls', exact: true }).click();
        await expect(page.getByRole('textbox', { name: 'seed, exact' })).toBeVisible();
        await expectNoFindings(page);
        await page.getByRole('button', { name: 'Close controls' }).click();
      }
      if (viewport.width < 600) await page.getByRole('tab', { name: 'Windows' }).click();
      await openMore(panel(page, 'window'));
      await panel(page, 'window').locator('.behind > summary').click();
      await expect(panel(page, 'window').locator('tbody tr').first()).toBeVisible();
      await expectNoFindings(page);
      await page.keyboard.press('Escape');
      await panel(page, 'window').getByRole('slider').press('l');
      const editor = await openEditor(page);
      await editor.fill('{');
      await expect(page.locator('.problems')).toBeVisible();
      await expectNoFindings(page);
      await openDetails(page, 'Events');
      await expect(page.locator('.event[aria-selected="true"]')).toContainText('is dropped');
      await expectNoFindings(page);
      await openDetails(page, 'Results');
      await expect(page.locator('tr[data-metric]').first()).toBeVisible();
      await expectNoFindings(page);
    });

    test('axe finds no violations with two flows and on Figure 1', CHECK, async ({ page }) => {
      await openBench(page, 'ahn-fig2');
      await expectNoFindings(page);
      await page.goto('#/figure-1');
      await expect(page.locator('[data-transfer]')).toHaveCount(4);
      await expectNoFindings(page);
    });

    test('axe finds no violations in the details of the theory', CHECK, async ({ page }) => {
      await openBench(page, 'ahn-fig1-vr');
      await openDetails(page, 'About');
      const theory = page.getByRole('region', { name: 'Theory', exact: true });
      await theory.getByText('4 simplifications').click();
      await expect(theory.locator('li').first()).toBeVisible();
      await expectNoFindings(page);
    });

    test('no page scrolls sideways', async ({ page }) => {
      await openBench(page, 'ahn-fig1-rr');
      const wider = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await wider()).toBe(0);
      await openDetails(page, 'Results');
      await expect(page.locator('tr[data-metric]').first()).toBeVisible();
      expect(await wider(), 'with the details').toBe(0);
      await page.goto('#/figure-1');
      await expect(page.locator('[data-transfer]')).toHaveCount(4);
      expect(await wider()).toBe(0);
    });
  });
}

test('choosing light or dark redraws the page and is remembered', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const theme = page.getByRole('combobox', { name: 'Colors' });
  await theme.selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(theme).toHaveValue('dark');
});

test('a dialog lists the keys; fields ignore them, and they can be turned off', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const dialog = page.getByRole('dialog', { name: 'Keys and gestures' });
  await page.getByRole('textbox', { name: 'seed, exact' }).press('?');
  await page.getByRole('textbox', { name: 'seed, exact' }).press('p');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-projector', 'off');
  const button = page.getByRole('button', { name: 'Keys and gestures' });
  await button.focus();
  await page.keyboard.press('?');
  await expect(dialog).toContainText('move the cursor');
  await page.getByLabel('Single keys').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button, 'the focus returns').toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.press('?');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-projector', 'off');
});

test('projector mode enlarges everything and is remembered', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const sizes = () =>
    page
      .locator('h1, [data-panel="window"] .legend, .results-line dd')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  // The results are loaded after the plots.
  await expect(page.locator('.results-line dd').first()).toBeVisible();
  const before = await sizes();
  expect(before.length).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Projector' }).click();
  await expect
    .poll(async () => (await sizes()).map((size) => Math.round(10 * size)))
    .toEqual(before.map((size) => Math.round(13.5 * size)));
  const plots = await page.locator('.stack').boundingBox();
  expect((plots?.y ?? 0) + (plots?.height ?? 1000), 'the plots still fit the window').toBeLessThan(720);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-projector', 'on');
  // The pointer still points at the moment under it.
  const hands = panel(page, 'window').getByRole('slider');
  const box = await hands.boundingBox();
  if (box === null) throw new Error('the panel has no place');
  await hands.hover({ position: { x: box.width / 2, y: 20 } });
  const [middle, end] = await hands.evaluate((element) => [element.ariaValueNow, element.ariaValueMax]);
  expect(Number(middle) / Number(end)).toBeCloseTo(0.5, 1);
});

test('on a touch screen, buttons are large enough for a finger', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(`${baseURL}#/bench?scenario=ahn-fig2`);
  await page.getByRole('button', { name: 'Controls', exact: true }).click();
  await expect(page.getByRole('slider', { name: 'Rate' }).first()).toBeVisible();
  // Polls, because elements that are still loading don't have their size yet.
  const small = () =>
    page
      .locator('button:visible, select:visible, summary:visible, .preset-choices label, .flow-switches label')
      .evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { height } = element.getBoundingClientRect();
          return height > 1 && height < 39.5
            ? [`${element.className} ${element.textContent}: ${height}`]
            : [];
        }),
      );
  await expect.poll(small).toEqual([]);
  await page.getByRole('button', { name: 'Close controls' }).click();
  for (const tab of ['Results', 'Events', 'About', 'JSON', 'Sound']) {
    await openDetails(page, tab);
    await expect.poll(small, tab).toEqual([]);
  }
  await page.getByRole('button', { name: 'Close details' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect.poll(small, 'the menu').toEqual([]);
  await page.setViewportSize({ width: 1180, height: 820 });
  await openFlows(page);
  await expect.poll(small, 'a tablet').toEqual([]);
  await context.close();
});

test('the printed bench has the link and the changes, and no controls', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await page.waitForFunction(() => document.querySelector('.on-paper')?.textContent?.includes('alpha = 2'));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Changed: flows.0.sender.avoidance.alpha = 2.')).toBeVisible();
  await expect(page.locator('.on-paper')).toContainText('flows.0.sender.avoidance.alpha=2');
  // The nodes in the path's picture are printed, as a picture.
  await expect(page.locator('button:visible, select:visible, summary:visible, input:visible')).toHaveCount(0);
  await expect(page.locator('html'), 'paper is white').toHaveAttribute('data-theme', 'light');
  await expect(panel(page, 'window').locator('canvas')).toHaveCSS('width', '660px');
});

test(
  'axe finds no violations in link, QR code, changes, sound, list of keys and projector mode',
  CHECK,
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openBench(page, 'ahn-fig1-vr');
    await openDetails(page, 'Sound');
    await expect(page.locator('.sound')).toBeVisible();
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: 'QR code' }).click();
    await expect(page.locator('.qr')).toBeVisible();
    await page.getByRole('button', { name: 'Add a flow' }).click();
    await page.locator('[role="option"][data-value="reno"]').click();
    await expect(page.locator('.changes')).toHaveAttribute('data-count', '1');
    await page.locator('.scenario-card .source').click();
    await page.keyboard.press('p');
    await expect(page.locator('html')).toHaveAttribute('data-projector', 'on');
    await expectNoFindings(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page);
  },
);

test('the first Tab stops at the top of the page skip the controls', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#results')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('#results').locator(':focus')).toHaveCount(1);
});
