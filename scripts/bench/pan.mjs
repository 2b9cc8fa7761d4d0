import { readFile } from 'node:fs/promises';
import { ROOT, Stop } from '../child.mjs';
import { onBench } from './page.mjs';

/** Rows of the trace for each simulated second, approximately. */
const ROWS_PER_S = 2_900;

/**
 * Pans and zooms the panels of a run with millions of rows: the Reno transfer of Figure 1 with unlimited data, run for
 * long enough. Sends one wheel event per frame to the first panel.
 * @param {import('./effort.mjs').Effort['page']} effort
 * @returns {Promise<{ rows: number, heap_bytes: number | null, pan_ms: number[], zoom_ms: number[], pan_work_ms: number[], zoom_work_ms: number[] }>}
 *   for each frame, the milliseconds since the previous frame and the milliseconds of work
 */
export async function panAndZoom({ pan_s, frames }) {
  const expected = ROWS_PER_S * pan_s;
  const scenario = JSON.parse(await readFile(`${ROOT}content/scenarios/ahn-fig1-rr.json`, 'utf8'));
  scenario.duration_s = pan_s;
  scenario.flows[0].traffic = { kind: 'bulk' };
  // So many that none are thinned out.
  scenario.record = { max_rows: expected };
  return onBench(async (page) => {
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
    await page.waitForFunction(
      (start) => document.querySelector('[role="status"]')?.textContent?.startsWith(start),
      `Simulated ${pan_s.toLocaleString('en')}`,
    );
    const digestLine = (await page.locator('.trace-identity').textContent()) ?? '';
    const rows = Number(/([\d,]+) rows/.exec(digestLine)?.[1]?.replaceAll(',', ''));
    if (!(rows > 0.9 * expected))
      throw new Stop(`the trace must have about ${expected} rows, but the page shows: ${digestLine}`);
    const plot = page.locator('.plot-hands').first();
    await plot.scrollIntoViewIfNeeded();
    // Show half of the run: the largest range that can still be panned.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(1500);
    const pan = await plot.evaluate(turnWheel, { frames, kind: /** @type {const} */ ('pan') });
    const zoom = await plot.evaluate(turnWheel, { frames, kind: /** @type {const} */ ('zoom') });
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } =
      /** @type {{ usedSize: number, backingStorageSize?: number }} */ (
        await session.send('Runtime.getHeapUsage')
      );
    const heap_bytes = backingStorageSize === undefined ? null : usedSize + backingStorageSize;
    return {
      rows,
      heap_bytes,
      pan_ms: pan.between,
      zoom_ms: zoom.between,
      pan_work_ms: pan.work,
      zoom_work_ms: zoom.work,
    };
  });
}

/** Scenarios to play: one flow whose queue overflows, and two bottlenecks with cross traffic. */
const PLAYED = ['ahn-fig1-rr', 'veno-side-by-side'];

/**
 * Plays runs from their start, with the path and four plots in sight.
 * @param {import('./effort.mjs').Effort['page']} effort
 * @returns {Promise<{ scenario: string, between: number[], work: number[] }[]>} for each frame, as in `panAndZoom`
 */
export async function play({ frames: wheelFrames }) {
  const played = [];
  for (const scenario of PLAYED)
    played.push(
      await onBench(async (page) => {
        await page.waitForSelector('[data-phase="done"]', { state: 'attached' });
        await page.waitForTimeout(1500);
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.waitForTimeout(500);
        const frames = await page.locator('body').evaluate(watchFrames, 3 * wheelFrames);
        return { scenario, ...frames };
      }, scenario),
    );
  return played;
}

/**
 * Runs in the page: measures frames that something else draws. The first callback of a frame starts the clock, and a message that
 * it posts is delivered after the other callbacks, layout and paint.
 * @param {HTMLElement | SVGElement} _body
 * @param {number} frames
 * @returns {Promise<{ between: number[], work: number[] }>}
 */
function watchFrames(_body, frames) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const between = [];
    /** @type {number[]} */
    const work = [];
    const channel = new MessageChannel();
    let start = 0;
    channel.port1.onmessage = () => work.push(performance.now() - start);
    let before = 0;
    /** @param {number} now */
    const frame = (now) => {
      if (before > 0) between.push(now - before);
      before = now;
      if (between.length >= frames) {
        resolve({ between, work });
        return;
      }
      start = performance.now();
      channel.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/**
 * Runs in the page: sends one wheel event per frame.
 * @param {HTMLElement | SVGElement} plot
 * @param {{ frames: number, kind: 'pan' | 'zoom' }} options
 * @returns {Promise<{ between: number[], work: number[] }>}
 */
function turnWheel(plot, { frames, kind }) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const between = [];
    /** @type {number[]} */
    const work = [];
    const box = plot.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const channel = new MessageChannel();
    let start = 0;
    channel.port1.onmessage = () => work.push(performance.now() - start);
    let before = 0;
    let count = 0;
    /** @param {number} now */
    const frame = (now) => {
      if (before > 0) between.push(now - before);
      before = now;
      count += 1;
      if (count > frames) {
        resolve({ between, work });
        return;
      }
      start = performance.now();
      // Alternate the direction every 30 frames.
      const forward = count % 60 < 30;
      const event =
        kind === 'pan'
          ? { deltaX: forward ? 17 : -17, deltaY: 0 }
          : { deltaX: 0, deltaY: forward ? -90 : 90, ctrlKey: true };
      plot.dispatchEvent(new WheelEvent('wheel', { ...middle, ...event, bubbles: true, cancelable: true }));
      channel.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
