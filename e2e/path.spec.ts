import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { digest, expect, expectPhase, inkOf, openBench, panel, test } from './lab';

/** The point on the screen in the middle of the bottleneck's queue, a little before its exit. */
async function queueExit(path: Locator): Promise<{ x: number; y: number }> {
  const box = await path.locator('.buffer.large').first().boundingBox();
  if (box === null) throw new Error('no queue');
  return { x: box.x + box.width - 14, y: box.y + box.height / 2 };
}

async function dragBy(page: Page, handle: Locator, pixels: number): Promise<void> {
  const box = await handle.boundingBox();
  if (box === null) throw new Error('no handle');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 5; step += 1) await page.mouse.move(x + (pixels * step) / 5, y);
  await page.mouse.up();
}

test('the path shows packets and drops without being opened, and fits its height', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const path = panel(page, 'path');
  await expect.poll(() => inkOf(path, 'flow-1')).toBeGreaterThan(200);
  await expect.poll(() => inkOf(path, 'mark-drop')).toBeGreaterThan(10);
  const [outer, canvas] = [await path.boundingBox(), await path.locator('canvas').boundingBox()];
  expect(canvas?.height).toBe(outer?.height);
  for (const name of ['Host sender', 'Router R1', 'Link from R1 to R2', 'Host receiver'])
    await expect(path.getByRole('button', { name })).toBeVisible();
  await expectNoFindings(page, '[data-panel="path"]');
});

test("keys and pointer change the bottleneck's buffer and delay, and undo restores them", async ({
  page,
}) => {
  // A lower window's path has no room for the word "buffer".
  await page.setViewportSize({ width: 1280, height: 800 });
  await openBench(page, 'ahn-fig1-rr');
  const path = panel(page, 'path');
  const buffer = path.getByRole('slider', { name: 'Buffer at R1 → R2' });
  await expect(buffer).toHaveAttribute('aria-valuetext', '16 KiB');
  const before = await digest(page).textContent();
  await buffer.focus();
  // One press: on a slow machine, the history wouldn't merge two.
  await buffer.press('ArrowRight');
  await expect(buffer).toHaveAttribute('aria-valuetext', '17 KiB');
  await expect(path).toContainText('buffer 17 KiB');
  await expect(digest(page)).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(buffer).toHaveAttribute('aria-valuetext', '16 KiB');
  await expect(digest(page)).toHaveText(before ?? '');

  await dragBy(page, buffer, -30);
  await expect(path).not.toContainText('buffer 16 KiB');
  expect(Number(await buffer.getAttribute('aria-valuenow'))).toBeGreaterThan(18 * 1024);

  const delay = path.getByRole('slider', { name: 'Delay of R1 → R2' });
  await dragBy(page, delay, -60);
  await expect.poll(async () => Number(await delay.getAttribute('aria-valuenow'))).toBeLessThan(45);
  await delay.press('Home');
  await expect(delay).toHaveAttribute('aria-valuetext', '0 ms');
});

test('a click on a packet follows it; Escape and the button stop', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const path = panel(page, 'path');
  await page.getByLabel('Time cursor', { exact: true }).fill('1.4');
  await expect.poll(() => inkOf(path, 'flow-1')).toBeGreaterThan(200);
  const status = path.getByRole('status');
  const { x, y } = await queueExit(path);
  // Packets can be picked once they have been looked up.
  await expect(async () => {
    await page.mouse.click(x, y);
    await expect(status).toHaveText(/Segment \d+ queued at R1 → R2/, { timeout: 300 });
  }).toPass();
  await page.getByLabel('Time cursor', { exact: true }).fill('3');
  await expect(status).toContainText('acknowledged');
  await status.getByRole('button', { name: 'Stop following' }).click();
  await expect(status).toHaveCount(0);

  await page.getByLabel('Time cursor', { exact: true }).fill('1.4');
  await expect(async () => {
    await page.mouse.click(x, y);
    await expect(status).toBeVisible({ timeout: 300 });
  }).toPass();
  await path.getByRole('button', { name: 'Host sender' }).focus();
  await page.keyboard.press('Escape');
  await expect(status).toHaveCount(0);
});

test('a bottleneck in the other direction has a buffer with a handle, too', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-table1-both-ways');
  const path = panel(page, 'path');
  await expect(path.locator('.buffer.large')).toHaveCount(2);
  const back = path.getByRole('slider', { name: 'Buffer at R2 → R1' });
  await expect(back).toHaveAttribute('aria-valuetext', '16 KiB');
  await dragBy(page, back, 30);
  const value = async () => Number(await back.getAttribute('aria-valuenow'));
  await expectPhase(page, 'done');
  await expect.poll(value).toBeGreaterThan(17 * 1024);
  const dragged = await value();
  await back.focus();
  await expect(back.locator('.bubble')).toBeVisible();
  await back.press('PageDown');
  await expect.poll(value).toBe(dragged / 2);
  await expectNoFindings(page, '[data-panel="path"]');
});

test('keys on a link follow one of its packets after another', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const path = panel(page, 'path');
  await page.getByLabel('Time cursor', { exact: true }).fill('1.4');
  const status = path.getByRole('status');
  await path.getByRole('button', { name: 'Link from R1 to R2' }).focus();
  await expect(async () => {
    await page.keyboard.press('f');
    await expect(status).toHaveText(/Segment \d+ on its way from R1 to R2/, { timeout: 300 });
  }).toPass();
  const first = await status.textContent();
  await page.keyboard.press('f');
  await expect(status).not.toHaveText(first ?? '');
  await page.keyboard.press('Shift+F');
  await expect(status).toHaveText(first ?? '');
});

test('arrow keys go from part to part of the path', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const path = panel(page, 'path');
  const sender = path.getByRole('button', { name: 'Host sender' });
  await sender.focus();
  await sender.press('ArrowRight');
  await expect(path.getByRole('button', { name: 'Link from sender to R1' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(path.getByRole('button', { name: 'Host receiver' })).toBeFocused();
});

test.describe('on a phone', CHECK, () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });

  test('the path fits, with the whole queue in sight', async ({ page }) => {
    await openBench(page, 'ahn-fig1-rr');
    const path = panel(page, 'path');
    await expect.poll(() => inkOf(path, 'flow-1')).toBeGreaterThan(200);
    const queue = await path.locator('.buffer.large').boundingBox();
    expect(queue?.width).toBeGreaterThan(70);
    expect((queue?.x ?? 0) + (queue?.width ?? 0)).toBeLessThan(320);
    await expectNoFindings(page, '[data-panel="path"]');
  });
});
