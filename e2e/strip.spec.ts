/** The strip of parts: students take Vegas and the receiver apart by hand, beside the text, the picture and the task. */
import type { Locator, Page } from '@playwright/test';
import { expect, openPrerendered, test } from './lab';
import { RUNS_WITHIN } from './walk';

/** Ways to choose a value in a row of the strip. */
const WAYS: Record<string, (row: Locator, name: string) => Promise<void>> = {
  pointer: (row, name) => row.getByText(name, { exact: true }).click(),
  keyboard: async (row, name) => {
    const radios = row.getByRole('radio');
    const placeOf = (radio: Locator) =>
      radio.evaluate((one) =>
        [...(one.closest('fieldset')?.querySelectorAll('input') ?? [])].indexOf(one as HTMLInputElement),
      );
    const chosen = row.getByRole('radio', { checked: true });
    const [from, wanted] = [
      await placeOf(chosen),
      await placeOf(row.getByRole('radio', { name, exact: true })),
    ];
    await chosen.focus();
    for (let place = from; place !== wanted; place += Math.sign(wanted - from))
      await radios.nth(place).press(wanted > from ? 'ArrowRight' : 'ArrowLeft');
  },
};

interface Outcome {
  text: string;
  time: number;
  delay: number;
  losses: number;
}

/** The numbers in the strip, once they aren't those of earlier runs. */
async function changed(stage: Locator, ...before: Outcome[]): Promise<Outcome> {
  const readouts = stage.locator('.strip-readouts');
  const earlier = ['', ...before.map((one) => one.text)];
  await expect
    .poll(async () => earlier.includes((await readouts.textContent()) ?? ''), { timeout: RUNS_WITHIN })
    .toBe(false);
  const number = async (name: string) => {
    const [words = ''] = await readouts.locator(`[data-readout="${name}"] b`).allTextContents();
    return Number.parseFloat(words.replace(',', ''));
  };
  const text = (await readouts.textContent()) ?? '';
  return { text, time: await number('time'), delay: await number('delay'), losses: await number('losses') };
}

async function stageOf(page: Page, lesson: string): Promise<Locator> {
  await openPrerendered(page, `lessons/${lesson}/`);
  const stage = page.locator('.lesson-stage').first();
  await expect(stage.locator('.parts-strip .strip-readouts')).toBeVisible({ timeout: RUNS_WITHIN });
  return stage;
}

const row = (stage: Locator, path: string) => stage.locator(`.parts-strip [data-path="${path}"]`);

for (const [way, choose] of Object.entries(WAYS)) {
  test(`five changes by ${way} take Vegas apart: slow start saves time, CAM delay`, async ({ page }) => {
    const stage = await stageOf(page, 'vegas-in-parts');
    const [start, avoidance, early] = ['slow_start', 'avoidance', 'detection'].map((field) =>
      row(stage, `flows.0.sender.${field}`),
    ) as [Locator, Locator, Locator];
    const reno = await changed(stage);
    await choose(start, 'Vegas’s');
    const with_start = await changed(stage, reno);
    await choose(start, 'Reno’s');
    await choose(avoidance, 'Vegas’s');
    const with_cam = await changed(stage, reno, with_start);
    await choose(avoidance, 'Reno’s');
    await choose(early, 'on');
    const with_early = await changed(stage, reno, with_cam);
    expect(reno.time - with_start.time).toBeGreaterThan(3);
    expect(with_start.losses).toBeLessThan(3);
    expect(with_cam.time).toBeGreaterThan(reno.time);
    expect(reno.delay - with_cam.delay).toBeGreaterThan(40);
    expect(reno.time - with_early.time).toBeGreaterThan(1);
    expect(reno.time - with_early.time).toBeLessThan(reno.time - with_start.time);
  });

  test(`one change by ${way} shows the receiver's share of Reno's time`, async ({ page }) => {
    const stage = await stageOf(page, 'the-other-end');
    const tahoe = await changed(stage);
    await choose(row(stage, 'flows.0.receiver'), 'Reno');
    const usual = await changed(stage, tahoe);
    expect(tahoe.time - usual.time).toBeGreaterThan(2);
  });

  test(`one change by ${way} shows that recovery does the work where losses are chance`, async ({ page }) => {
    const stage = await stageOf(page, 'recovery-does-the-work');
    const rate = () => stage.locator('[data-readout="rate"] b').textContent();
    const reno = Number.parseFloat((await rate()) ?? '');
    const before = await changed(stage);
    await choose(row(stage, 'flows.0.sender.detection'), 'on');
    await changed(stage, before);
    expect(Number.parseFloat((await rate()) ?? '')).toBeGreaterThan(1.5 * reno);
  });
}

for (const [name, viewport] of [
  ['wide', { width: 1280, height: 720 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`strip, picture and verdict are on one screen: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const lesson of ['vegas-in-parts', 'recovery-does-the-work']) {
      const stage = await stageOf(page, lesson);
      await row(stage, 'flows.0.sender.avoidance').getByText('Vegas’s', { exact: true }).click();
      const verdict = stage.locator('.check .verdict').first();
      await expect(verdict).toContainText('alone', { timeout: RUNS_WITHIN });
      await verdict.evaluate((one) => one.scrollIntoView({ block: 'end' }));
      for (const part of [stage.locator('.parts-strip'), stage.locator('.stage-panels').first(), verdict]) {
        const box = await part.boundingBox();
        expect(box?.y, lesson).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), lesson).toBeLessThanOrEqual(viewport.height + 1);
      }
    }
  });
