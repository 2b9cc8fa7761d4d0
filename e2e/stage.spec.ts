/** The stage of a lesson: its picture before and after the script, by keyboard, on a phone, and without motion. */
import { readdirSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { StageStep } from '../web/lessons/lesson';
import { expectNoFindings } from './axe';
import { checkUnless } from './check';
import { expect, openPrerendered, test } from './lab';
import { change, lessonNamed, RUNS_WITHIN, showStep, skipPredictions } from './walk';

const NAMES = readdirSync('content/lessons');

/** `npm test` tries the stages of these lessons; `npm run check` tries those of all. */
const OFTEN = ['packets-on-a-pipe', 'reading-a-trace'];

const live = (page: Page) => page.locator('.stage-figure[data-live="true"]').first();

const time = (page: Page) => page.locator('.stage-bar').first().getByRole('slider');

async function open(page: Page, name: string): Promise<void> {
  await openPrerendered(page, `lessons/${name}/`);
  await expect(live(page)).toBeVisible({ timeout: RUNS_WITHIN });
}

/** Fails unless the element is in the first screen. */
async function expectInFirstScreen(page: Page, what: string): Promise<void> {
  const box = await page.locator(what).first().boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box, what).not.toBeNull();
  expect((box?.y ?? 0) + (box?.height ?? 0), what).toBeLessThanOrEqual(height);
}

