import { readFile } from 'node:fs/promises';
import { onBench } from './bench-page.mjs';
import { ROOT, Stop } from './child.mjs';

/** Rows of the trace, about; the scenario keeps every one of them. */
const ROWS = 10_000_000;
const FRAMES = 120;

/**
 * Moves and zooms the panels of a run of ten million rows: the Reno transfer of Figure 1 without an end, for so long that the
 * engine records as many. Every frame gets one turn of the wheel over the uppermost panel.
 * @returns {Promise<{ rows: number, heap_bytes: number | null, pan_ms: number[], zoom_ms: number[], pan_work_ms: number[], zoom_work_ms: number[] }>}
 *   for each frame the milliseconds since the one before it, and how many of them went into showing it
 */
export async function panAndZoom() {
  const scenario = JSON.parse(await readFile(`${ROOT}content/scenarios/ahn-fig1-rr.json`, 'utf8'));
  scenario.duration_s = 3450;
  scenario.flows[0].traffic = { kind: 'bulk' };
  scenario.record = { max_rows: ROWS };
  return onBench(async (page) => {
    await page.getByText('Edit as JSON').click();
    await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
    await page.waitForFunction(
      () => document.querySelector('[role="status"]')?.textContent?.startsWith('Simulated 3,450'),
      undefined,
      { timeout: 240_000 },
    );
    const told = (await page.locator('[data-outdated="false"] .digest').textContent()) ?? '';
    const rows = Number(/([\d,]+) rows/.exec(told)?.[1]?.replaceAll(',', ''));
    if (!(rows > 0.9 * ROWS)) throw new Stop(`the trace to be moved has too few rows: ${told}`);
    const hands = page.locator('.plot-hands').first();
    await hands.scrollIntoViewIfNeeded();
    // Half of the run, which is where most rows are drawn while there is still room to move.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(1500);
    const pan = await hands.evaluate(turn, { frames: FRAMES, kind: /** @type {const} */ ('pan') });
    const zoom = await hands.evaluate(turn, { frames: FRAMES, kind: /** @type {const} */ ('zoom') });
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

/**
 * Runs in the page: one turn of the wheel a frame.
 * @param {HTMLElement | SVGElement} hands
 * @param {{ frames: number, kind: 'pan' | 'zoom' }} wanted
 * @returns {Promise<{ between: number[], work: number[] }>}
 */
function turn(hands, { frames, kind }) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const between = [];
    /** @type {number[]} */
    const work = [];
    const box = hands.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const channel = new MessageChannel();
    let begun = 0;
    channel.port1.onmessage = () => work.push(performance.now() - begun);
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
      begun = performance.now();
      // There and back again.
      const there = count % 60 < 30;
      const event =
        kind === 'pan'
          ? { deltaX: there ? 17 : -17, deltaY: 0 }
          : { deltaX: 0, deltaY: there ? -90 : 90, ctrlKey: true };
      hands.dispatchEvent(new WheelEvent('wheel', { ...middle, ...event, bubbles: true, cancelable: true }));
      channel.port2.postMessage(null);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
