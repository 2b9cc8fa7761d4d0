/** A user's work when the browser stores nothing, something that can't be read, or something of another kind; and files for another page. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import {
  dropFile,
  expect,
  expectPhase,
  openBench,
  openDetails,
  openEditor,
  openPrerendered,
  test,
} from './lab';

const LESSON = 'packets-on-a-pipe';
const KEY = `vegaslab:lesson:${LESSON}`;

/** Answers the first question and locks it. */
async function answer(page: Page): Promise<void> {
  const ask = page.locator('.predict').first();
  await ask.getByRole('radio').first().check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(ask.locator('.outcome')).toBeVisible();
}

function notice(page: Page): Locator {
  return page.locator('.storage-notice');
}

const stored = (page: Page, key = KEY) => page.evaluate((name) => localStorage.getItem(name), key);

async function saved(page: Page, button: Locator): Promise<string> {
  const download = page.waitForEvent('download');
  await button.click();
  return await readFile(await (await download).path(), 'utf8');
}

/** Stores other texts until no room is left. */
function fillStorage(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size >>= 1)
      try {
        for (let at = 0; ; at += 1) localStorage.setItem(`other page:${size}:${at}`, 'x'.repeat(size));
      } catch {
        // Smaller ones may fit.
      }
  });
}

test('with a full storage a lesson says so, and the work is saved as a file that opens again', async ({
  page,
}) => {
  await openPrerendered(page, `lessons/${LESSON}/`);
  await fillStorage(page);
  await expect(notice(page)).toHaveCount(0);
  await answer(page);
  await expect(notice(page)).toContainText('Your work isn’t stored');
  await expect(notice(page)).toBeInViewport();
  await expectNoFindings(page);
  const file = await saved(page, notice(page).getByRole('button', { name: 'Save your work as a file' }));
  await page.evaluate(() => localStorage.clear());
  await openPrerendered(page, 'lessons/report/');
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles({ name: 'work.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await expect(page.getByText('1 answer was taken from the file.')).toBeVisible();
  await expect(page.locator('.lesson-report li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test('work of a later version stays until its owner puts it aside, and can be saved', async ({ page }) => {
  const later = '{"version":2,"answers":["of a later version"]}';
  await openPrerendered(page, 'lessons/');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, later] as const);
  await openPrerendered(page, `lessons/${LESSON}/`);
  await expect(notice(page)).toContainText('Your earlier work can’t be read');
  await answer(page);
  expect(await stored(page)).toBe(later);
  expect(await saved(page, notice(page).getByRole('button', { name: 'Save the old text as a file' }))).toBe(
    later,
  );
  await notice(page).getByRole('button', { name: 'Put the old text aside' }).click();
  await page.reload();
  await expect(page.locator('.predict .outcome').first()).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await openPrerendered(page, 'lessons/report/');
  await expect(page.getByText(`lesson:${LESSON}`)).toBeVisible();
  expect(await saved(page, page.getByRole('button', { name: 'Save as a file' }))).toBe(later);
});

test('answers of another kind than their questions leave the lesson drawn', async ({ page }) => {
  const lesson = 'reading-a-trace';
  // They ask for a curve, a choice and a number.
  const answers = { opening: 'a text', above: 7, stall: [1, 2] };
  const predictions = Object.fromEntries(
    Object.entries(answers).map(([id, one]) => [id, { answer: one, passed: true, words: '' }]),
  );
  const text = JSON.stringify({ version: 1, predictions, checks: {} });
  await openPrerendered(page, 'lessons/');
  await page.evaluate(([key, one]) => localStorage.setItem(key, one), [
    `vegaslab:lesson:${lesson}`,
    text,
  ] as const);
  await openPrerendered(page, `lessons/${lesson}/`);
  await expect(page.locator('.lesson-text h2').first()).toBeVisible();
  await expect(page.locator('.failure')).toHaveCount(0);
  await expect(notice(page)).toContainText('can’t be shown here');
  expect(await saved(page, notice(page).getByRole('button', { name: 'Save the old text' }))).toBe(text);
});

test('files for other pages, and scenarios, leave a draft on the bench alone', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const card = page.locator('.incoming');
  const draft = '{ "half": a draft';
  await (await openEditor(page)).fill(draft);
  const expectDraft = async (text: string) => expect(await openEditor(page)).toHaveValue(text);
  await expectPhase(page, 'refused');
  for (const [name, text, place] of [
    ['progress.json', '{"vegas_lab_progress": 1, "lessons": {}}', 'report page'],
    ['mine.lesson.json', '{"format": "vegaslab-lesson", "version": 1, "blocks": []}', 'changes lessons'],
    ['codes.csv', 'Ada;VL2-0AK6H-H22C5-YH5TC', 'grading page'],
  ] as const) {
    await dropFile(page, name, text);
    await expect(card).toContainText(place);
    await expect(card.getByRole('link')).toBeVisible();
    await expectDraft(draft);
  }
  await dropFile(page, 'other.json', '{ "links": 3 }');
  await expect(card).toContainText('You haven’t finished your draft');
  await expectDraft(draft);
  await openDetails(page, 'Capture');
  await card.getByRole('button', { name: 'Keep the draft' }).click();
  await expectDraft(draft);
  await dropFile(page, 'other.json', '{ "links": 3 }');
  await card.getByRole('button', { name: 'Open it' }).click();
  await expect(card).toContainText('under JSON');
  await expectDraft('{ "links": 3 }');
  await openDetails(page, 'Capture');
  await card.getByRole('button', { name: 'Put your draft back' }).click();
  await expectDraft(draft);
});

/** Brings a page back as Back and Forward do, if the browser has kept it as it was. Playwright starts the browser without that. */
const bringBack = (page: Page) =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

/** Puts texts into the storage, as another page does while this one gets no events. */
const storeUnseen = (page: Page, texts: Record<string, string>) =>
  page.evaluate((all) => {
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text);
  }, texts);

