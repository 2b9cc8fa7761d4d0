/**
 * The bench's first picture: the default scenario's run, which the build stored, until the engine has run it. Here, the engine's file is held
 * back until a test releases it.
 */
import type { Page } from '@playwright/test';
import { CHECK, checkUnless } from './check';
import { expect, expectPhase, inkOf, panel, scenarioButton, test } from './lab';

const ENGINE = /\/assets\/vegaslab_bg-[^/]*\.wasm$/;

/** The sentence about the default run in the line of results. */
const FINDING = 'The sender sent nothing for 1.7 s, because it waited for its timer.';

/** Largest sum of layout shifts. */
const MOST_SHIFT = 0.02;

/** Holds the engine's file back. Returns a function that waits for so many requests of it, and one that answers them. */
async function holdEngine(page: Page) {
  let requests = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ENGINE, async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  return { requested: (count: number) => expect.poll(() => requests).toBe(count), release };
}

/** Adds up layout shifts from the start of the next page on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

/** The plots in sight: the place of each and its pixels, and the line of results. */
async function pictureOf(page: Page) {
  return await page.evaluate(() => {
    const placeOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    };
    const plots = [...document.querySelectorAll('.stack [data-panel]')].map((one) => {
      const canvas = one.querySelector('canvas');
      return {
        title: one.querySelector('h2')?.textContent,
        panel: one.getAttribute('data-panel'),
        place: canvas && placeOf(canvas),
        pixels: canvas?.toDataURL(),
      };
    });
    const results = document.querySelector('.results-line');
    const sentence = results?.querySelector('.sentence');
    return {
      plots,
      words: results?.textContent,
      wordsAt: sentence && placeOf(sentence),
      times: document.querySelector('.moment-shown')?.textContent,
      titles: [...document.querySelectorAll('.stack h2')].map(placeOf),
    };
  });
}

/** Expects that nothing of a run is on the bench. The engine is requested once a stored run has been painted, if there is one to show. */
async function expectNoPicture(page: Page): Promise<void> {
  await expect(page.locator('.stack canvas')).toHaveCount(0);
  await expect(page.locator('.results-line')).toHaveCount(0);
}

const LOOKS = {
  wide: { viewport: { width: 1440, height: 900 }, plots: 4 },
  dark: { viewport: { width: 1280, height: 720 }, colorScheme: 'dark', plots: 4 },
  phone: { viewport: { width: 390, height: 844 }, plots: 1 },
} as const;

for (const [look, { plots, ...options }] of Object.entries(LOOKS))
  test.describe(look, () => {
    test.use(options);

    test(
      'the default scenario is drawn before the engine has loaded, and the live run takes its place',
      checkUnless(look !== 'dark'),
      async ({ page }) => {
        const engine = await holdEngine(page);
        const shiftsSoFar = await watchShifts(page);
        await page.goto('#/bench');
        await expect(page.locator('.results-line .sentence')).toHaveText(FINDING);
        await engine.requested(1);
        await expect(page.locator('.stack canvas')).toHaveCount(plots);
        const sequence = panel(page, 'sender-sequence');
        // Its marks and the numbers of its axes.
        expect(await inkOf(sequence, 'flow-1', '.plot-shown > canvas')).toBeGreaterThan(100);
        expect(await inkOf(sequence, 'muted', '.plot-shown > canvas')).toBeGreaterThan(50);
        await expect(page.locator('[role="status"][data-phase]')).toHaveText('Running …');
        const stored = await pictureOf(page);
        expect(stored.plots).toHaveLength(plots);
        // The engine has no part in it yet.
        await expect(page.getByTestId('digest')).toHaveCount(0);
        engine.release();
        await expectPhase(page, 'done');
        await expect(page.getByTestId('digest')).toHaveCount(1);
        expect(await pictureOf(page)).toEqual(stored);
        // The path, the controls and all that comes after the run.
        await expect(page.locator('.live-path svg').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await pictureOf(page)).toEqual(stored);
        expect(await shiftsSoFar()).toBeLessThan(MOST_SHIFT);
      },
    );
  });

test('a link to something else shows no picture until its own run is done', async ({ page }) => {
  const engine = await holdEngine(page);
  const links = [
    ['?scenario=ahn-fig2', 'ahn-fig2'],
    ['?scenario=ahn-fig1-rr&seed=9', 'ahn-fig1-rr'],
    ['?view.from=1&view.to=3', 'ahn-fig1-rr'],
  ] as const;
  for (const [place, [link, name]] of links.entries()) {
    await page.goto('about:blank');
    await page.goto(`#/bench${link}`);
    await expect(scenarioButton(page)).toHaveAttribute('data-scenario', name);
    await engine.requested(place + 1);
    await expectNoPicture(page);
  }
  engine.release();
  await expectPhase(page, 'done');
  await expect(page.locator('.moment-shown')).toHaveText('1.000 s – 3.000 s');
});

test('earlier work and an earlier arrangement of the tab are shown, not the default', async ({ page }) => {
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Plots', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Windows', exact: true }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.locator('.stack canvas')).toHaveCount(3);
  const engine = await holdEngine(page);
  await page.reload();
  await expect(page.locator('.results-line .sentence')).toHaveText(FINDING);
  await expect(page.locator('.stack canvas')).toHaveCount(3);
  await expect(panel(page, 'window')).toHaveCount(0);
  engine.release();
  await expectPhase(page, 'done');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('9');
  await expect(page.locator('.trace-identity')).toContainText('seed 9');
  await page.unroute(ENGINE);
  const again = await holdEngine(page);
  await page.reload();
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-rr');
  await again.requested(1);
  await expectNoPicture(page);
  again.release();
  await expect(page.locator('.trace-identity')).toContainText('seed 9');
});

test('the picture goes when another scenario is opened before the engine has loaded', async ({ page }) => {
  const engine = await holdEngine(page);
  await page.goto('#/bench');
  await expect(page.locator('.results-line .sentence')).toHaveText(FINDING);
  await page.evaluate(() => {
    location.hash = '#/bench?scenario=ahn-fig2';
  });
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig2');
  await expect(page.locator('.stack canvas')).toHaveCount(0);
  engine.release();
  await expectPhase(page, 'done');
  await expect(page.locator('.stack canvas')).not.toHaveCount(0);
});

test('without the stored run, the engine draws the picture', CHECK, async ({ page, lab }) => {
  lab.expectErrors(/Failed to load resource/);
  await page.route(/\.bin$/, (route) => route.abort());
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  await expect(page.locator('.results-line .sentence')).toHaveText(FINDING);
});

test(
  "if the engine can't be loaded, the picture stays and an error says so",
  CHECK,
  async ({ page, lab }) => {
    lab.expectErrors(/Failed to load resource|wasm|integrity/i);
    await page.route(ENGINE, (route) => route.abort());
    await page.goto('#/bench');
    await expectPhase(page, 'crashed');
    await expect(page.locator('.failure')).toContainText('The simulator couldn’t start.');
    await expect(page.locator('.results-line .sentence')).toHaveText(FINDING);
  },
);
