/** A picture shifted with the time window equals a newly drawn one. */
import type { Page } from '@playwright/test';
import { PANEL_NAMES, type PanelName, panelNamed } from '../web/lab/panels/registry';
import { checkUnless } from './check';
import { expect, openBench, panel, showPlot, test } from './lab';

/** Successive moves of the window, in pixels: back and forth, further than a plot's width, and against the end of the run. */
const MOVES = [17, 17, 1, -5, 40, -120, 333, 16, -17, 1400, -17, -1, -60];

/** A test's data in the page. */
interface Kept {
  moved: number;
  pictures: Uint8ClampedArray[];
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const kept: Kept = { moved: 0, pictures: [] };
    Object.assign(window, { kept });
    const { drawImage } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.drawImage = function (
      this: CanvasRenderingContext2D,
      ...all: unknown[]
    ) {
      kept.moved += 1;
      Reflect.apply(drawImage, this, all);
    } as typeof drawImage;
  });
});

/** Saves a panel's canvas. */
async function keep(page: Page, name: string): Promise<void> {
  await panel(page, name)
    .locator('canvas')
    .evaluate(async (element) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
      const { width, height } = element as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      copy?.drawImage(element as HTMLCanvasElement, 0, 0);
      const { kept } = window as unknown as { kept: Kept };
      kept.pictures.push(copy?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray());
    });
}

async function turn(page: Page, name: string, deltaX: number): Promise<void> {
  await panel(page, name)
    .locator('.plot-hands')
    .evaluate(async (hands, deltaX) => {
      hands.dispatchEvent(new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true }));
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }, deltaX);
}

const CHOSEN: { scenario: string; name: PanelName; zooms: number }[] = [
  { scenario: 'ahn-fig1-rr', name: 'sender-sequence', zooms: 1 },
  { scenario: 'ahn-fig1-rr', name: 'window', zooms: 1 },
  { scenario: 'ahn-fig1-rr', name: 'queue', zooms: 1 },
  { scenario: 'ahn-fig1-vr', name: 'rtt', zooms: 1 },
  { scenario: 'ahn-fig1-rr', name: 'receiver-sequence', zooms: 4 },
  { scenario: 'low-late-comers', name: 'window', zooms: 2 },
  { scenario: 'low-late-comers', name: 'sender-sequence', zooms: 3 },
];

const CASES = [
  ...CHOSEN,
  ...PANEL_NAMES.filter((panel) => CHOSEN.every(({ name }) => name !== panel)).map((name) => ({
    scenario: 'ahn-fig1-rr',
    name,
    zooms: 1,
  })),
];

for (const [place, { scenario, name, zooms }] of CASES.entries()) {
  test(`${name} of ${scenario}, zoomed in ${zooms} times`, checkUnless(place === 0), async ({ page }) => {
    await openBench(page, scenario);
    if (!(await panel(page, name).isVisible())) await showPlot(page, panelNamed(name).choice());
    for (let zoom = 0; zoom < zooms; zoom += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await keep(page, name);
    for (const by of MOVES) await turn(page, name, by);
    await keep(page, name);
    // Changing the theme redraws everything; changing it back does so again.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await keep(page, name);
    }
    const seen = await page.evaluate(() => {
      const { moved, pictures } = (window as unknown as { kept: Kept }).kept;
      const [before = [], after = [], , anew = []] = pictures;
      /** Differences of color values, on white. */
      const differences = (other: ArrayLike<number>) =>
        Array.from(anew, (value, at) => {
          const opaque = at | 3;
          const shown = (one: number, alpha: number) => 255 - ((255 - one) * alpha) / 255;
          return Math.abs(shown(value, anew[opaque] ?? 0) - shown(other[at] ?? 0, other[opaque] ?? 0));
        });
      const [to_before, to_moved] = [differences(before), differences(after)];
      const share = (all: number[], by: number) => all.filter((one) => one > by).length / all.length;
      return {
        moved,
        values: anew.length,
        before: share(to_before, 64),
        off: share(to_moved, 4),
        wrong: share(to_moved, 64),
      };
    });
    expect(seen.values).toBeGreaterThan(100_000);
    expect(seen.moved, 'number of shifted pictures').toBeGreaterThan(MOVES.length);
    expect(seen.before, 'the window has changed').toBeGreaterThan(0.001);
    expect(seen.wrong, 'share of pixels that differ from a new drawing').toBe(0);
    // Marks are painted in batches; where batches meet, the edges of touching marks blend slightly differently.
    expect(seen.off).toBeLessThan(0.001);
  });
}
