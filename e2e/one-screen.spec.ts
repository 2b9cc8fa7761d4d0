/** Each task of a lesson is done on one screen: its controls, the picture and the card that judges are in it together. */
import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
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

/** What a task needs and the screen doesn't show, while its card is as far down as it can be. */
async function outOfSight(page: Page, task: Locator, scene: Locator): Promise<string[]> {
  await task.evaluate((card) => card.scrollIntoView({ block: 'end', behavior: 'instant' }));
  const height = page.viewportSize()?.height ?? 0;
  const needed: [string, Locator][] = [
    ['the card', task],
    ['the picture', scene.locator('.stage-panels .plot').first()],
    ...(await scene.locator('.lesson-controls').all()).map((one): [string, Locator] => ['the controls', one]),
  ];
  const card = await task.boundingBox();
  const missing: string[] = [];
  for (const [what, one] of needed) {
    const box = await one.boundingBox();
    if (box === null) {
      missing.push(`${what}: nowhere`);
      continue;
    }
    const [top, bottom] = [Math.round(box.y), Math.round(box.y + box.height)];
    // A card that the picture covers is out of sight, too.
    const covered =
      one !== task && card !== null && box.x < card.x + card.width && box.x + box.width > card.x
        ? bottom > card.y + 1
        : false;
    if (top < 0 || bottom > height + 1 || covered) missing.push(`${what}: ${top} to ${bottom}`);
  }
  return missing;
}

for (const name of readdirSync('content/lessons'))
  test(`each task of ${name} fits one screen`, checkUnless(OFTEN.includes(name)), async ({ page }) => {
    const lesson = await lessonNamed(name);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPrerendered(page, `lessons/${name}/`);
    await skipPredictions(page);
    await openFolds(page);
    for (const [id, check] of Object.entries(lesson.checks)) {
      const isReached = check.kind === 'reach';
      const place = await showExperiment(page, lesson, check.experiment, isReached);
      const scene = place.locator('.experiment-scene').or(place).last();
      // The verdict on a change makes the card higher.
      if (isReached) await change(place, byHand(lesson, check.wrong));
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        const task = page.locator(`[data-check="${id}"]`);
        await expect
          .poll(() => outOfSight(page, task, scene), {
            message: `${id} at ${screen.width} px`,
            timeout: 5000,
          })
          .toEqual([]);
      }
      await page.setViewportSize(SCREENS[0] ?? { width: 1280, height: 720 });
    }
  });
