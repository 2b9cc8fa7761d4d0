/**
 * Walks through lessons like a student: wrong answers first, then right ones, every control that a task needs, and
 * every claim.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Lesson } from '../web/lessons/lesson';
import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { expect, openPrerendered, test } from './lab';
import {
  byHand,
  change,
  give,
  lessonNamed,
  openFolds,
  RUNS_WITHIN,
  run,
  showExperiment,
  showStep,
  skipPredictions,
  stepOf,
} from './walk';

const NAMES = readdirSync('content/lessons');

async function openLesson(page: Page, name: string): Promise<void> {
  await openPrerendered(page, `lessons/${name}/`);
  await expect(page.locator('main[data-lesson]')).toHaveAttribute('data-lesson', name);
}

async function expectToFit360(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
}

/** The names of columns that are cut at the edge of their table. */
const cutNames = (page: Page) =>
  page.locator('.lesson .table-scroll').evaluateAll((places) =>
    places.flatMap((place) => {
      // In a closed fold, nothing is laid out.
      if (!place.checkVisibility()) return [];
      const { right } = place.getBoundingClientRect();
      return [...place.querySelectorAll('thead th')]
        .filter((name) => name.getBoundingClientRect().right > right + 1)
        .map((name) => name.textContent);
    }),
  );

test.describe.configure({ timeout: 300_000 });

// Tracing would copy a long page at every step.
test.use({ trace: 'off' });

/** `npm test` walks these lessons; `npm run check` walks all of them. */
const WALKED = ['packets-on-a-pipe', 'reading-a-trace'];

/** Of the lessons that aren't walked, `npm test` opens one in three. */
const OPENED = NAMES.filter((name, place) => !WALKED.includes(name) && place % 3 === 0);

test('every lesson loads in Node, where the walks read its answers', async () => {
  for (const name of NAMES) expect(Object.keys((await lessonNamed(name)).experiments), name).not.toEqual([]);
});

for (const name of NAMES) {
  test(
    `${name} opens without axe violations, and fits a phone`,
    checkUnless(OPENED.includes(name)),
    async ({ page }) => {
      await openLesson(page, name);
      await expectNoFindings(page);
      await expectToFit360(page);
    },
  );

  test(`a student walks through ${name}`, checkUnless(WALKED.includes(name)), async ({ page }) => {
    const lesson = await lessonNamed(name);
    await openLesson(page, name);
    await test.step('wrong answers are judged wrong', () => answer(page, name, lesson, 'wrong'));
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.getByRole('button', { name: 'Lock my prediction' }).first()).toBeVisible();
    await test.step('right answers are judged right', () => answer(page, name, lesson, 'right'));
    await test.step("the text's claims are true", async () => {
      for (const claim of await page.locator('.claim').all())
        await expect(claim, (await claim.textContent()) ?? '').toHaveAttribute('data-state', 'shown');
    });
    await test.step('tables show the names of all columns', async () =>
      expect(await cutNames(page)).toEqual([]));
    await test.step('its tasks can be done with the controls that it has', async () => {
      for (const id of new Set(Object.values(lesson.checks).map(({ experiment }) => experiment)))
        await showExperiment(page, lesson, id);
      for (const [id, check] of Object.entries(lesson.checks)) {
        const task = page.locator(`[data-check="${id}"]`);
        if (check.kind === 'reach') {
          const place = await showExperiment(page, lesson, check.experiment, true);
          await change(place, byHand(lesson, check.wrong));
          await expect(task).toHaveAttribute('data-passed', 'false');
          await place.getByRole('button', { name: 'Reset', exact: true }).click();
          await change(place, byHand(lesson, check.right));
        } else await give(task, check);
        await expect(task, id).toHaveAttribute('data-passed', 'true', { timeout: RUNS_WITHIN });
        // Another task may read off the original run.
        if (check.kind === 'reach') {
          const place = await showExperiment(page, lesson, check.experiment, true);
          await place.getByRole('button', { name: 'Reset', exact: true }).click();
          await expect(place.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
        }
      }
    });
    await expect(page.getByText('This lesson is complete.')).toBeVisible();
    await expectNoFindings(page);
    await expectToFit360(page);
    await page.goto('lessons/report/');
    for (const { question } of Object.values(lesson.predictions))
      await expect(page.getByText(question)).toBeVisible();
    for (const { task } of Object.values(lesson.checks)) await expect(page.getByText(task)).toBeVisible();
  });
}

