/** The bench fits one window: path, four plots and results, without scrolling the page. */
import type { Locator, Page } from '@playwright/test';
import { LEAST_HEIGHT } from '../web/plot/layout';
import { expectNoFindings } from './axe';
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

/** Windows of laptops, tablets and phones, zoomed or with large type. */
const WINDOWS = [
  { width: 1366, height: 625 },
  { width: 1280, height: 585 },
  { width: 911, height: 512 },
  { width: 960, height: 450 },
  { width: 683, height: 384 },
  { width: 844, height: 390 },
  { width: 667, height: 375 },
  { width: 640, height: 360 },
  { width: 320, height: 256 },
  { width: 1024, height: 768 },
  { width: 1024, height: 768, language: 'de' },
  { width: 1280, height: 720, projector: true },
  { width: 1280, height: 720, projector: true, language: 'de' },
  { width: 1024, height: 768, projector: true },
  { width: 640, height: 360, projector: true },
];

/** Windows that are in every run of the tests. */
const OFTEN = new Set(['844 x 390', '320 x 256', '1024 x 768, projector']);

/** Two targets may share this many pixels of their rims. */
const RIMS = 4;

interface Fit {
  /** Heights of the plots' curves, unscaled pixels. */
  plots: number[];
  /** Pairs of controls that cover each other, and those that are partly out of sight for good. */
  covered: string[];
  cut: string[];
  wider: number;
}

/** In the page. Scrolls to everything that the page scrolls to. */
function fitOf(rims: number): Fit {
  const boxOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    const whole = { left, right, top, bottom };
    let scrolls = false;
    // The part that's left of it by what cuts or scrolls its content.
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      if (/auto|scroll/.test(overflowX + overflowY)) scrolls = true;
      const box = at.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom, whole, scrolls };
  };
  const controls = [...document.querySelectorAll('button, a[href], input, select, [role="slider"]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !one.closest('.bench-rail, .skip, .visually-hidden, .transport-time'))
    .map((element) => ({
      element,
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      ...boxOf(element),
    }));
  const covered: string[] = [];
  controls.forEach((one, place) => {
    for (const other of controls.slice(place + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (width > rims && height > rims) covered.push(`${one.name} and ${other.name}`);
    }
  });
  const cut = controls
    .filter(({ scrolls, whole, left, right, top, bottom }) => {
      const part = Math.max(whole.right - right, left - whole.left, whole.bottom - bottom, top - whole.top);
      return !scrolls && (part > rims || whole.left < 0 || whole.right > window.innerWidth + 1);
    })
    .map(({ name }) => name);
  const { scrollWidth, clientWidth } = document.documentElement;
  const plots = [...document.querySelectorAll('.stack [role="slider"]')].map(
    (one) => one.getBoundingClientRect().height,
  );
  return { plots, covered, cut, wider: scrollWidth - clientWidth };
}

/** In the page: focuses everything in turn, and returns what stays wholly hidden. */
function hiddenStops(): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, summary, [tabindex="0"]',
  );
  return [...all].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) return [];
    element.focus();
    if (document.activeElement !== element) return [];
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const seen = shares.some((x) =>
      shares.some((y) => {
        const at = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
        // A picture's part lets the pointer through to what's drawn above it.
        return at !== null && (element.contains(at) || at.closest('.strip, .plot') !== null);
      }),
    );
    return seen ? [] : [element.getAttribute('aria-label') ?? element.textContent ?? element.className];
  });
}

for (const { width, height, projector = false, language = 'en' } of WINDOWS) {
  const name = [
    `${width} x ${height}`,
    ...(projector ? ['projector'] : []),
    ...(language === 'de' ? ['German'] : []),
  ].join(', ');
  test(`the bench fits ${name}`, checkUnless(OFTEN.has(name)), async ({ page }) => {
    await page.setViewportSize({ width, height });
    if (projector) await page.addInitScript(() => localStorage.setItem('vegaslab:projector', 'on'));
    await page.goto(`?lang=${language}#/bench?scenario=ahn-fig1-rr`);
    await expectPhase(page, 'done');
    await expect(page.locator('.strip-layers canvas')).toBeVisible();
    const scale = projector ? 1.35 : 1;
    // The plots follow the window one frame later.
    await expect(async () => {
      const { plots, ...misfits } = await page.evaluate(fitOf, RIMS);
      expect(misfits).toEqual({ covered: [], cut: [], wider: 0 });
      expect(plots.length).toBeGreaterThan(0);
      for (const one of plots) expect(one).toBeGreaterThanOrEqual(LEAST_HEIGHT * scale - 1);
    }).toPass({ timeout: 10_000 });
    await expect(page.locator('.failure')).toHaveCount(0);
    // What's below the window can be scrolled to.
    const plot = page.locator('.stack [role="slider"]').last();
    await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(plot).toBeInViewport({ ratio: 1 });
    const results = page.locator('.bottom-line');
    await results.scrollIntoViewIfNeeded();
    await expect(results).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(hiddenStops)).toEqual([]);
    await expectNoFindings(page);
  });
}

test.describe('on a first visit', () => {
  test.use({ firstVisit: true });
  for (const [width, height] of [
    [1366, 625],
    [1024, 768],
    [844, 390],
    [390, 844],
  ] as const)
    test(`hints hide no focus stop at ${width} x ${height}`, checkUnless(width > 1024), async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openBench(page, 'ahn-fig1-rr');
      await expect(page.locator('.hint-card')).toBeVisible();
      expect(await page.evaluate(hiddenStops)).toEqual([]);
    });
});

test('Escape closes a sheet, wherever the focus is, and a reload doesn’t open it over the plots', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBench(page, 'ahn-fig1-rr');
  for (const name of ['Controls', 'Details']) {
    const button = page.getByRole('button', { name, exact: true });
    const sheet = page.getByRole('complementary', { name });
    await button.click();
    await expect(sheet).toBeVisible();
    await page.locator('.brand').focus();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(sheet).toBeVisible();
    // Wait until the browser has stored it.
    await page.waitForTimeout(1000);
    await page.reload();
    await expectPhase(page, 'done');
    await expect(sheet).toBeHidden();
  }
});

test('the enlarged network is larger than the path', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openBench(page, 'ahn-fig1-rr');
    const path = await boxOf(panel(page, 'path').locator('.strip-layers'));
    await page.getByRole('button', { name: 'Enlarge the network' }).click();
    const large = page.getByRole('dialog', { name: 'Network' });
    const drawing = await boxOf(large.locator('.network-layers'));
    expect(drawing.width).toBeGreaterThan(path.width);
    expect(drawing.height).toBeGreaterThan(path.height);
    // Most of the sheet is the drawing.
    expect(drawing.height).toBeGreaterThan((await boxOf(large)).height / 2);
    const lane = large.locator('.lane').first();
    expect(Number(await lane.getAttribute('stroke-width'))).toBeGreaterThan(30);
    await page.keyboard.press('Escape');
  }
});

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