/** Fails if a title of the stage's plots is cut, or if a legend doesn't open the entries that it has no room for. */
async function expectNamesToBeWhole(page: Page, stage: Locator): Promise<void> {
  const cut = () =>
    stage
      .locator('.plot-title > span')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
  await expect.poll(cut).toEqual([]);
  for (const legend of await stage.locator('.legend-line').all()) {
    const hidden = await legend.locator('li[data-hidden="true"]').allTextContents();
    if (hidden.length === 0) continue;
    await legend.getByRole('button', { name: /^Legend$|more in the legend$/ }).click();
    const popover = legend.locator('.legend-more');
    for (const label of hidden)
      await expect(popover.getByRole('listitem').filter({ hasText: label })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
  }
}

const stepsIn = (stage: Locator) =>
  stage
    .locator('[data-stage-step]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.stageStep ?? ''));

/** Fails unless the time slider and the path show the same moment. */
async function expectOneMoment(stage: Locator): Promise<void> {
  const slider = stage.locator('.stage-bar').getByRole('slider');
  const apart = async () => {
    const shown = Number.parseFloat((await slider.getAttribute('aria-valuetext')) ?? '');
    const [, moment] =
      /^At ([\d.]+) s,/.exec((await stage.locator('.strip-words').textContent()) ?? '') ?? [];
    return Math.abs(shown - Number(moment));
  };
  // The slider rounds to hundredths.
  await expect.poll(apart).toBeLessThan(0.006);
}

/** Changes the first control by a key, and takes it back. */
async function changeByKey(controls: Locator): Promise<void> {
  const reset = controls.getByRole('button', { name: 'Reset', exact: true });
  await expect(reset).toBeDisabled();
  const slider = controls.getByRole('slider').first();
  if ((await slider.count()) === 0)
    await controls
      .getByRole('radio', { checked: true })
      .or(controls.getByRole('combobox'))
      .first()
      .press('ArrowDown');
  else {
    const atEnd = await slider.evaluate((one: HTMLInputElement) => one.value === one.max);
    await slider.press(atEnd ? 'ArrowLeft' : 'ArrowRight');
  }
  await expect(reset).toBeEnabled();
  await reset.press('Enter');
  await expect(reset).toBeDisabled();
}

/** Presses the step's phrases, and checks that each shows its moment. */
async function pressPoints(
  stage: Locator,
  step: Locator,
  { seconds: [from, to] }: StageStep,
  points: Awaited<ReturnType<typeof lessonNamed>>['points'],
): Promise<void> {
  for (const phrase of await step.locator('.stage-point').all()) {
    await phrase.press('Enter');
    const point = points?.[(await phrase.getAttribute('data-point')) ?? ''];
    if (point?.highlight !== undefined) await expect(stage.locator('.plot-highlighted')).toHaveCount(1);
    const moment = Number(await stage.locator('.stage-bar').getByRole('slider').inputValue());
    const aimed = typeof point?.time === 'number' ? point.time : moment;
    expect(moment).toBeGreaterThanOrEqual(from);
    expect(moment).toBeLessThanOrEqual(to);
    expect(Math.abs(moment - aimed)).toBeLessThanOrEqual((to - from) / 500);
    await phrase.blur();
  }
}

for (const name of NAMES) {
  const often = checkUnless(OFTEN.includes(name));

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const)
    test(
      `${name} has its picture and something to touch in the first screen of ${width} px`,
      often,
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await open(page, name);
        for (const what of ['h1', '.lesson-question', '.live-path', '.stage-panels', '.stage-bar'])
          await expectInFirstScreen(page, what);
        await expectNoFindings(page);
      },
    );

  test(
    `${name} is used by keyboard, announces its steps, and stands still without motion`,
    often,
    async ({ page }) => {
      const { steps, points } = await lessonNamed(name);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page, name);
      await skipPredictions(page);
      const seen: string[] = [];
      for (const stage of await page.locator('.lesson-stage').all()) {
        const ids = await stepsIn(stage);
        for (const [place, id] of ids.entries()) {
          const step = stage.locator(`[data-stage-step="${id}"]`);
          if (place === 0) await showStep(page, id);
          else {
            const before = stage.locator(`[data-stage-step="${ids[place - 1]}"]`);
            await before.getByRole('button', { name: 'Next' }).press('Enter');
            await expect(step).toBeFocused();
            const words = `Step ${place + 1} of ${ids.length}.`;
            await expect(stage.getByRole('status').filter({ hasText: words })).toHaveCount(1);
            await expect(stage.locator(`[data-shows="${id}"]`)).toBeVisible({ timeout: RUNS_WITHIN });
          }
          await expect(step).toHaveAttribute('data-current', 'true');
          const shown = steps[id];
          if (shown === undefined) throw new Error(id);
          await expect(stage.locator('.stage-panels .plot > .plot-shown')).toHaveCount(shown.panels.length);
          if (shown.play === true) {
            await page.waitForTimeout(1000);
            expect(await stage.locator('.stage-play').textContent()).toMatch(/^Play/);
          }
          await expectOneMoment(stage);
          await pressPoints(stage, step, shown, points);
          if (shown.controls !== undefined) {
            await changeByKey(stage.locator('.lesson-controls'));
            await expectOneMoment(stage);
          }
          seen.push(id);
        }
      }
      expect(seen).toEqual(Object.keys(steps));
      await expectNoFindings(page);
    },
  );

  test(`on a phone, the picture of ${name} stays above the text of its steps`, often, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, name);
    const ids = await stepsIn(page.locator('.lesson-stage').first());
    for (const id of ids) {
      const stage = await showStep(page, id);
      const text = await page.locator(`[data-stage-step="${id}"]`).boundingBox();
      for (const what of ['.stage-figure', '.lesson-controls'])
        for (const part of await stage.locator(what).all()) {
          const box = await part.boundingBox();
          expect(text?.y, id).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
        }
      expect(text?.y, id).toBeLessThan(844);
      await expectNamesToBeWhole(page, stage);
    }
    if (ids.length > 1) expect((await page.locator('.stage-figure').first().boundingBox())?.y).toBe(0);
  });
}

test('the picture takes the place of the one in the page once it is drawn, without moving the text', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0, links: 0 };
    Object.assign(window, { shifts });
    new MutationObserver(() => {
      shifts.links ||= document.querySelectorAll('.stage-figure[data-live="true"] .live-path .link').length;
    }).observe(document, { subtree: true, attributeFilter: ['data-live'] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, 'reading-a-trace');
    const { sum, links } = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number; links: number } }).shifts,
    );
    expect(sum, `${width} px`).toBeLessThan(0.02);
    expect(links, 'links drawn when the still goes').toBeGreaterThan(0);
  }
});

test('the picture fills most of the window, whatever its size', async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, 'head-to-head');
    const box = await page.locator('.stage-figure').first().boundingBox();
    expect(box?.width).toBeGreaterThan(width / 2);
    const bottom = (box?.y ?? 0) + (box?.height ?? 0);
    expect(bottom).toBeLessThanOrEqual(height);
    expect(bottom).toBeGreaterThan(0.9 * height);
    // The style sheet reserves what the script draws, and the room of bar and controls below.
    const heights = await page
      .locator('.stage-figure')
      .first()
      .evaluate((figure) => {
        const place = figure.querySelector('.stage-picture') as Element;
        const { minHeight } = getComputedStyle(place);
        const below = getComputedStyle(figure).getPropertyValue('--stage-below');
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        const drawn = ['.live-path', '.stage-panels'].map(
          (part) => place.querySelector(part)?.getBoundingClientRect().height ?? 0,
        );
        return {
          reserved: Number.parseFloat(minHeight) - Number.parseFloat(below) * rem,
          drawn: drawn.reduce((sum, one) => sum + one, 0),
        };
      });
    expect(heights.drawn).toBe(heights.reserved);
  }
});