/** Answers all predictions in order: wrongly, or with the right answers recorded on the first walk. */
async function answer(page: Page, name: string, lesson: Lesson, how: 'wrong' | 'right'): Promise<void> {
  const truths = TOLD.get(page) ?? new Map<string, string>();
  TOLD.set(page, truths);
  for (const place of inOrder(name)) {
    const prediction = lesson.predictions[place];
    if (prediction === undefined) throw new Error(place);
    const ask = page.locator(`[data-predict="${place}"]`);
    // A fold after a prediction is in the page only once that is locked, and may ask the next one.
    await expect(ask).toBeAttached();
    await openFolds(page);
    await ask.scrollIntoViewIfNeeded();
    // On the first walk the right answer is unknown, so the given one may happen to be right.
    const truth = truths.get(place) ?? '';
    if (prediction.kind === 'choice') {
      const options = Object.entries(prediction.options);
      const chosen = how === 'right' ? options.find(([, words]) => words === truth) : options[0];
      await ask.getByRole('radio', { name: chosen?.[1] ?? '', exact: true }).check();
    } else if (prediction.kind === 'number') {
      const [from] = prediction.range;
      await slide(
        ask.getByRole('slider'),
        how === 'right' ? Number.parseFloat(truth) : from,
        prediction.range,
        prediction.step,
      );
    } else {
      await draw(ask, how === 'right' ? truth : '');
    }
    await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  }
  // Folds after a prediction are in the page only now.
  await openFolds(page);
  // On the second walk the runs are already cached.
  if (how === 'wrong') {
    for (const id of Object.keys(lesson.steps)) await showStep(page, id);
    for (const id of Object.keys(lesson.experiments)) if (stepOf(lesson, id) === null) await run(page, id);
  }
  for (const [place, prediction] of Object.entries(lesson.predictions)) {
    const outcome = page.locator(`[data-predict="${place}"] .outcome`);
    await expect(outcome, place).toHaveAttribute(
      'data-verdict',
      how === 'right' ? 'right' : /^(right|wrong)$/,
      {
        timeout: RUNS_WITHIN,
      },
    );
    await expect(outcome.locator('.verdict')).toContainText(/.{20}/);
    const truth =
      prediction.kind === 'draw'
        ? await outcome.locator('.truth').getAttribute('d')
        : await outcome.locator('dd').last().textContent();
    truths.set(place, truth ?? '');
  }
  if (how === 'right') return;
  const verdicts = await page
    .locator('.outcome')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.verdict));
  expect(verdicts, 'at least one wrong answer is judged wrong').toContain('wrong');
}

const TOLD = new WeakMap<Page, Map<string, string>>();

/** In page order, because some predictions appear only after earlier ones are locked. */
function inOrder(name: string): string[] {
  const text = readFileSync(`content/lessons/${name}/lesson.mdx`, 'utf8');
  return [...text.matchAll(/<Predict\s+id="([^"]+)"/g)].map(([, id = '']) => id);
}

async function slide(
  slider: Locator,
  value: number,
  [from, to]: readonly [number, number],
  step: number,
): Promise<void> {
  await slider.focus();
  const steps = Math.round((value - from) / step);
  await slider.press('Home');
  // An extra key press counts as a change even at the end of the range.
  await slider.press('ArrowRight');
  await slider.press('ArrowLeft');
  if (steps > 0) await slider.fill(String(Math.min(from + steps * step, to)));
}

