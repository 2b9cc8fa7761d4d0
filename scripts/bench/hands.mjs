// Counts what a reader of each lesson can change, how far down the page the first of it is, how soon it changes the picture, and how far a
// task's controls are from the card that judges them.
import { untilChanged, visitLessons } from './touch.mjs';

const SCREEN = { viewport: { width: 1280, height: 720 }, hasTouch: false, slowdown: 1 };

/**
 * @typedef {object} Hands
 * @property {string} lesson
 * @property {number} controls fields and drops by hand before the lab notebook, outside folds
 * @property {number} first_px from the top of the page to the first of them
 * @property {number} first_actions to the first change: passing predictions and scrolling, if it isn't on the first screen, and the change
 * @property {number} first_change_s from opening the page until the picture shows the change
 * @property {number | null} farthest_px between the controls of a task and its card, in the task where they're farthest apart; 0 if they
 *   overlap in height, null if no task asks for a change
 */

/** @param {import('./effort.mjs').Effort['lessons']} effort @returns {Promise<Hands[]>} */
export async function handsOn({ lessons }) {
  return await visitLessons(SCREEN, lessons, async ({ page, lesson, opened }) => {
    const controls = page.locator('.lesson-controls [data-path], .trace-drops');
    const skip = page.getByRole('button', { name: 'Continue without a prediction' });
    let first_actions = 1;
    while (!(await appears(controls.first())) && (await skip.count()) > 0) {
      await skip.first().click();
      first_actions += 1;
    }
    const first = controls.first();
    const { top, isInSight } = await first.evaluate(placeOf);
    if (!isInSight) first_actions += 1;
    const figure = page.locator('.stage-figure, .experiment').filter({ has: first }).last();
    await untilChanged(figure, () => change(page, first), lesson);
    const first_change_s = Math.round((performance.now() - opened) / 100) / 10;
    while ((await skip.count()) > 0) await skip.first().click();
    return { lesson, ...(await page.evaluate(counted)), first_px: top, first_actions, first_change_s };
  });
}

/** A live stage shows its controls at once. @param {import('@playwright/test').Locator} controls @returns {Promise<boolean>} */
async function appears(controls) {
  return await controls.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  );
}

/** Runs in the page. @param {Element} controls */
function placeOf(controls) {
  const { top, bottom } = controls.getBoundingClientRect();
  return { top: Math.round(top + scrollY), isInSight: bottom <= innerHeight };
}

/** @param {import('@playwright/test').Page} page @param {import('@playwright/test').Locator} controls */
async function change(page, controls) {
  const one = controls
    .locator('input[type=range], input[type=radio]:checked, select, [role=switch], button[data-segment]')
    .first();
  await one.focus({ timeout: 5_000 });
  const kind = await one.evaluate((field) =>
    field instanceof HTMLInputElement ? field.type : field.tagName,
  );
  const keys = { range: 'PageUp', radio: 'ArrowRight', SELECT: 'ArrowDown' };
  await page.keyboard.press(keys[/** @type {keyof typeof keys} */ (kind)] ?? 'Enter');
}

/** Runs in the page. */
async function counted() {
  const main = /** @type {HTMLElement} */ (document.querySelector('.lesson-text'));
  const isCore = (/** @type {Element} */ one) => one.closest('details, .notebook') === null;
  // A stage shows the controls of the step that the reader has come to.
  const fields = new Set();
  const figures = [...main.querySelectorAll('.stage-figure, .experiment')];
  for (let top = 0; top < document.documentElement.scrollHeight; top += 200) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done, 30));
    for (const one of main.querySelectorAll('.lesson-controls [data-path], .trace-drops')) {
      const figure = one.closest('.stage-figure, .experiment');
      if (isCore(one) && figure !== null)
        fields.add(`${figures.indexOf(figure)} ${one.getAttribute('data-path') ?? 'drops'}`);
    }
  }
  const gaps = [];
  for (const card of main.querySelectorAll('[data-check]')) {
    const figure = card.closest('.experiment-scene, .lesson-stage')?.querySelector('.stage-figure');
    const controls = figure?.querySelector('.lesson-controls, .trace-drops');
    if (controls == null || !isCore(card)) continue;
    card.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const [one, other] = [card.getBoundingClientRect(), controls.getBoundingClientRect()];
    gaps.push(Math.round(Math.max(0, one.top - other.bottom, other.top - one.bottom)));
  }
  return { controls: fields.size, farthest_px: gaps.length === 0 ? null : Math.max(...gaps) };
}
