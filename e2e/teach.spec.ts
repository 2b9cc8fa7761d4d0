/** The teachers' pages: routes, chapters with plans and answers, worksheets, and the demo for a lecture. */
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { expect, openPrerendered, test } from './lab';
import { lessonNamed, RUNS_WITHIN } from './walk';

const LESSON = 'listening-to-the-queue';

/** A teacher's link to a chapter. */
const opened = (chapter: string) => `#/teach?chapter=${chapter}&open=25-100-125-5`;

async function expectNoOverflow(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);
}

test('the map has three routes with their minutes, and leads to lessons, chapters and assignments', async ({
  page,
}) => {
  await page.goto('#/teach');
  const map = page.getByRole('table', { name: 'Three routes through the course' });
  const heads = map.getByRole('columnheader');
  await expect(heads.nth(1)).toHaveText(/^90 minutes6 lessons82 min$/);
  await expect(heads.nth(2)).toContainText('238 min');
  await expect(heads.nth(3)).toContainText('23 lessons');
  const row = map.getByRole('row', { name: /^The other end/ });
  await expect(row.getByRole('cell')).toHaveText(['no', 'yes', 'yes', /^Assign/]);
  await expect(map.getByRole('link', { name: 'The other end', exact: true })).toHaveAttribute(
    'href',
    'lessons/the-other-end/',
  );
  await row.getByRole('link', { name: 'Assign The other end' }).press('Enter');
  await expect(page.locator('main.assign-page')).toBeVisible();
  await page.goBack();
  await map.getByRole('link', { name: 'The theory' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The theory' })).toBeVisible();
  await page.getByRole('link', { name: 'All chapters' }).press('Enter');
  await expect(map).toBeVisible();
});

test('a chapter has a plan, folded answers, and a key that the browser finds by simulating', async ({
  page,
}) => {
  await page.goto(opened('vegas'));
  const plan = page.locator(`[data-plan="${LESSON}"]`);
  const lesson = await lessonNamed(LESSON);
  for (const name of ['Objectives', 'Plan', 'What students may think', 'Questions to discuss'])
    await expect(plan.getByRole('heading', { name })).toBeVisible();
  const answer = plan.locator('.discussion details').first();
  await expect(answer.locator('p')).toBeHidden();
  await answer.locator('summary').press('Enter');
  await expect(answer.locator('p')).toBeVisible();
  // Nothing is computed, and nothing can be read, before it's asked for.
  const key = page.locator(`[data-answers="${LESSON}"]`);
  await expect(key.locator('.right-answer')).toHaveCount(0);
  await key.locator('summary').press('Enter');
  await expect(key).toHaveAttribute('data-ready', 'true', { timeout: RUNS_WITHIN });
  const back = lesson.predictions.back;
  if (back?.kind !== 'choice') throw new Error('The prediction has no options.');
  await expect(key.locator('[data-prediction="back"] .right-answer')).toHaveText(back.options.longer ?? '');
  await expect(key.locator('[data-prediction="estimate"] .right-answer')).toHaveText(/^3\.\d+ segments/);
  await expect(key.locator('[data-prediction="drawn"] path.truth')).toBeVisible();
  await expect(key.locator('[data-task="six"] .right-answer')).toHaveText(['5', '7']);
  await expectNoFindings(page);
});

test('worksheets print with codes that open their lessons, and without answers', async ({ page }) => {
  await page.goto(opened('vegas'));
  await page.evaluate(() => {
    window.print = () => {};
  });
  const print = page.getByRole('button', { name: 'Print the worksheets' });
  // It waits for the lessons, and a key press doesn't wait for it.
  await expect(print).toBeEnabled();
  await print.press('Enter');
  await page.emulateMedia({ media: 'print' });
  const sheets = page.getByRole('region', { name: 'Worksheet' });
  await expect(sheets).toHaveCount(3);
  await expect(sheets.first().getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await expect(sheets.first().locator('.worksheet-code .printed-address')).toHaveText(
    new RegExp(`/lessons/${LESSON}/$`),
  );
  await expect(page.locator('.lesson-plan').first()).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheets).toHaveCount(0);
  await expect(page.locator('.lesson-plan').first()).toBeVisible();
  // The folded answers are for the teacher, so they're on the teacher's paper.
  await expect(page.locator('.discussion details p').first()).toBeVisible();
});

test('the demo runs through the course by keys, and ends where it began', async ({ page }) => {
  await page.goto('#/teach');
  await page.getByRole('link', { name: 'Start the ten-minute demo' }).press('Enter');
  const main = page.locator('main.demo');
  const progress = page.locator('.bar-progress');
  await expect(progress).toHaveText('1 / 10');
  await expect(page.locator('.masthead')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(progress).toHaveText('2 / 10');
  await expect(main).toHaveAttribute('data-stop', 'reading-a-trace');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('[data-shows="grows"] .strip canvas')).toBeVisible({ timeout: RUNS_WITHIN });
  await expectNoFindings(page);
  await page.keyboard.press('End');
  await expect(main).toHaveAttribute('data-stop', 'since-then');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.keyboard.press('PageUp');
  await expect(progress).toHaveText('9 / 10');
  await page.reload();
  await expect(progress).toHaveText('9 / 10');
  await page.keyboard.press('Escape');
  await expect(page.locator('main.teach-page')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-presenting');
});

test('the stage fits what it shows on a projector', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('#/teach?demo=4');
  const panels = page.locator('.stage-panels');
  await expect(panels.locator('canvas').first()).toBeVisible({ timeout: RUNS_WITHIN });
  const cut = () => panels.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect.poll(cut).toBeLessThanOrEqual(1);
  await expect(page.locator('.presenting-bar')).toBeInViewport({ ratio: 1 });
  const { bottom, top } = await page.evaluate(() => ({
    bottom: document.querySelector('.demo-lesson')?.getBoundingClientRect().bottom ?? 0,
    top: document.querySelector('.presenting-bar')?.getBoundingClientRect().top ?? 0,
  }));
  expect(bottom).toBeLessThanOrEqual(top);
});

test('answers are sealed until a question is answered, and a teacher’s link opens them at once', async ({
  page,
  context,
}) => {
  await page.goto('#/teach?chapter=vegas');
  const plan = page.locator(`[data-plan="${LESSON}"]`);
  const sealed = page.locator('.sealed-answers');
  await expect(plan.getByRole('heading', { name: 'Objectives' })).toBeVisible();
  await expect(sealed).toHaveAttribute('data-sealed', 'true');
  await expect(page.locator('.timing, .misconceptions, .discussion, .answer-key')).toHaveCount(0);
  await expectNoFindings(page);
  const words = (await sealed.textContent()) ?? '';
  const [, window = 0, base = 0, rtt = 0] = (
    /window of (\d+) segments\. base_rtt is (\d+) ms, and the round trip takes (\d+) ms/.exec(words) ?? []
  ).map(Number);
  const answer = page.getByRole('textbox', { name: 'Segments that wait' });
  await answer.fill('0');
  await page.getByRole('button', { name: 'Open the answers' }).press('Enter');
  await expect(sealed.getByRole('alert')).toContainText('That isn’t right.');
  await answer.fill(String(Math.round(window * (1 - base / rtt))));
  await page.getByRole('button', { name: 'Open the answers' }).press('Enter');
  await expect(plan.getByRole('heading', { name: 'What students may think' })).toBeVisible();
  const link = await sealed.getByRole('textbox', { name: 'Your link' }).inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator('.misconceptions').first()).toBeVisible();
  // A tab in which they're open keeps its own answer.
  const fresh = await context.newPage();
  await fresh.goto('#/teach?chapter=theory&open=25-100-125-6');
  await expect(fresh.locator('.sealed-answers').getByRole('alert')).toContainText('doesn’t open the answers');
  await expect(fresh.locator('.misconceptions')).toHaveCount(0);
});

test('a lesson’s one link for teachers leads to its plan, which is sealed', async ({ page }) => {
  await openPrerendered(page, `lessons/head-to-head/`);
  for (const name of ['Assign to a class', 'Embed in your page', 'Change this lesson'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('link', { name: 'For teachers' }).press('Enter');
  const plan = page.locator('[data-plan="head-to-head"]');
  await expect(plan).toBeInViewport();
  for (const name of ['Assign', 'Change', 'Present', 'Embed'])
    await expect(plan.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(plan.getByRole('button', { name: 'Download this lesson' })).toBeVisible();
  await expect(page.locator('.sealed-answers')).toHaveAttribute('data-sealed', 'true');
});

test('students’ pages link to no answers', async ({ page }) => {
  for (const address of ['lessons/', `lessons/${LESSON}/`, `embed/?lesson=${LESSON}`]) {
    await (address.startsWith('embed') ? page.goto(address) : openPrerendered(page, address));
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('a[href*="chapter="]')).toHaveCount(0);
  }
});

for (const width of [360, 320])
  test(`the pages fit ${width} px, without findings`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const [address, shows] of [
      ['#/teach', '.route-map'],
      ['#/teach?chapter=network', '.sealed-answers'],
      [opened('evidence'), '.timing'],
      ['#/teach?demo=1', '.demo h1'],
    ] as const) {
      await page.goto(address);
      await expect(page.locator(shows).first()).toBeVisible();
      await expectNoOverflow(page);
      await expectNoFindings(page);
    }
  });

test('presenting and packages ask which lesson', async ({ page }) => {
  await page.goto('#/teach');
  await page.getByRole('combobox', { name: 'Present a lesson: which lesson' }).selectOption('head-to-head');
  await expect(page.getByRole('link', { name: 'Present', exact: true })).toHaveAttribute(
    'href',
    'lessons/head-to-head/?present',
  );
  await page.getByRole('combobox', { name: 'Use it in your LMS: which lesson' }).selectOption('rem');
  await page.getByRole('button', { name: 'Download this lesson' }).click();
  await expect(page.getByRole('radio', { name: /^SCORM 1\.2/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Present', exact: true }).click();
  await expect(page).toHaveURL(/lessons\/head-to-head\/\?present/);
});