/** Draws along an SVG path, or a level line at the bottom. */
async function draw(ask: Locator, path: string): Promise<void> {
  const hand = ask.getByRole('slider');
  await hand.scrollIntoViewIfNeeded();
  const box = await ask.locator('svg').boundingBox();
  if (box === null) throw new Error('the drawing has no place');
  const scale = box.width / 640;
  const inner = path === '' ? LEVEL : averaged(path);
  const at = ([x, y]: readonly [number, number]) =>
    [box.x + (52 + x) * scale, box.y + (12 + y) * scale] as const;
  const mouse = ask.page().mouse;
  const [first] = inner;
  await mouse.move(...at(first ?? [0, 0]));
  await mouse.down();
  for (const point of inner) await mouse.move(...at(point));
  await mouse.up();
}

type Corner = readonly [x: number, y: number];

/** A line along the bottom of the chart. */
const LEVEL: readonly Corner[] = [
  [0, 226],
  [576, 226],
];

/** A path with a point for each place of the pen, at the middle height of the path around it. */
function averaged(path: string): Corner[] {
  const corners = [...path.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const heightAt = (column: number) => {
    const here = corners.filter(([x]) => x === column).map(([, y]) => y);
    if (here.length > 0) return (Math.min(...here) + Math.max(...here)) / 2;
    return (corners.findLast(([x]) => x < column) ?? corners[0] ?? [0, 0])[1];
  };
  return Array.from({ length: 41 }, (_, place) => {
    const x = (place * 576) / 40;
    const columns = Array.from({ length: 15 }, (_, offset) => Math.round(x) - 7 + offset);
    const inside = columns.filter((column) => column >= 0 && column <= 576).map(heightAt);
    return [x, inside.reduce((sum, y) => sum + y, 0) / inside.length];
  });
}

const LESSON = 'reading-a-trace';

async function lockFirst(page: Page): Promise<string> {
  const ask = page.locator('.predict').first();
  const question = await ask.locator('.question').textContent();
  await draw(ask, '');
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(ask.locator('.outcome')).toHaveAttribute('data-verdict', 'wrong', { timeout: RUNS_WITHIN });
  return question ?? '';
}

test("a student's work survives a reload, exports as text and as a file, and imports again", async ({
  page,
}) => {
  await openLesson(page, LESSON);
  const question = await lockFirst(page);
  await page.reload();
  await expect(page.locator('.predict .outcome').first()).toHaveAttribute('data-verdict', 'wrong');
  await page.goto('lessons/');
  const picture = page.locator('.lesson-pictures').getByRole('link', { name: /Reading a trace/ });
  await expect(picture).toContainText('started');
  await openPrerendered(page, 'lessons/report/');
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  const text = await saved(page, 'Save as text');
  expect(text).toContain('Ada');
  expect(text).toContain(question);
  const progress = await saved(page, 'Save progress');
  await openPrerendered(page, `lessons/${LESSON}/`);
  await page.getByRole('button', { name: 'Start over' }).click();
  await openPrerendered(page, 'lessons/report/');
  await expect(page.getByText('Nothing yet')).toBeVisible();
  const file = page.locator('input[type=file]');
  await file.setInputFiles({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"lessons": 1}'),
  });
  await expect(page.getByRole('alert')).toContainText('isn’t a progress file');
  await file.setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(progress) });
  await expect(page.getByText(question)).toBeVisible();
});

test('runs that a student started come back after a reload', async ({ page }) => {
  await openLesson(page, 'is-it-significant');
  await skipPredictions(page);
  await run(page, 'afternoon');
  const measured = page.locator('[data-experiment="afternoon"] .samples-measure table').first();
  const results = await measured.innerText();
  await expect(page.locator('[data-predict] .outcome').first()).toBeAttached();
  await page.reload();
  const place = page.locator('[data-experiment="afternoon"]');
  await place.scrollIntoViewIfNeeded();
  await expect(place.locator('.samples-start')).toHaveAttribute('data-phase', 'done', {
    timeout: RUNS_WITHIN,
  });
  expect(await measured.innerText()).toBe(results);
  // These runs haven't been started.
  await openFolds(page);
  const others = page.locator('[data-experiment="others"]');
  await others.scrollIntoViewIfNeeded();
  await expect(others.locator('.samples-start')).toHaveAttribute('data-phase', 'idle');
});