test('a phrase marks its moment while it has the focus, and goes there when it’s pressed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'packets-on-a-pipe');
  await expect(time(page)).toHaveValue(/^0\.27/);
  const phrase = page.getByRole('button', { name: 'leaves the sender' });
  await phrase.focus();
  await expect(time(page)).toHaveValue(/^0\.00/);
  await phrase.blur();
  await expect(time(page)).toHaveValue(/^0\.27/);
  await phrase.click();
  await expect(page.locator('.plot-highlighted')).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expect(time(page)).toHaveValue(/^0\.00/);
});

test('after a change, the path shows the moment that the task is about', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'packets-on-a-pipe');
  await skipPredictions(page);
  const stage = await showStep(page, 'yours');
  const slider = stage.locator('.stage-bar').getByRole('slider');
  // With a window of one, the next packet gets to the router only then.
  await expect(slider).toHaveValue('1.518');
  await change(stage, { 'flows.0.sender.initial_cwnd': 19 });
  await expect(page.getByText('after the first burst almost nothing waits')).toBeVisible();
  await expect(slider).toHaveValue('1.5');
  await expect(stage.locator('.strip-words')).toContainText(
    /^At 1\.501 s, .*The queue at \S+ → \S+ holds 2 packets /,
  );
  await change(stage, { 'flows.0.sender.initial_cwnd': 21 });
  await expect(page.getByText('too many packets wait')).toBeVisible();
  await expect(stage.locator('.strip-words')).toContainText(/ holds 4 packets /);
});

test('after a change, the picture says if the moment of the text never comes', async ({ page }) => {
  for (const [name, step, changes, words] of [
    [
      'vegas-in-parts',
      'whole',
      { 'flows.0.sender.slow_start.kind': 'every_other_rtt' },
      'Your run ends at 24.2 s.',
    ],
    ['was-it-congestion', 'radio', { 'links.0.loss.rate': 0 }, 'In your run this doesn’t happen.'],
    ['is-it-significant', 'reno', { seed: 20 }, 'happens at 55.4 s, outside the picture'],
  ] as const) {
    await open(page, name);
    await skipPredictions(page);
    const stage = await showStep(page, step);
    const note = stage.locator(`[data-stage-step="${step}"] .stage-note`);
    await expect(note).toBeEmpty();
    await change(stage, changes);
    await expect(note).toContainText(words);
    await expectOneMoment(stage);
    await stage.locator('.stage-bar').getByRole('slider').press('ArrowLeft');
    await expect(note).toBeEmpty();
  }
});

test('a jump past steps shows the last one above, and a jump back the first', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, 'packets-on-a-pipe');
    await skipPredictions(page);
    const stage = page.locator('.lesson-stage').first();
    const ids = await stepsIn(stage);
    const jump = async (end: boolean) => {
      await stage.evaluate((element, end) => {
        const { top, bottom } = element.getBoundingClientRect();
        scrollBy({ top: end ? bottom - innerHeight / 8 : top - innerHeight / 8, behavior: 'instant' });
      }, end);
      const shown = end ? ids.at(-1) : ids[0];
      await expect(stage.locator(`[data-stage-step="${shown}"]`)).toHaveAttribute('data-current', 'true');
    };
    await jump(true);
    await jump(false);
    // A step that was chosen isn't kept once it has left the screen.
    await stage.getByRole('button', { name: 'Next' }).first().click();
    await expect(stage.locator(`[data-stage-step="${ids[1]}"]`)).toHaveAttribute('data-current', 'true');
    await jump(true);
  }
});

test('the picture plays once, and not for readers who prefer stills', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'packets-on-a-pipe');
  await page.waitForTimeout(1500);
  await expect(time(page)).toHaveValue(/^0\.27/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, 'packets-on-a-pipe');
  await expect(page.locator('.stage-play')).toHaveText('Pause');
  await expect(page.locator('.stage-play')).toHaveText('Play again', { timeout: 20_000 });
});
