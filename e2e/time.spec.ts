import type { Locator, Page } from '@playwright/test';
import { chooseSender, expect, openBench, panel, showPlot, test } from './lab';

const hands = (page: Page, name: string) => panel(page, name).getByRole('slider');
const shown = (page: Page) => page.locator('.moment-shown');

/** The time window in words. The text next to it is the cursor's time while there is a cursor. */
const windowOf = async (page: Page) => (await shown(page).getAttribute('title')) ?? '';

async function boxOf(place: Locator) {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error('not on the page');
  return box;
}

test.beforeEach(async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
});

test('a drag over one panel zooms all of them, and a double click shows the whole run', async ({ page }) => {
  const whole = await windowOf(page);
  const box = await boxOf(hands(page, 'sender-sequence'));
  await page.mouse.move(box.x + box.width * 0.1, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60, { steps: 4 });
  await expect(panel(page, 'window').locator('.plot-cursor .selection')).toBeVisible();
  await page.mouse.up();
  await expect(shown(page)).not.toHaveAttribute('title', whole);
  const [from = 0, to = 0] = (await windowOf(page)).match(/[\d.]+/g)?.map(Number) ?? [];
  expect(to - from).toBeCloseTo(0.2 * 28.5, 0);
  // The middle of a panel is the middle of the time window.
  for (const name of ['queue', 'rtt']) {
    const { width, height } = await boxOf(hands(page, name));
    await hands(page, name).hover({ position: { x: width / 2, y: height / 2 } });
    await expect
      .poll(async () =>
        Number.parseFloat((await panel(page, name).locator('.readout b').first().textContent()) ?? ''),
      )
      .toBeCloseTo((from + to) / 2, 1);
  }
  await hands(page, 'sender-sequence').dblclick({ position: { x: 50, y: 50 } });
  await expect(shown(page)).toHaveAttribute('title', whole);
});

test('the cursor marks the same moment in all panels and reads their values', async ({ page }) => {
  // Room for five plots.
  await page.setViewportSize({ width: 1280, height: 1100 });
  await showPlot(page, 'Receiver’s segments');
  const box = await boxOf(hands(page, 'sender-sequence'));
  await page.mouse.move(box.x + box.width * 0.5, box.y + 50);
  const moment = await panel(page, 'sender-sequence').locator('.readout b').first().textContent();
  for (const [name, value] of [
    ['window', 'cwnd'],
    ['queue', 'queued'],
    ['rtt', 'base_rtt'],
    ['receiver-sequence', 'ACK'],
  ]) {
    const readout = panel(page, name ?? '').locator('.readout');
    await expect(readout.locator('b').first()).toHaveText(moment ?? '');
    await expect(readout).toContainText(value ?? '');
  }
});

test('the wheel zooms with Ctrl, and alone only after a click into the panel', async ({ page }) => {
  const whole = await windowOf(page);
  const box = await boxOf(hands(page, 'sender-sequence'));
  await page.mouse.move(box.x + box.width / 2, box.y + 50);
  await page.mouse.wheel(0, -1);
  await expect(shown(page)).toHaveAttribute('title', whole);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect(shown(page)).not.toHaveAttribute('title', whole);
  await page.getByRole('button', { name: 'Whole run' }).click();
  await expect(shown(page)).toHaveAttribute('title', whole);
  const again = await boxOf(hands(page, 'sender-sequence'));
  await page.mouse.click(again.x + again.width / 2, again.y + 50);
  await page.mouse.wheel(0, -300);
  await expect(shown(page)).not.toHaveAttribute('title', whole);
});

test('the brush of the overview moves the window', async ({ page }) => {
  const whole = await windowOf(page);
  const box = await boxOf(page.locator('.overview .brush .overlay'));
  await page.mouse.move(box.x + box.width * 0.6, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(shown(page)).not.toHaveAttribute('title', whole);
  const [from = 0] = (await windowOf(page)).match(/[\d.]+/g)?.map(Number) ?? [];
  expect(from).toBeCloseTo(0.6 * 28.5, 0);
});

test('cursor and zoom work from the keyboard', async ({ page }) => {
  const whole = await windowOf(page);
  const slider = hands(page, 'window');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /cwnd .* seg/);
  const first = Number(await slider.getAttribute('aria-valuenow'));
  expect(first).toBeGreaterThan(0);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(shown(page)).not.toHaveAttribute('title', whole);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(first);
  await page.keyboard.press('0');
  await expect(shown(page)).toHaveAttribute('title', whole);
  await page.keyboard.press('Escape');
  await expect(slider).toHaveAttribute('aria-valuetext', 'no moment chosen');
});

test('the next run keeps the time window', async ({ page }) => {
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const zoomed = await windowOf(page);
  await chooseSender(page, 'vegas');
  await expect(page.locator('[data-result="coarse_timeouts"] dd')).toHaveText('0');
  await expect(shown(page)).toHaveAttribute('title', zoomed);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('two fingers zoom, one finger pans', async ({ page }) => {
    const whole = await windowOf(page);
    const box = await boxOf(hands(page, 'sender-sequence'));
    const y = box.y + box.height / 2;
    const centre = box.x + box.width / 2;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y, id })) });

    await touch('touchStart', centre - 30, centre + 30);
    for (const spread of [40, 60, 90]) await touch('touchMove', centre - spread, centre + spread);
    await touch('touchEnd');
    const [from = 0, to = 0] = (await windowOf(page)).match(/[\d.]+/g)?.map(Number) ?? [];
    expect(to - from).toBeLessThan(0.5 * Number(whole.match(/[\d.]+/g)?.[1]));

    await touch('touchStart', centre);
    for (const x of [centre - 15, centre - 30, centre - 60]) await touch('touchMove', x);
    await touch('touchEnd');
    const [later = 0] = (await windowOf(page)).match(/[\d.]+/g)?.map(Number) ?? [];
    expect(later).toBeGreaterThan(from);
  });
});
