import { onBench } from './bench-page.mjs';
import { Stop } from './child.mjs';

const CHANGES = 60;
const WARM_UP = 5;
const MEASURE = 'vegaslab:input-to-paint';

/**
 * Drags the control of alpha to and fro on the production build in Chromium. Each change is awaited, so that no
 * change goes uncounted because a later one overtook it.
 * @returns {Promise<number[]>} for each change, the milliseconds from the input event to the frame with the panels
 *   that are on the screen; those below its edge follow when the page is idle
 */
export function dragToPaint() {
  return onBench(async (page) => {
    const control = page.getByRole('slider', { name: /alpha/i }).first();
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    if (!box) throw new Stop('the bench page shows no slider for alpha to drag');

    const y = box.y + box.height / 2;
    const waits = [];
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    for (const share of toAndFro(CHANGES + WARM_UP)) {
      const done = page.evaluate(nextPaint, MEASURE);
      await page.mouse.move(box.x + box.width * share, y);
      waits.push(await done);
    }
    await page.mouse.up();
    return waits.slice(WARM_UP);
  });
}

/**
 * Places on the slider: the part up to beta, where every change of alpha changes the picture, and never the same
 * place twice in a row.
 * @param {number} count
 */
function toAndFro(count) {
  return Array.from({ length: count }, (_, i) => 0.02 + 0.03 * ((i * 7) % 10));
}

/**
 * Runs in the page: waits for the next input event, then for the page's own measure that begins with it.
 * @param {string} name
 * @returns {Promise<number>}
 */
function nextPaint(name) {
  return new Promise((resolve, reject) => {
    let changed_at = Number.NaN;
    document.addEventListener('input', (event) => (changed_at = event.timeStamp), {
      capture: true,
      once: true,
    });
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntriesByName(name).find(({ startTime }) => startTime === changed_at);
      if (!entry) return;
      observer.disconnect();
      clearTimeout(timer);
      resolve(entry.duration);
    });
    observer.observe({ type: 'measure' });
    const timer = setTimeout(() => reject(new Error('no panel was painted within 10 s of a change')), 10_000);
  });
}
