/** The bench fits one window: path, four plots and results, without scrolling the page. */
import type { Locator, Page } from '@playwright/test';
import { checkUnless } from './check';
import { expect, expectPhase, openBench, panel, test } from './lab';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const PLOTS = ['sender-sequence', 'window', 'queue', 'rtt'];

/** Least part of the window that plots take. */
const PLOT_AREA = 0.55;

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error('It has no box.');
  return box;
}

async function expectInside(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  const { x, y, width, height } = await boxOf(place);
  const size = page.viewportSize();
  expect(width).toBeGreaterThan(0);
  expect(height).toBeGreaterThan(0);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(y).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(size?.width ?? 0);
  expect(y + height).toBeLessThanOrEqual(size?.height ?? 0);
}

for (const size of SIZES) {
  for (const scenario of ['ahn-fig1-rr', 'veno-side-by-side']) {
    test(
      `${size.width} x ${size.height} has path, plots and results of ${scenario} in sight`,
      checkUnless(scenario === 'ahn-fig1-rr'),
      async ({ page }) => {
        await page.setViewportSize(size);
        await openBench(page, scenario);
        await expectInside(page, panel(page, 'path'));
        await expectInside(page, page.locator('.transport'));
        await expectInside(page, page.getByRole('region', { name: 'Results' }));
        let area = 0;
        // With two flows, the window has two bands of states, and the lowest of these screens has no room for a fourth plot.
        const fewer = size.height === 720 && scenario !== 'ahn-fig1-rr';
        await expect(page.getByRole('tablist', { name: 'Plots' })).toHaveCount(fewer ? 1 : 0);
        for (const name of fewer ? PLOTS.slice(0, 3) : PLOTS) {
          await expectInside(page, panel(page, name));
          const { width, height } = await boxOf(panel(page, name));
          area += width * height;
        }
        expect(area / (size.width * size.height)).toBeGreaterThanOrEqual(PLOT_AREA);
        const scrolls = await page.evaluate(() => {
          const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
          return [scrollHeight - clientHeight, scrollWidth - clientWidth];
        });
        expect(scrolls).toEqual([0, 0]);
      },
    );
  }
}

test('only the lowest plot has the labels of the time axis, and all plots share one cursor', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-rr');
  const heights = await Promise.all(
    PLOTS.map(async (name) => {
      const plot = await boxOf(panel(page, name));
      const area = await boxOf(panel(page, name).getByRole('slider'));
      return { left: area.x, width: area.width, below: plot.y + plot.height - area.y - area.height };
    }),
  );
  expect(new Set(heights.map(({ left }) => Math.round(left))).size).toBe(1);
  expect(new Set(heights.map(({ width }) => Math.round(width))).size).toBe(1);
  expect(heights.slice(0, -1).every(({ below }) => below < 8)).toBe(true);
  expect(heights.at(-1)?.below).toBeGreaterThanOrEqual(20);
  await panel(page, 'queue').getByRole('slider').hover();
  for (const name of PLOTS) await expect(panel(page, name).locator('.cursor-line')).toBeVisible();
});

test('plots are enlarged, hidden, moved and resized, and the arrangement survives a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openBench(page, 'ahn-fig1-rr');
  const order = () =>
    page
      .locator('.stack [data-panel]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')));
  await page.getByRole('button', { name: 'Enlarge Queue' }).click();
  await expect.poll(order).toEqual(['queue']);
  await page.getByRole('button', { name: 'Show all plots' }).click();
  await expect.poll(order).toEqual(PLOTS);

  await panel(page, 'queue')
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(order).toEqual(['sender-sequence', 'queue', 'window', 'rtt']);

  const before = await boxOf(panel(page, 'sender-sequence'));
  const edge = page.getByRole('separator').first();
  await edge.focus();
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowDown');
  await expect
    .poll(async () => (await boxOf(panel(page, 'sender-sequence'))).height)
    .toBeGreaterThan(before.height + 10);
  const { x, y, width } = await boxOf(edge);
  await page.mouse.move(x + width / 2, y + 4);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y - 76, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(async () => (await boxOf(panel(page, 'sender-sequence'))).height)
    .toBeLessThan(before.height);

  await page.getByRole('button', { name: 'Plots', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Windows' }).uncheck();
  await page.getByRole('checkbox', { name: 'Throughput' }).check();
  await page.keyboard.press('Escape');
  const arranged = ['sender-sequence', 'queue', 'rtt', 'throughput'];
  await expect.poll(order).toEqual(arranged);
  // Wait until the browser has stored it.
  await page.waitForTimeout(1000);
  await page.reload();
  await expect.poll(order).toEqual(arranged);
});

