/** The cursor snaps to events, and a packet can be followed through all panels. */
import type { Locator, Page } from '@playwright/test';
import { chooseSender, expect, inkOf, openBench, panel, test } from './lab';

const hands = (page: Page, name: string) => panel(page, name).getByRole('slider');
const sentence = (page: Page, name: string) => panel(page, name).locator('.event-readout');
const bar = (page: Page) => page.getByRole('region', { name: 'Followed packet' });
const moment = async (slider: Locator) => Number(await slider.getAttribute('aria-valuenow'));

/** Position of the ring around the event at the cursor, in the page. */
async function ring(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await panel(page, name).locator('.event-ring').boundingBox();
  if (box === null) throw new Error('no event');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Steps to the first drop, and returns the position of its mark. The cursor is free again. */
async function firstDrop(page: Page, name: string): Promise<{ x: number; y: number }> {
  await hands(page, name).scrollIntoViewIfNeeded();
  await hands(page, name).focus();
  await page.keyboard.press('l');
  await expect(sentence(page, name)).toContainText('segment 144');
  const place = await ring(page, name);
  await page.keyboard.press('Escape');
  await expect(sentence(page, name)).toHaveCount(0);
  return place;
}

// Room for all plots, with a comparison's line and a followed packet's.
test.use({ viewport: { width: 1280, height: 1080 } });

test.beforeEach(async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
});

test('the cursor snaps to a mark near the pointer and describes its event without covering it', async ({
  page,
}) => {
  const mark = await firstDrop(page, 'queue');
  await page.mouse.move(mark.x - 40, mark.y + 5);
  await expect(panel(page, 'queue').locator('.readout')).toContainText('queued');
  await page.mouse.move(mark.x - 7, mark.y + 5);
  await expect(sentence(page, 'queue')).toContainText(
    '1.384 s segment 144 (byte 73,728) is dropped at R1 → R2',
  );
  expect(await moment(hands(page, 'queue'))).toBeCloseTo(1.384, 3);
  const box = await sentence(page, 'queue').locator('.readout').boundingBox();
  if (box === null) throw new Error('no sentence');
  const isInside =
    mark.x > box.x && mark.x < box.x + box.width && mark.y > box.y && mark.y < box.y + box.height;
  expect(isInside).toBe(false);
  // The others show their values at the same moment.
  await expect(panel(page, 'window').locator('.readout')).toContainText('1.384 s');
  await expect(page.locator('.event-readout')).toHaveCount(1);
});

test('a click on a mark keeps its event, and the button follows its packet', async ({ page }) => {
  const mark = await firstDrop(page, 'queue');
  await page.mouse.click(mark.x, mark.y);
  await page.mouse.move(mark.x + 300, mark.y + 60);
  await expect(sentence(page, 'queue')).toContainText('segment 144');
  await sentence(page, 'queue').getByRole('button', { name: 'Follow this packet' }).click();
  await expect(bar(page)).toContainText('Segment 144');
  const steps = (happening: string) => bar(page).locator(`li:not([data-happening="${happening}"])`);
  await expect(steps('queued')).toHaveText([
    'sent 1.381 s',
    'dropped at R1→R2 1.384 s',
    'retransmitted 1.674 s',
    'arrived 1.877 s',
    'acknowledged 1.933 s',
  ]);
  // The live path looks up where it waited.
  await expect(bar(page).locator('[data-happening="queued"]').last()).toHaveText(
    /^waits 0\.\d+ s at R1→R2 behind \d+ packets 1\.67\d s$/,
  );
  for (const name of ['sender-sequence', 'window', 'queue', 'rtt'])
    await expect(panel(page, name).locator('.followed-moment')).toHaveCount(5);
  await expect(
    panel(page, 'queue').locator('.followed-moment i'),
    'only the drop is in this plot',
  ).toHaveCount(1);

  await bar(page).getByRole('button', { name: 'retransmitted' }).click();
  expect(await moment(hands(page, 'rtt'))).toBeCloseTo(1.674, 3);
  await expect(bar(page).locator('[aria-current="step"]')).toContainText('retransmitted');
  await bar(page).getByRole('button', { name: 'Stop following' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('.followed-moment')).toHaveCount(0);
});

test('keys follow a packet and stop', async ({ page }) => {
  await hands(page, 'window').focus();
  await page.keyboard.press('f');
  await expect(bar(page), 'there is no event at the cursor').toHaveCount(0);
  await page.keyboard.press('r');
  await expect(sentence(page, 'window')).toContainText('fast retransmit');
  await page.keyboard.press('Tab');
  await expect(sentence(page, 'window').getByRole('button', { name: 'Follow this packet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Segment 144');
  await hands(page, 'window').focus();
  await page.keyboard.press('Shift+L');
  await expect(sentence(page, 'window')).toContainText('is dropped');
  await page.keyboard.press('f');
  await expect(bar(page)).not.toContainText('Segment 144');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(hands(page, 'window'), 'the cursor stays').toHaveAttribute('aria-valuetext', /cwnd/);
  await page.keyboard.press('Escape');
  await expect(hands(page, 'window')).toHaveAttribute('aria-valuetext', 'no moment chosen');
});

test('a followed packet is found again in the next run', async ({ page }) => {
  await hands(page, 'window').focus();
  await page.keyboard.press('l');
  await expect(sentence(page, 'window')).toContainText('is dropped');
  await page.keyboard.press('f');
  await expect(bar(page)).toContainText('dropped at R1→R2');
  await chooseSender(page, 'vegas');
  await expect(bar(page)).toContainText('Segment 144');
  await expect(bar(page)).not.toContainText('dropped');
  await expect(bar(page)).toContainText('acknowledged');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap on a mark shows its sentence and the button', async ({ page }) => {
    await page.getByRole('tab', { name: 'Queue' }).click();
    const mark = await firstDrop(page, 'queue');
    await page.touchscreen.tap(mark.x, mark.y);
    await expect(sentence(page, 'queue')).toContainText('is dropped at R1 → R2');
    await sentence(page, 'queue').getByRole('button', { name: 'Follow this packet' }).tap();
    await expect(bar(page)).toContainText('Segment 1');
  });
});

const legend = (page: Page) => panel(page, 'sender-sequence').getByRole('toolbar', { name: 'Legend' });

test('a legend is one line, and the rest is in a popover with explanations', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 800 });
  const more = legend(page).getByRole('button', { name: 'more in the legend' });
  await expect(more).toBeVisible();
  const heights = await page.locator('.legend-line').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(32);
  await more.click();
  const popover = legend(page).locator('.legend-more');
  await expect(popover).toContainText('duplicate ACK');
  await expect(popover).toContainText('a later segment has arrived');
  await page.keyboard.press('Escape');
  await expect(popover).toBeHidden();
  await page.setViewportSize({ width: 1780, height: 800 });
  await expect(more).toHaveCount(0);
});

