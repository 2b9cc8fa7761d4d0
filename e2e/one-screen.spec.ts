/** Each task of a lesson is done on one screen: its controls, the picture and the card that judges are in it together. */
import { readdirSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { checkUnless } from './check';
import { expect, openPrerendered, test } from './lab';
import { byHand, change, lessonNamed, openFolds, showExperiment, skipPredictions } from './walk';

/** `npm test` tries the tasks of these lessons; `npm run check` tries those of all. */
const OFTEN = ['reading-a-trace', 'the-other-end'];

const SCREENS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

test.describe.configure({ timeout: 300_000 });

/** Scrolls to a task. Returns what it needs and the screen doesn't show at once, each with its upper and lower edge. */
async function outOfSight(task: Locator, isReached: boolean): Promise<string[]> {
  return await task.evaluate(async (card, isReached) => {
    const figure = card.closest('.experiment-scene, .lesson-stage')?.querySelector('.stage-figure');
    const boxes = () =>
      Object.entries({
        card,
        picture: figure?.querySelector('.stage-panels .plot'),
        controls: figure?.querySelector('.lesson-controls, .trace-drops'),
      }).flatMap(([what, one]) => {
        // A task that reads the run may have no controls.
        if (one == null)
          return what === 'controls' && !isReached ? [] : [{ what, left: 0, right: 0, top: -1, bottom: 0 }];
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [{ what, left, right, top: Math.round(top), bottom: Math.round(bottom) }];
      });
    // The stage shows a step that the reader has come to.
    const step = card.closest('[data-stage-step]');
    if (step === null) card.scrollIntoView({ block: 'end', behavior: 'instant' });
    else step.scrollIntoView({ block: 'start', behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    // Before it has stuck to the top of the screen, the picture may end below the card.
    const lowest = Math.max(...boxes().map(({ bottom }) => bottom));
    if (lowest > innerHeight) scrollBy({ top: lowest - innerHeight, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    const all = boxes();
    const own = card.getBoundingClientRect();
    return all.flatMap(({ what, left, right, top, bottom }) => {
      const covers = what !== 'card' && left < own.right && right > own.left && bottom > own.top + 1;
      return top < 0 || bottom > innerHeight + 1 || covers ? [`${what}: ${top} to ${bottom}`] : [];
    });
  }, isReached);
}

for (const name of readdirSync('content/lessons'))
  test(`each task of ${name} fits one screen`, checkUnless(OFTEN.includes(name)), async ({ page }) => {
    const lesson = await lessonNamed(name);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPrerendered(page, `lessons/${name}/`);
    await skipPredictions(page);
    await openFolds(page);
    // Folds have predictions of their own.
    await skipPredictions(page);
    for (const [id, check] of Object.entries(lesson.checks)) {
      const isReached = check.kind === 'reach';
      const place = await showExperiment(page, lesson, check.experiment, isReached);
      // The verdict on a change makes the card higher.
      if (isReached) await change(place, byHand(lesson, check.wrong));
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        const task = page.locator(`[data-check="${id}"]`);
        await expect
          .poll(() => outOfSight(task, isReached), {
            message: `${id} at ${screen.width} px`,
            timeout: 5000,
          })
          .toEqual([]);
      }
      await page.setViewportSize(SCREENS[0] ?? { width: 1280, height: 720 });
    }
  });