test('a lesson that the browser brings back shows and keeps what another page has stored', async ({
  page,
}) => {
  await openPrerendered(page, `lessons/${LESSON}/`);
  await answer(page);
  const own = JSON.parse((await stored(page)) ?? '') as { predictions: object };
  const theirs = {
    version: 1,
    predictions: { elsewhere: { answer: 'a', passed: true, words: '' } },
    checks: {},
  };
  await storeUnseen(page, {
    [KEY]: JSON.stringify({ ...theirs, predictions: { ...own.predictions, ...theirs.predictions } }),
  });
  await bringBack(page);
  await page.getByRole('button', { name: 'Continue without a prediction' }).first().click();
  await expect
    .poll(async () => Object.keys(JSON.parse((await stored(page)) ?? '').predictions))
    .toEqual(expect.arrayContaining([...Object.keys(own.predictions), 'elsewhere']));
  await storeUnseen(page, { [KEY]: JSON.stringify({ version: 1, predictions: {}, checks: {} }) });
  await bringBack(page);
  await expect(page.locator('.predict .outcome')).toHaveCount(0);
});

test('a bench that the browser brings back starts from what another page of its tab has stored', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-vr');
  const seed = page.getByRole('textbox', { name: 'seed, exact' });
  await seed.fill('3');
  await expectPhase(page, 'done');
  const tab = await page.evaluate(() => sessionStorage.getItem('vegaslab:tab'));
  const key = `vegaslab:desk:1:${tab}`;
  await expect.poll(async () => (await stored(page, key)) ?? '').toMatch(/seed[^,]{0,12}3/);
  const record = (await stored(page, key)) ?? '';
  await page.evaluate(() => {
    document.documentElement.dataset.same = 'yes';
  });
  await bringBack(page);
  await expectPhase(page, 'done');
  await expect(page.locator('html'), 'nothing else was stored').toHaveAttribute('data-same', 'yes');
  const changed = record.replaceAll(/(seed[^,]{0,12})3/g, '$14');
  expect(changed).not.toBe(record);
  await storeUnseen(page, { [key]: changed });
  await bringBack(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-same');
  await expect(seed).toHaveValue('4');
});