/** Opens the lesson at the task that reads off a round trip; it comes after a prediction. */
async function openTrip(page: Page) {
  const lesson = await lessonNamed(LESSON);
  const { trip } = lesson.checks;
  if (trip?.kind !== 'read') throw new Error('The check "trip" reads a number.');
  await openLesson(page, LESSON);
  await lockFirst(page);
  await openFolds(page);
  await showExperiment(page, lesson, trip.experiment);
  return { trip, task: page.locator('[data-check="trip"]') };
}

test("a student's work scores no task whose answer was shown", async ({ page }) => {
  const { trip, task } = await openTrip(page);
  await task.getByRole('textbox').fill(String(trip.wrong));
  const check = task.getByRole('button', { name: 'Check' });
  for (const hint of trip.hints) {
    await check.click();
    await expect(task.locator('.verdict')).toHaveText(`≠ Not yet. ${hint}`);
  }
  await check.click();
  await expect(task.locator('.verdict')).toContainText('The answer: 1');
  await task.getByRole('textbox').fill(String(trip.right));
  await expect(check).toBeDisabled();
  const score = page.getByRole('region', { name: 'Your progress' }).getByRole('status');
  await expect(score).toContainText('Answers shown: 1.');
  await page.reload();
  await expect(task).toContainText('Answer shown');
  await expect(score).toContainText(/0 of \d tasks done/);
});

test('a task stays done when another answer is tried', async ({ page }) => {
  const { trip, task } = await openTrip(page);
  await give(task, trip);
  await expect(task).toHaveAttribute('data-passed', 'true');
  await task.getByRole('textbox').fill(String(trip.wrong));
  await task.getByRole('button', { name: 'Check' }).click();
  await expect(task.locator('.verdict')).toHaveText('≠ That isn’t right. The task stays done.');
  await expect(task).toHaveAttribute('data-passed', 'true');
  await task.getByRole('textbox').fill(String(trip.right));
  await expect(task.locator('.verdict')).toContainText('✓ Right.');
});

test('steps under a task wait until it’s done or passed over', async ({ page }) => {
  await openLesson(page, 'vegas-in-parts');
  const step = (id: string) => page.locator(`[data-stage-step="${id}"]`);
  await expect(step('whole')).not.toContainText('This comes once the task is done.');
  await expect(step('cam')).toContainText('This comes once the task is done.');
  await expect(step('cam').locator('.claim')).toHaveCount(0);
  await step('start').getByRole('button', { name: 'Read on without it' }).click();
  await expect(step('cam').locator('.claim').first()).toBeVisible();
  await step('whole').getByRole('button', { name: 'Next' }).click();
  await expect(step('start').locator('.covered'), 'it stays open').toHaveCount(0);
});

test("a student's work doesn't need storage", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await openLesson(page, LESSON);
  await lockFirst(page);
  await expect(page.locator('.claim').first()).toHaveAttribute('data-state', 'shown', {
    timeout: RUNS_WITHIN,
  });
});

test('a locked answer gets the focus, and its reason comes below the run', async ({ page }) => {
  await openLesson(page, LESSON);
  await lockFirst(page);
  const ask = page.locator('.predict').first();
  await expect(ask.locator('.outcome')).toBeFocused();
  await expect(ask.locator('.outcome')).toHaveAccessibleName(/Different from your prediction/);
  const reason = page.locator('[data-stage-step="grows"] [data-reason="opening"]');
  await expect(reason).toContainText('Each ACK adds one segment');
  await expect(ask, 'no reason before the run').not.toContainText('after one second');
  const stall = page.locator('[data-predict="stall"]');
  await skipPredictions(page);
  await expect(stall.locator('.outcome')).toBeFocused();
});