test('a wide screen has the events next to the plots, and closing them is kept and shared', async ({
  page,
}) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await openBench(page, 'ahn-fig1-rr');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true');
  await details.getByRole('button', { name: '25 of 26 drops happened in slow start.' }).click();
  await expect(details.locator('.event[aria-selected="true"]')).toContainText('dropped');
  await panel(page, 'window').getByRole('slider').focus();
  await page.keyboard.press('t');
  await expect(details.locator('.event[aria-selected="true"]')).toContainText('3.66');

  await details.getByRole('button', { name: 'Close details' }).click();
  await expect(details).toHaveCount(0);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link to this view' });
  await expect(link).toHaveValue(/view\.details=none/);
  const address = await link.inputValue();
  // Wait until the browser has stored it.
  await page.waitForTimeout(1000);
  await page.reload();
  await expectPhase(page, 'done');
  await expect(details).toHaveCount(0);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 2560, height: 1440 });
  await other.goto(address);
  await expectPhase(other, 'done');
  await expect(other.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
  await other.close();
});

test('a screen of 3840 x 2160 has two columns of plots and larger type', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await openBench(page, 'ahn-fig1-rr');
  const shown = ['sender-sequence', 'window', 'queue', 'rtt', 'throughput', 'receiver-sequence'];
  await expect(page.locator('.stack-column')).toHaveCount(2);
  for (const name of shown) await expectInside(page, panel(page, name));
  const [left, right] = [await boxOf(panel(page, 'window')), await boxOf(panel(page, 'throughput'))];
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(Math.round(right.width)).toBe(Math.round(left.width));
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px');
  await expectInside(page, page.getByRole('complementary', { name: 'Details' }));

  await panel(page, 'throughput')
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('button', { name: 'Move to the other column' }).click();
  const column = (place: number) =>
    page
      .locator('.stack-column')
      .nth(place)
      .locator('[data-panel]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-panel')));
  await expect.poll(() => column(0)).toEqual(['sender-sequence', 'window', 'queue', 'throughput']);
  await page.getByRole('button', { name: 'Plots', exact: true }).click();
  await page.getByRole('checkbox', { name: 'In two columns' }).uncheck();
  await expect(page.locator('.stack-column')).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to the usual plots' }).click();
  await expect.poll(() => column(1)).toEqual(['rtt', 'throughput', 'receiver-sequence']);
});

test('a phone shows the path and the first plot near the top, and the time under the thumb', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBench(page, 'ahn-fig1-rr');
  const plot = panel(page, 'sender-sequence').locator('canvas');
  await expect(plot).toBeVisible();
  expect((await boxOf(plot)).y).toBeLessThanOrEqual(250);
  await expectInside(page, panel(page, 'path'));
  await expectInside(page, page.locator('.transport'));
  expect((await boxOf(page.getByRole('button', { name: 'Play' }))).y).toBeGreaterThan(700);
  await page.getByRole('tab', { name: 'Queue' }).click();
  await expect(panel(page, 'queue')).toBeVisible();
  await expect(panel(page, 'sender-sequence')).toHaveCount(0);
  await page.getByRole('button', { name: 'Controls' }).click();
  await expect(page.getByRole('complementary', { name: 'Controls' })).toBeVisible();
  await page.getByRole('button', { name: 'Close controls' }).click();
  await expect(page.getByRole('complementary', { name: 'Controls' })).toBeHidden();
});

for (const [width, height] of [
  [320, 640],
  [820, 1180],
  [1180, 820],
] as const) {
  test(
    `at ${width} x ${height} nothing is wider than the window`,
    checkUnless(width === 320),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openBench(page, 'ahn-fig1-rr');
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(over).toBe(0);
      await expectInside(page, panel(page, 'path'));
      await expectInside(page, page.locator('.transport'));
    },
  );
}