test('a legend explains a mark to the pointer and to the keyboard', async ({ page }) => {
  const tip = page.getByRole('tooltip');
  await legend(page).getByRole('button', { name: 'dropped by the queue' }).hover();
  await expect(tip).toHaveText(
    'A queue drops a packet that arrives: it has no room for it, or its rule, for example RED, says so.',
  );
  await page.mouse.move(5, 5);
  await expect(tip).toHaveCount(0);
  await legend(page).getByRole('button', { name: 'segment sent' }).focus();
  await expect(tip).toHaveText('A segment that the sender sends for the first time.');
  await page.keyboard.press('ArrowRight');
  const next = legend(page).getByRole('button', { name: 'dropped by the queue' });
  await expect(next).toBeFocused();
  await expect(next).toHaveAccessibleDescription(/no room for it/);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
});

test('a legend highlights its marks in the plot, and a run in all plots', async ({ page }) => {
  // Room for four plots of two runs.
  await page.setViewportSize({ width: 1280, height: 900 });
  const sequence = panel(page, 'sender-sequence');
  const highlighted = page.locator('.plot-highlighted');
  await expect(highlighted).toHaveCount(0);
  await sequence.getByRole('button', { name: 'dropped by the queue' }).hover();
  await expect(highlighted).toHaveCount(1);
  await expect(sequence.locator('canvas').first()).toHaveCSS('opacity', '0.25');
  await expect.poll(() => inkOf(sequence, 'mark-drop', '.plot-highlighted')).toBeGreaterThan(20);
  expect(await inkOf(sequence, 'flow-1', '.plot-highlighted'), 'sent segments are left out').toBe(0);
  await page.mouse.move(5, 5);
  await expect(highlighted).toHaveCount(0);
  await expect(sequence.locator('canvas')).toHaveCSS('opacity', '1');

  await page.getByRole('button', { name: 'Compare with Vegas' }).click();
  const window = panel(page, 'window');
  // While the other run is still loading, there's nothing to highlight yet.
  await expect(async () => {
    await page.mouse.move(5, 5);
    await page.locator('[data-run-chip="B"]').hover();
    await expect(highlighted).toHaveCount(4, { timeout: 2000 });
    await expect
      .poll(() => inkOf(window, 'flow-2', '.plot-highlighted'), { timeout: 5000 })
      .toBeGreaterThan(50);
  }).toPass();
  expect(await inkOf(window, 'flow-1', '.plot-highlighted')).toBe(0);
  await page.mouse.move(5, 5);
  await expect(highlighted).toHaveCount(0);
});

test('throughput and fairness over time', async ({ page }) => {
  await openBench(page, 'ahn-fig2');
  await page.getByRole('button', { name: 'Plots' }).click();
  for (const name of ['Throughput', 'Fairness']) await page.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(panel(page, 'fairness')).toContainText("Jain's index of 2 flows");
  await expect(panel(page, 'throughput')).toContainText('of transfer were acknowledged');
  await openBench(page, 'ahn-fig1-rr&view.plots=fairness');
  await expect(panel(page, 'fairness')).toContainText('Fairness compares flows: show two or more.');
});
