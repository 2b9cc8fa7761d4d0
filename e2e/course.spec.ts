/** The map of the course: what's next, paths, progress and surprises. */
import { expectNoFindings } from './axe';
import { expect, openPrerendered, test } from './lab';

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
