import { readFile } from 'node:fs/promises';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, inkOf, openBench, panel, test } from './lab';

test('the enlarged network shows packets at the cursor, and a flow that stands out', async ({ page }) => {
  await openBench(page, 'ahn-fig2');
  const network = panel(page, 'network');
  const hands = panel(page, 'window').getByRole('slider');
  await hands.focus();
  for (let press = 0; press < 4; press += 1) await hands.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Enlarge the network' }).click();
  await network.locator('canvas').scrollIntoViewIfNeeded();
  await expect(network.locator('.words')).toContainText('on their way');
  await expect.poll(() => inkOf(network, 'flow-1')).toBeGreaterThan(20);
  await expect.poll(() => inkOf(network, 'flow-2')).toBeGreaterThan(20);

  const bottleneck = network.getByRole('button', { name: /^Link R1 to R2: 800 kbit\/s/ });
  await bottleneck.focus();
  await expect(network.locator('.network-readout')).toContainText('on the way');

  await network.getByRole('button', { name: /^competitor/ }).click();
  await expect(network).toContainText('Flow competitor is highlighted');
  await page.locator('.item-popover').getByRole('button', { name: 'Done' }).click();
  await network.getByRole('button', { name: 'Remove the highlight' }).click();
  await network.getByText('Table').click();
  await expect(network.getByRole('row', { name: /^R1 → R2 800 kbit\/s/ })).toBeVisible();
  await expectNoFindings(page, '[data-panel="network"]');

  await network.press('Escape');
  await expect(network).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enlarge the network' })).toBeFocused();
});

test(
  'a click on a packet in the enlarged network follows it; Escape stops, then closes',
  CHECK,
  async ({ page }) => {
    await openBench(page, 'ahn-fig1-rr');
    const network = panel(page, 'network');
    await page.getByLabel('Time cursor', { exact: true }).fill('1.4');
    await page.getByRole('button', { name: 'Enlarge the network' }).click();
    await expect.poll(() => inkOf(network, 'flow-1')).toBeGreaterThan(20);
    const queue = await network.locator('.edge .queue').nth(2).boundingBox();
    if (queue === null) throw new Error('no queue');
    const status = network.getByRole('status');
    await expect(async () => {
      await page.mouse.click(queue.x + queue.width - 6, queue.y + queue.height / 2);
      await expect(status).toHaveText(/Segment \d+ queued at R1 → R2/, { timeout: 300 });
    }).toPass();
    await expect(page.getByRole('region', { name: 'Followed packet' })).toContainText('Segment');
    await network.getByRole('button', { name: /^Link R1 to R2/ }).focus();
    const before = await status.textContent();
    await page.keyboard.press('f');
    await expect(status).not.toHaveText(before ?? '');
    await expectNoFindings(page, '[data-panel="network"]');
    // The card of the link, the packet, and then the drawing.
    await page.keyboard.press('Escape');
    await expect(network.locator('.network-readout')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(status).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(network).toHaveCount(0);
  },
);

test('the network exports as a picture with the packets at the cursor and its source', async ({ page }) => {
  await openBench(page, 'ahn-fig2');
  const network = panel(page, 'network');
  await page.getByLabel('Time cursor', { exact: true }).fill('1.5');
  await page.getByRole('button', { name: 'Enlarge the network' }).click();
  await network.locator('canvas').scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(network, 'flow-2')).toBeGreaterThan(20);
  const exported = async (form: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      network.getByRole('button', { name: form }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  await network.getByRole('button', { name: 'Export' }).click();
  const { name, bytes } = await exported('SVG');
  expect(name).toMatch(/^ahn-fig2-seed-\d+-network\.svg$/);
  const svg = bytes.toString();
  expect(svg).toContain('Network at 1.500 s');
  expect(svg).toContain('/#/bench?scenario=ahn-fig2');
  expect(/var\(|NaN|class=|role="button"|undefined/.exec(svg)?.[0]).toBeUndefined();
  const drawn = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    // The color at the canvas: a sender gives a flow its color.
    const canvas = document.querySelector('[data-panel="network"] canvas') ?? document.documentElement;
    const color = getComputedStyle(canvas).getPropertyValue('--flow-2').trim();
    return {
      wrong: read.querySelectorAll('parsererror').length,
      texts: [...read.querySelectorAll('text')].map(({ textContent }) => textContent),
      packets: read.querySelectorAll(`path[stroke="${color}"]`).length,
    };
  }, svg);
  expect(drawn.wrong).toBe(0);
  for (const node of ['sender', 'competitor', 'R1', 'R2', 'sink']) expect(drawn.texts).toContain(node);
  expect(drawn.packets, 'packets of the competitor').toBeGreaterThan(2);
  const png = await exported('PNG');
  expect(png.bytes.readUInt32BE(16), 'twice as wide, by its header').toBe(1920);
  const csv = await exported('CSV');
  expect(csv.bytes.toString()).toContain('R1 → R2');
});

test.describe('on the smallest screen', CHECK, () => {
  test.use({ viewport: { width: 320, height: 640 }, colorScheme: 'dark', reducedMotion: 'reduce' });

  test('the network runs from top to bottom and fits the page', async ({ page }) => {
    await openBench(page, 'ahn-fig1-rr');
    const network = panel(page, 'network');
    await page.getByRole('button', { name: 'Enlarge the network' }).click();
    await expect(network.locator('canvas')).toBeVisible();
    const top = async (name: string) =>
      (await network.locator('.box > text').getByText(name, { exact: true }).boundingBox())?.y ?? 0;
    expect(await top('sender')).toBeLessThan(await top('R1'));
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await expectNoFindings(page, '[data-panel="network"]');
  });
});
