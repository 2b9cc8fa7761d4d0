/** The map of the course: what's next, paths, progress and surprises. */
import { expectNoFindings } from './axe';
import { expect, openPrerendered, test } from './lab';
import { RUNS_WITHIN } from './walk';

const LESSON = 'reading-a-trace';

test('a newcomer starts with the game, and chooses a path that is kept', async ({ page }) => {
  await openPrerendered(page, 'lessons/');
  const next = page.locator('.course-next');
  await expect(next).toContainText('Beat Reno by doing almost nothing.');
  await expect(next).toHaveAttribute('href', /lessons\/play\/$/);
  const pictures = page.locator('.lesson-pictures li');
  const all = await pictures.count();
  await page.getByRole('radio', { name: 'Beginner' }).check();
  expect(await pictures.count()).toBeLessThan(all / 2);
  expect(page.url()).toContain('?path=beginner');
  await openPrerendered(page, `lessons/${LESSON}/`);
  // The next lesson is that of the path.
  await expect(page.getByRole('link', { name: /Where two seconds went/ }).last()).toHaveAttribute(
    'rel',
    'next',
  );
  await openPrerendered(page, 'lessons/');
  await expect(page.getByRole('radio', { name: 'Beginner' })).toBeChecked();
  await openPrerendered(page, 'lessons/?path=researcher');
  await expect(page.getByRole('radio', { name: 'Researcher' })).toBeChecked();
  await expect(pictures.filter({ hasText: 'Reading a trace' })).toHaveCount(0);
  await expectNoFindings(page);
});

test('a student sees what is started, what is next, and what was a surprise', async ({ page }) => {
  await openPrerendered(page, `lessons/${LESSON}/`);
  const ask = page.locator('[data-predict]').first();
  const question = (await ask.locator('.question').textContent()) ?? '';
  const id = (await ask.getAttribute('data-predict')) ?? '';
  // Stored as the lesson stores it, because waiting for the verdict of a run takes long.
  await page.evaluate(
    ([lesson, id]) => {
      const predictions = { [id]: { answer: 0, passed: false, words: 'It waits for the timer.' } };
      localStorage.setItem(
        `vegaslab:lesson:${lesson}`,
        JSON.stringify({ version: 1, predictions, checks: {}, made: {} }),
      );
    },
    [LESSON, id] as const,
  );
  await openPrerendered(page, 'lessons/');
  await expect(page.locator('.course-next')).toContainText(/Continue: \d+ min left/);
  await expect(page.locator('[data-state="started"]')).toContainText(/started, \d+ min left/);
  await expect(page.locator('.chapter').first()).toContainText('0 of ');
  const surprise = page.locator('.surprises');
  await expect(surprise).toContainText(question);
  await expect(surprise).toContainText('It waits for the timer.');
  await expectNoFindings(page);
});

for (const [width, height] of [
  [1280, 720],
  [390, 844],
] as const)
  test(`the first screen at ${width} x ${height} has the next step and the first chapter's pictures`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openPrerendered(page, 'lessons/');
    await expect(page.locator('h1')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.course-next')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.chapter').first().locator('.thumbnail').first()).toBeInViewport({ ratio: 1 });
  });

test('the glossary shows a live picture of a term, one at a time, and plays it only on request', async ({
  page,
}) => {
  // As from a lesson's text.
  await openPrerendered(page, 'lessons/glossary/#queue');
  const entry = (word: string) => page.locator(`[id="${word}"]`);
  const button = (word: string) => entry(word).getByRole('button', { name: /^(?:Show|Hide) it$/ });
  const figure = page.getByRole('figure', { name: 'Live picture' });
  const time = page.getByRole('slider', { name: 'Time', exact: true });
  await expect(figure).toHaveCount(0);
  await button('queue').press('Enter');
  await expect(entry('queue').locator(figure)).toHaveAttribute('data-live', 'true', { timeout: RUNS_WITHIN });
  const before = await time.inputValue();
  await expectNoFindings(page);
  expect(await time.inputValue(), 'the run waits').toBe(before);
  await figure.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => time.inputValue()).not.toBe(before);
  // The first packet that the full buffer drops.
  await button('buffer').press('Enter');
  await expect(entry('buffer').locator(figure)).toHaveAttribute('data-live', 'true', {
    timeout: RUNS_WITHIN,
  });
  await expect(figure).toHaveCount(1);
  await expect(button('buffer')).toBeInViewport();
  // The picture above closes, which doesn't move what was pressed. Browsers scroll by whole pixels.
  await button('CAM').scrollIntoViewIfNeeded();
  const place = (await button('CAM').boundingBox())?.y ?? 0;
  await button('CAM').press('Enter');
  await expect(entry('CAM').locator(figure)).toHaveAttribute('data-live', 'true', { timeout: RUNS_WITHIN });
  const now = (await button('CAM').boundingBox())?.y ?? Number.NaN;
  expect(Math.abs(now - place)).toBeLessThanOrEqual(1);
  await button('buffer').press('Enter');
  await expect(entry('buffer').locator(figure)).toHaveAttribute('data-live', 'true', {
    timeout: RUNS_WITHIN,
  });
  await expect(time).toHaveAttribute('aria-valuetext', '1.00 s');
  await page.setViewportSize({ width: 320, height: 700 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over).toBeLessThanOrEqual(0);
  await expectNoFindings(page);
  await button('buffer').press('Enter');
  await expect(figure).toHaveCount(0);
  await expect(button('buffer')).toBeFocused();
});
