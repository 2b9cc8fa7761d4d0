/** Compares pages with pictures kept as SVG in e2e/pictures. `npm run pictures` rewrites them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test as lab } from './lab';
import { installPageToSvg } from './pageToSvg';

const KEPT = new URL('pictures/', import.meta.url);
const FONT = readFileSync(new URL('half-em.ttf', import.meta.url)).toString('base64');

/** In bytes. Larger pictures are too detailed to review. */
const LARGEST = 100_000;

/** A page counts as drawn after this many equal pictures in a row, with this pause between them, ms. */
const DRAWN_ALIKE = 4;
const PAUSE = 150;

/** Texts that differ between machines or releases. */
const VOLATILE: [pattern: RegExp, instead: string][] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:…'],
  [/(Vegas Lab, engine) [\w.+-]+/g, '$1 …'],
];

export const test = lab.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(installPageToSvg, FONT);
    await use(page);
  },
});

test.use({
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: 1,
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'UTC',
  contextOptions: { reducedMotion: 'reduce' },
});

/** Compares the first screen of a page. */
export async function expectScreen(page: Page, name: string): Promise<void> {
  await expectPicture(page, name, () => page.evaluate(() => window.pageToSvg.screen()));
}

/** Compares a whole element, including parts below the first screen. */
export async function expectElement(place: Locator, name: string): Promise<void> {
  await expect(place).toBeVisible();
  await place.scrollIntoViewIfNeeded();
  await expectPicture(place.page(), name, () =>
    place.evaluate((element) => window.pageToSvg.element(element)),
  );
}

/** Compares a panel's SVG export. */
export async function expectExported(panel: Locator, name: string): Promise<void> {
  const page = panel.page();
  const svg = panel.getByRole('button', { name: 'SVG' });
  // A panel that is rendered again, for example when a run ends, closes its menu.
  await page.waitForFunction(isAtRest);
  await expectPicture(page, name, async () => {
    if (!(await svg.isVisible())) {
      // In a stack, the export is in the panel's menu.
      const menu = panel.getByRole('button', { name: /More about / });
      const exportButton = panel.getByRole('button', { name: /^Export / });
      if ((await menu.count()) > 0 && !(await exportButton.isVisible())) await menu.click();
      await exportButton.click();
    }
    const [download] = await Promise.all([page.waitForEvent('download'), svg.click()]);
    return await page.evaluate(
      (text) => window.pageToSvg.exported(text),
      await readFile(await download.path(), 'utf8'),
    );
  });
}

async function expectPicture(page: Page, name: string, draw: () => Promise<string>): Promise<void> {
  const file = new URL(`${name}.svg`, KEPT);
  const drawn = async () => {
    await page.evaluate(() => document.fonts.ready);
    const svg = await draw();
    return VOLATILE.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), svg);
  };
  const write = process.env.WRITE_PICTURES !== undefined;
  if (write) writeFileSync(file, await settled(page, drawn));
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  expect(Buffer.byteLength(kept), `bytes of ${name}.svg`).toBeLessThan(LARGEST);
  if (write) return;
  expect
    .soft(await settled(page, drawn, kept), `${name}.svg. If the change is wanted: npm run pictures`)
    .toBe(kept);
}

/** Draws until the picture equals the kept one, or until the page is idle and the picture has stopped changing. */
async function settled(page: Page, draw: () => Promise<string>, kept?: string): Promise<string> {
  let last = '';
  let same = 0;
  for (;;) {
    const next = await draw();
    same = next === last && (await page.evaluate(isAtRest)) ? same + 1 : 0;
    if (next === kept || same === DRAWN_ALIKE) return next;
    last = next;
    await page.waitForTimeout(PAUSE);
  }
}

/** Returns whether everything has loaded and every run has finished. Runs in the page. */
function isAtRest(): boolean {
  const busy = `[data-phase="running"], [role="status"][data-phase="idle"]`;
  return (
    document.querySelector('main > *') !== null &&
    document.querySelector(`${busy}, .waiting, [data-outdated="true"]`) === null
  );
}
