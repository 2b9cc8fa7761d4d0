/** Drops by hand: students click segments in the plot, or choose them with keys, and watch each sender repair them. */
import type { Locator, Page } from '@playwright/test';
import { expect, openPrerendered, test } from './lab';
import { RUNS_WITHIN } from './walk';

async function stageOf(page: Page): Promise<Locator> {
  await openPrerendered(page, 'lessons/one-to-four-drops/');
  const stage = page.locator('.lesson-stage').first();
  await expect(stage.locator('.trace-drops output')).toHaveText('1 drop: 45', { timeout: RUNS_WITHIN });
  return stage;
}

const drops = (stage: Locator) => stage.locator('.trace-drops output');
const button = (stage: Locator, name: string) => stage.getByRole('button', { name, exact: true });

test('a click on a segment drops it, a second click takes the drop back, and the lesson’s run is restored', async ({
  page,
}) => {
  const stage = await stageOf(page);
  await button(stage, 'Next segment').click();
  // The ring is there before its first frame gives it a place.
  await expect(stage.locator('.event-ring')).toBeVisible();
  const ring = await stage.locator('.event-ring').boundingBox();
  if (ring === null) throw new Error('No segment is chosen.');
  // A click takes longer than a frame, in which the plot finds the mark under the pointer.
  const clickUntil = (wanted: string) =>
    expect(async () => {
      if ((await drops(stage).textContent()) !== wanted)
        await page.mouse.click(ring.x + ring.width / 2, ring.y + ring.height / 2, { delay: 200 });
      await expect(drops(stage)).toHaveText(wanted, { timeout: 10_000 });
    }).toPass();
  await clickUntil('2 drops: 45, 46');
  await expect(button(stage, 'Reset')).toBeEnabled();
  await expect(button(stage, 'Keep segment 46')).toBeVisible();
  await clickUntil('1 drop: 45');
  await expect(button(stage, 'Reset')).toBeDisabled();
});

test('arrows and Enter drop three segments, and only the timer repairs them, except with NewReno', async ({
  page,
}) => {
  const stage = await stageOf(page);
  const plot = stage.locator('[data-panel="sender-sequence"]').getByRole('slider');
  for (const count of [2, 3]) {
    await plot.press('ArrowRight');
    await plot.press('Enter');
    await expect(drops(stage)).toContainText(`${count} drops: 45, 46`);
  }
  await expect(page.getByText('With 3 drops, Reno has 1 timeout', { exact: false })).toBeVisible();
  await stage.getByRole('radio', { name: /^NewReno/ }).press(' ');
  await expect(page.getByText('With 3 drops, NewReno has 0 timeouts', { exact: false })).toBeVisible();
});
