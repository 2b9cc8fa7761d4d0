/** A lesson as one HTML file: saved by the page and opened from the disk, where a browser lets it load nothing. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { expect, test } from './lab';
import { expectNotices } from './notices';
import { RUNS_WITHIN } from './walk';

const LESSON = 'reading-a-trace';

/** The file may not grow past this, in bytes: the engine, the plots and one lesson, with their German texts, and the licenses of all that. Experiments as stages, drops by hand, reasons below runs and a class's predictions took it past 2,890,000, windows of long runs past 2,940,000, and the papers' claims in words past 3,000,000. */
const LARGEST_FILE = 3_090_000;

test.use({ trace: 'off' });

async function opened(browser: Browser, address: string): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  context.on('request', (request) => {
    if (request.url().split('?')[0] !== address && !/^(data|blob):/.test(request.url()))
      faults.push(request.url());
  });
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  return { page, faults };
}

async function predict(page: Page): Promise<void> {
  const ask = page.locator('[data-predict="opening"]');
  const pen = ask.getByRole('slider');
  for (let place = 0; place < 12; place += 1) {
    await pen.press('ArrowRight');
    await pen.press('ArrowUp');
  }
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
}

test('a lesson opens from the disk, runs, and keeps the work or says why not', async ({ page, browser }) => {
  await page.goto(`#/teach?lesson=${LESSON}`);
  const plan = page.locator(`[data-plan="${LESSON}"]`);
  await plan.getByRole('button', { name: 'Download this lesson' }).click();
  await page.getByRole('radio', { name: 'One file' }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`vegas-lab-${LESSON}.html`);
  const folder = mkdtempSync(join(tmpdir(), 'vegas-lab-file-'));
  const file = join(folder, 'lesson.html');
  await download.saveAs(file);
  const bytes = readFileSync(file);
  const description = `${bytes.length} bytes, ${gzipSync(bytes).length} compressed`;
  test.info().annotations.push({ type: 'weight', description });
  expect(bytes.length).toBeLessThanOrEqual(LARGEST_FILE);
  expectNotices(bytes.toString());

  const address = pathToFileURL(file).href;
  const { page: lesson, faults } = await opened(browser, address);
  await lesson.goto(address);
  await expect(lesson.getByText('0 of 3 predictions made, 0 of 2 tasks done.')).toBeVisible();
  await expect(lesson.getByText('Your work stays in this browser.')).toBeVisible();
  await expectNoFindings(lesson);
  await lesson.getByRole('combobox', { name: 'Colors' }).selectOption('dark');
  await expect(lesson.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectNoFindings(lesson);
  await lesson.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(lesson.getByRole('heading', { level: 1 })).toHaveText('Einen Verlauf lesen');
  await lesson.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(lesson.getByRole('heading', { level: 1 })).toHaveText('Reading a trace');
  await lesson.setViewportSize({ width: 320, height: 640 });
  const wider = () => lesson.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wider()).toBe(0);
  await lesson.setViewportSize({ width: 1280, height: 720 });
  await predict(lesson);
  // The verdict needs the run of the engine inside the file.
  await expect(lesson.locator('[data-predict="opening"] .outcome')).toHaveAttribute(
    'data-verdict',
    /^(right|wrong)$/,
    { timeout: RUNS_WITHIN },
  );
  await lesson.reload();
  await expect(lesson.getByText('1 of 3 predictions made, 0 of 2 tasks done.')).toBeVisible();
  expect(faults).toEqual([]);
  // Work travels as a file.
  const [saved] = await Promise.all([
    lesson.waitForEvent('download'),
    lesson.getByRole('button', { name: 'Save your work' }).click(),
  ]);
  const work = join(folder, 'work.json');
  await saved.saveAs(work);
  await lesson.context().close();

  // A browser that blocks the storage of files.
  const blocked = await opened(browser, address);
  await blocked.page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await blocked.page.goto(address);
  await expect(blocked.page.getByText('This browser stores nothing for files on a disk')).toBeVisible();
  await blocked.page.getByLabel('Load your work').setInputFiles(work);
  await expect(blocked.page.getByText('1 of 3 predictions made, 0 of 2 tasks done.')).toBeVisible();
  expect(blocked.faults).toEqual([]);
  await blocked.page.context().close();
  rmSync(folder, { recursive: true });
});