test('a term opens in place, by touch and by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLesson(page, 'packets-on-a-pipe');
  const address = page.url();
  const term = page.getByRole('button', { name: 'packet', exact: true });
  const note = page.getByRole('note').filter({ hasText: 'A piece of data' });
  await term.click();
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(note.getByRole('link', { name: 'Glossary' })).toHaveAttribute('href', /glossary\/#packet$/);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(note).toBeHidden();
  await term.press('Enter');
  await expect(note).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await term.press(' ');
  await expect(term).toHaveAttribute('aria-expanded', 'true');
  expect(page.url()).toBe(address);
});

test('results of many runs are hidden until the student has run them', CHECK, async ({ page }) => {
  await openLesson(page, 'how-much-buffer');
  await skipPredictions(page);
  const line = page.getByText('Run “Goodput and retransmissions by buffer size” to read its results here.');
  const claim = page.locator('[data-claim="reno2"]');
  await expect(line.first()).toBeVisible();
  await expect(claim).toHaveCount(0);
  await run(page, 'sizes');
  await expect(claim).toHaveAttribute('data-state', 'shown');
  await expect(page.locator('.lesson-text > .after-runs')).toHaveCount(0);
});

test('results beside a picture come with its runs, and say so after a change', async ({ page }) => {
  await openLesson(page, 'many-links');
  await page.evaluate(() => {
    // It stops at the first finding: its own attribute would be the next change that it follows.
    const observer = new MutationObserver(() => {
      const place = document.querySelector('[data-experiment="chain"]');
      const results = place?.querySelector('.experiment-text [data-claim], .experiment-text [data-reason]');
      const phase = place?.querySelector<HTMLElement>('.experiment-status')?.dataset.phase;
      if (!results || phase === 'done') return;
      observer.disconnect();
      document.body.dataset.early = phase ?? 'not loaded';
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await skipPredictions(page);
  const points = page.getByRole('heading', { name: 'Key points' });
  await expect(page.getByText('The key points come when these runs have finished:')).toBeVisible();
  await expect(points).toHaveCount(0);
  await run(page, 'chain');
  const place = page.locator('[data-experiment="chain"]');
  await expect(place.locator('[data-claim="three"]')).toHaveAttribute('data-state', 'shown');
  await expect(place.locator('[data-reason="long"]')).toBeVisible();
  await expect(page.locator('body')).not.toHaveAttribute('data-early');
  const changed = place.getByText('You’ve changed the picture.');
  await expect(changed).toHaveCount(0);
  await change(place, { 'flows.5.sender.avoidance.beta': 3 });
  await expect(changed).toBeVisible();
  await run(page, 'weighted');
  await expect(points).toBeVisible();
});

test('a lesson is complete without the questions in its folds, and opens these', async ({ page }) => {
  const name = 'two-seconds';
  const { predictions, checks } = await lessonNamed(name);
  const all = <T>(ids: readonly string[], one: T) => Object.fromEntries(ids.map((id) => [id, one]));
  const progress = {
    version: 1,
    predictions: all(
      Object.keys(predictions).filter((id) => id !== 'finest'),
      { answer: null, passed: null, words: 'Because.' },
    ),
    checks: all(Object.keys(checks), { passed: true, words: 'Right.', links: [] }),
  };
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `vegaslab:lesson:${name}`,
    JSON.stringify(progress),
  ] as const);
  await openLesson(page, name);
  const score = page.getByRole('region', { name: 'Your progress' });
  await expect(score).toContainText('This lesson is complete.');
  const question = page.locator('[data-predict="finest"]');
  await expect(question).toBeHidden();
  await score.getByRole('button', { name: 'Would an even finer clock be better?' }).click();
  await expect(question).toBeInViewport();
  await expect(question).toBeFocused();
});

test('a curve is predicted by keyboard alone', CHECK, async ({ page }) => {
  await openLesson(page, 'reading-a-trace');
  const ask = page.locator('[data-predict="opening"]');
  const pen = ask.getByRole('slider');
  await pen.focus();
  await expect(pen).toHaveAttribute('aria-valuetext', /nothing drawn$/);
  for (const key of ['PageUp', 'ArrowUp', 'ArrowDown', 'ArrowUp', 'End']) await page.keyboard.press(key);
  const level = await pen.getAttribute('aria-valuenow');
  expect(Number(level)).toBeGreaterThan(0);
  await page.keyboard.press('Home');
  await expect(pen, 'End drew a level line').toHaveAttribute('aria-valuenow', `${level}`);
  await page.keyboard.press('Tab');
  await expect(ask.getByRole('button', { name: 'Lock my prediction' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(ask.locator('.truth')).toBeVisible({ timeout: RUNS_WITHIN });
  await expect(ask.getByText('Dashed: what you drew. Solid: the run.')).toBeVisible();
});

test('a printed lesson is its first stage, and a worksheet with room to write', async ({ page }) => {
  const lesson = await lessonNamed('reading-a-trace');
  await openLesson(page, 'reading-a-trace');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('region', { name: 'Worksheet' });
  for (const { question } of Object.values(lesson.predictions))
    await expect(sheet.getByText(question)).toBeVisible();
  for (const { task } of Object.values(lesson.checks)) await expect(sheet.getByText(task)).toBeVisible();
  for (const { published } of lesson.beside)
    await expect(sheet.getByRole('cell', { name: published, exact: true })).toHaveCount(0);
  const main = page.locator('main');
  await expect(main.locator('.still-wide').first()).toBeVisible();
  await expect(main.locator('.stage-live')).toBeHidden();
  for (const step of await page.locator('.lesson-stage').first().locator('.stage-step').all())
    await expect(step).toBeVisible();
  for (const rest of ['h1', '.predict', '.covered', '.stage-next', '.stage-bar', '.lesson-score'])
    await expect(main.locator(rest).first()).toBeHidden();
});

test('a lesson is readable up to its first prediction before its script loads, and without it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}lessons/reading-a-trace/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reading a trace');
  await expect(page.getByText('This plot holds all that a sender ever knows')).toBeVisible();
  await expect(page.locator('.still-wide'), 'the picture is in the page').toBeVisible();
  await expect(page.locator('.still-wide .node')).toHaveCount(5);
  // The page waits for the picture's styles.
  await expect(page.locator('.still-wide .bore').first()).toHaveCSS('fill', 'none');
  await expect(page.getByText('Lock your prediction to read on')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'A hole' })).toHaveCount(0);
  await context.close();
});

test('axe finds no violations on the pages around the lessons', CHECK, async ({ page }) => {
  for (const place of ['', 'glossary/', 'model/', 'report/']) {
    await page.goto(`lessons/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFindings(page);
    await page.setViewportSize({ width: 320, height: 700 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(over, place).toBeLessThanOrEqual(0);
  }
});

async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('the switch of early retransmit saves what the experiment with it saves', async ({ page }) => {
  await openLesson(page, 'vegas-in-parts');
  await skipPredictions(page);
  await run(page, 'alone');
  // The third run is Reno with early retransmit.
  const done = (id: string, place = 0) =>
    page.locator(`[data-experiment="${id}"] [data-metric="flows.0.completed_at_s"] td`).nth(place);
  const saved = await done('alone', 2).textContent();
  await run(page, 'yours');
  const yours = page.locator('[data-experiment="yours"]');
  const before = await done('yours').textContent();
  expect(before).not.toBe(saved);
  const choice = yours.locator('[data-path="flows.0.sender.detection"]');
  await choice.getByRole('radio', { name: 'on', exact: true }).check();
  await expect(done('yours')).toHaveText(saved ?? '', { timeout: RUNS_WITHIN });
  await choice.getByRole('radio', { name: 'off', exact: true }).check();
  await expect(done('yours')).toHaveText(before ?? '', { timeout: RUNS_WITHIN });
});

test('a table next to its picture shows the names of all columns, on a phone too', async ({ page }) => {
  await openLesson(page, 'vegas-in-parts');
  await skipPredictions(page);
  await run(page, 'both');
  const table = page.locator('[data-experiment="both"] .lesson-figures');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(table.getByRole('columnheader')).toHaveCount(3);
    expect(await cutNames(page), `${width} px`).toEqual([]);
  }
});
