/** A student's actions in a lesson, on any page that contains it. */
import type { Frame, Locator, Page } from '@playwright/test';
import type { Lesson } from '../web/lessons/lesson';
import type { Atom } from '../web/scenario/changes';
import { expect } from './lab';

/** Timeout for the runs of one experiment on a slow machine. */
export const RUNS_WITHIN = 120_000;

export async function lessonNamed(name: string): Promise<Lesson> {
  const { default: lesson } = (await import(`../content/lessons/${name}/lesson.ts`)) as { default: Lesson };
  return lesson;
}

/** Shows what predictions hide. */
export async function skipPredictions(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Continue without a prediction' });
  for (let left = await skip.count(); left > 0; left = await skip.count()) await skip.first().click();
}

/** Opens everything that is folded, because runs in a closed fold don't start, and reads on without the tasks of stages. */
export async function openFolds(page: Page | Frame): Promise<void> {
  await page.locator('.read-on').evaluateAll((buttons) => {
    for (const one of buttons) (one as HTMLButtonElement).click();
  });
  await page.locator('details.lesson-fold').evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true;
  });
}

/** Scrolls to an experiment, starts it if necessary, and waits for its runs. */
export async function run(page: Page | Frame, id: string): Promise<void> {
  const place = page.locator(`[data-experiment="${id}"]`);
  await place.scrollIntoViewIfNeeded();
  const start = place.getByRole('button', { name: /^Run \d/ });
  const status = place.locator('.experiment-status, .pool-status, .samples-start').first();
  await expect(start.or(status).first()).toBeAttached();
  if ((await start.count()) > 0) await start.click();
  await expect(status).toHaveAttribute('data-phase', 'done', { timeout: RUNS_WITHIN });
}

/** Scrolls to a step of a stage, and waits until the picture shows it. Returns the stage. */
export async function showStep(page: Page | Frame, id: string): Promise<Locator> {
  const step = page.locator(`[data-stage-step="${id}"]`);
  const stage = page.locator('.lesson-stage').filter({ has: step });
  // Another step may have been in view before.
  await expect(async () => {
    await step.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(stage.locator(`[data-shows="${id}"]`)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: RUNS_WITHIN });
  return stage;
}

/** The step that shows an experiment as it is, if the experiment is on the stage only; if asked, one with controls. */
export function stepOf({ experiments, steps }: Lesson, id: string, controls = false): string | null {
  const experiment = experiments[id];
  if (experiment?.kind !== 'runs' || experiment.staged !== true) return null;
  const [name] =
    Object.entries(steps).find(
      ([, step]) =>
        step.experiment === id && step.changes === undefined && (step.controls !== undefined || !controls),
    ) ?? [];
  if (name === undefined) throw new Error(`No step shows ${id}.`);
  return name;
}

/** Shows an experiment, in the text or on the stage, with its runs done. Returns its place. */
export async function showExperiment(
  page: Page,
  lesson: Lesson,
  id: string,
  controls = false,
): Promise<Locator> {
  const step = stepOf(lesson, id, controls);
  if (step !== null) return await showStep(page, step);
  await run(page, id);
  return page.locator(`[data-experiment="${id}"]`);
}

/** The changes that a student makes: without those that their controls bring along. */
export function byHand({ steps, experiments }: Lesson, changes: Readonly<Record<string, Atom>>) {
  const controls = [...Object.values(steps), ...Object.values(experiments)].flatMap((one) =>
    'controls' in one ? (one.controls ?? []) : [],
  );
  const brought = controls.flatMap(({ together = [], along = {} }) => [
    ...together,
    ...Object.values(along).flatMap(Object.keys),
  ]);
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !brought.includes(path)));
}

/** Drops a segment by hand, with the buttons under the picture. */
async function drop(place: Locator, segment: number): Promise<void> {
  const toggle = place.locator('.trace-drops [data-segment]');
  const chosen = async () => Number(await toggle.getAttribute('data-segment'));
  for (let from = await chosen(); from !== segment; from = await chosen())
    await place.getByRole('button', { name: from < segment ? 'Next segment' : 'Previous segment' }).click();
  await toggle.click();
}

/** Changes a control, or drops segments by hand. */
export async function change(place: Locator, changes: Readonly<Record<string, unknown>>): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  for (const [path, value] of Object.entries(changes)) {
    if (path.startsWith('drops.')) {
      if (path.endsWith('.segment')) await drop(place, Number(value));
      continue;
    }
    const field = place.locator(`[data-path="${path.replace(/\.kind$/, '')}"]`);
    await expect(field, `there is a control for ${path}`).toHaveCount(1);
    const exact = field.locator('input.exact');
    const radio = field.locator(`input[type=radio][value="${value}"]`);
    // In the engine's unit, whichever the field shows.
    if ((await exact.count()) > 0)
      await exact.fill(`${value} ${(await exact.getAttribute('data-unit')) ?? ''}`);
    else if ((await radio.count()) > 0) await radio.check();
    else if ((await field.locator('input[type=checkbox]').count()) > 0)
      await field.locator('input[type=checkbox]').setChecked(value === true);
    else await field.locator('select').selectOption(String(value));
  }
  await expect(place.locator('.experiment-status')).toHaveAttribute('data-phase', 'done', {
    timeout: RUNS_WITHIN,
  });
}

/** Answers wrongly, checks that the feedback keeps the answer back, then answers rightly. */
export async function give(
  task: Locator,
  check: Exclude<Lesson['checks'][string], { kind: 'reach' }>,
): Promise<void> {
  await task.scrollIntoViewIfNeeded();
  const verdict = task.locator('.verdict');
  let misses = 0;
  const tell = async (answer: string | number) => {
    if (check.kind === 'choose') await task.getByRole('radio', { name: String(answer), exact: true }).check();
    else await task.getByRole('textbox').fill(String(answer));
    await task.getByRole('button', { name: 'Check' }).click();
    await expect(verdict).toContainText(/Right|Not yet/);
    const passed = (await task.getAttribute('data-passed')) === 'true';
    const hint = check.hints[misses];
    if (!passed && hint !== undefined) await expect(verdict).toHaveText(`≠ Not yet. ${hint}`);
    if (!passed) misses += 1;
    return passed;
  };
  if (check.kind === 'read') {
    expect(await tell(check.wrong)).toBe(false);
    expect(await tell(check.right)).toBe(true);
    return;
  }
  const right: string[] = [];
  for (const answer of Object.values(check.options)) if (await tell(answer)) right.push(answer);
  expect(right).toHaveLength(1);
  await tell(right[0] ?? '');
}
