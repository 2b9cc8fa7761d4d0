/** Exporting and importing files on the bench. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { PANEL_NAMES, panelNamed } from '../web/lab/panels/registry';
import { CHECK } from './check';
import {
  dropFile,
  expect,
  expectPhase,
  figure,
  openBench,
  openDetails,
  openMore,
  openPrerendered,
  panel,
  showPlot,
  test,
} from './lab';
import { showStep } from './walk';

/** Clicks and returns the downloaded file. */
async function exported(page: Page, button: Locator): Promise<{ name: string; path: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const path = await download.path();
  return { name: download.suggestedFilename(), path, text: await readFile(path, 'latin1') };
}

test('a panel exports as a picture and as a table', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr&flows.0.sender.avoidance.alpha=1.5');
  const queue = panel(page, 'queue');
  await openMore(queue);
  await queue.getByRole('button', { name: 'Export' }).click();
  const svg = await exported(page, queue.getByRole('button', { name: 'SVG' }));
  expect(svg.name).toMatch(/^ahn-fig1-vr-seed-\d+-queue\.svg$/);
  expect(svg.text).toContain('flows.0.sender.avoidance.alpha = 1.5');
  expect(svg.text).toContain('/#/bench?scenario=ahn-fig1-vr');
  expect(/var\(|NaN|class=|undefined/.exec(svg.text)).toBeNull();
  const png = await exported(page, queue.getByRole('button', { name: 'PNG' }));
  // The PNG header has the width: twice that of the picture.
  expect(Buffer.from(png.text, 'latin1').readUInt32BE(16)).toBe(1920);
  const csv = await exported(page, queue.getByRole('button', { name: 'CSV' }));
  const lines = csv.text.split('\r\n').filter((line) => !line.startsWith('#'));
  expect(lines[0]).toBe('time (s),queued (bytes),queued (packets)');
  expect(lines.length).toBeGreaterThan(1000);
});

test('a lesson’s picture exports in the colors that its senders have on the page', async ({ page }) => {
  await openPrerendered(page, 'lessons/packets-on-a-pipe/');
  const stage = await showStep(page, 'one');
  const plot = stage.locator('[data-panel="sender-sequence"]');
  await openMore(plot);
  await plot.getByRole('button', { name: 'Export' }).click();
  const { text } = await exported(page, plot.getByRole('button', { name: 'SVG' }));
  const firstColor = (place: Locator) =>
    place.evaluate((element) => getComputedStyle(element).getPropertyValue('--flow-1'));
  expect(text).toContain(await firstColor(stage.locator('.sender-colors')));
  expect(text).not.toContain(await firstColor(page.locator('html')));
});

test('every panel exports as a picture that other programs can read', async ({ page }) => {
  // Room for all of them at once.
  await page.setViewportSize({ width: 1280, height: 2000 });
  await openBench(page, 'ahn-fig2');
  for (const name of PANEL_NAMES) {
    if (!(await panel(page, name).isVisible())) await showPlot(page, panelNamed(name).choice());
    await openMore(panel(page, name));
    await panel(page, name).getByRole('button', { name: 'Export' }).click();
    const { text } = await exported(page, panel(page, name).getByRole('button', { name: 'SVG' }));
    expect(/var\(|NaN|class=|undefined/.exec(text)?.[0]).toBeUndefined();
    const parsed = await page.evaluate((svg) => {
      const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return {
        wrong: read.querySelectorAll('parsererror').length,
        paths: read.querySelectorAll('path').length,
      };
    }, text);
    expect(parsed.wrong, name).toBe(0);
    expect(parsed.paths, name).toBeGreaterThan(3);
  }
});

test('an exported capture imports next to the run', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const writers = () => requested.filter((url) => /\/export_bg-[^/]*\.wasm$/.test(url)).length;
  await openBench(page, 'ahn-fig1-rr');
  await openDetails(page, 'Results');
  const resent = Number((await figure(page, 'retransmitted_segments').innerText()).replace(/\D/g, ''));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect(writers()).toBe(0);
  await page.route('**/export_bg-*.wasm', (route) => route.fulfill({ status: 404, body: 'none' }));
  await page.getByRole('button', { name: 'qlog' }).click();
  await expect(
    page.getByText(/be made: The file export_bg\S*\.wasm couldn’t be loaded \(error 404\)/),
  ).toBeVisible();
  await page.unroute('**/export_bg-*.wasm');
  requested.length = 0;
  const { name, path } = await exported(page, page.getByRole('button', { name: 'Packets (pcapng)' }));
  expect(writers()).toBe(1);
  expect(name).toMatch(/^ahn-fig1-rr-seed-\d+-both-taps\.pcapng$/);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await page.getByLabel('Open a scenario').setInputFiles(path);
  const real = panel(page, 'real-sequence');
  await expect(real).toContainText(`${resent} of them were retransmissions`);
  await expect(page.getByRole('combobox', { name: 'TCP stream' }).locator('option')).toHaveCount(2);
  await page.getByRole('spinbutton', { name: 'Begins at' }).fill('5');
  await expect(real).toContainText(`${resent} of them were`);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(real).toHaveCount(0);
});

test('a thinned run exports all its rows', CHECK, async ({ page }) => {
  const packets = page.getByText(/pcapng: [\d,]+ packets/);
  const exportPackets = async (scenario: string) => {
    await openBench(page, scenario);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await exported(page, page.getByRole('button', { name: 'Packets (pcapng)' }));
    await expect(packets).not.toContainText('missing');
    return /[\d,]+ packets/.exec(await packets.innerText())?.[0];
  };
  const whole = await exportPackets('ahn-fig1-rr');
  await page.goto('about:blank');
  expect(await exportPackets('ahn-fig1-rr&record.max_rows=2000')).toBe(whole);
});

test('a dropped scenario opens, and an invalid one stays as a draft', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { text } = await exported(page, page.getByRole('button', { name: 'Scenario', exact: true }));
  const scenario = JSON.parse(text);
  await dropFile(page, 'mine.json', JSON.stringify({ ...scenario, title: 'Mine', seed: 4711 }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await expectPhase(page, 'done');
  await dropFile(page, 'wrong.json', JSON.stringify({ ...scenario, duration_s: -1 }));
  await expect(page.getByRole('alert')).toContainText('duration_s');
  await expect(page.getByRole('alert')).toContainText('draft');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
  await dropFile(page, 'photo.jpg', '\xff\xd8\xff');
  await expect(page.getByRole('alert')).toContainText('Open a scenario (JSON) or a capture');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a small ${colorScheme} screen`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 640 } });

    test(
      `on a small ${colorScheme} screen axe finds no violations in imports and exports, and the page fits`,
      CHECK,
      async ({ page }) => {
        await openBench(page, 'ahn-fig2');
        const findings = async () => {
          const { violations } = await new AxeBuilder({ page }).analyze();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`);
        };
        await page.getByRole('tab', { name: 'Queue' }).click();
        await openMore(panel(page, 'queue'));
        await panel(page, 'queue').getByRole('button', { name: 'Export' }).click();
        await expect(panel(page, 'queue').getByRole('button', { name: 'CSV' })).toBeVisible();
        expect(await findings()).toEqual([]);
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        const { path } = await exported(page, page.getByRole('button', { name: 'Packets (pcapng)' }));
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Controls' }).click();
        await page.getByRole('button', { name: 'Open a file' }).click();
        await page.getByLabel('Open a scenario').setInputFiles(path);
        await expect(panel(page, 'real-sequence')).toContainText('bytes in');
        expect(await findings()).toEqual([]);
        const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
        expect(await page.evaluate(wider)).toBe(0);
      },
    );
  });
}
