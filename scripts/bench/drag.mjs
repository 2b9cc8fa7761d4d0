import { Stop } from '../child.mjs';
import { onBench } from './page.mjs';
import { PATIENCE_MS, quantile, stolenFrom } from './statistics.mjs';

/** Offset of the slider during a drag, as a share of its width. Each one differs from the previous one. @param {number} change */
const offset = (change) => 0.03 * ((change * 7) % 10);
/**
 * The first drag after loading a page is reported separately, because the browser still optimizes the code. On a shared
 * machine, the drag is repeated until the host took no more than this share of the CPU time, up to a maximum number of
 * drags.
 */
const MAX_STOLEN = 0.03;
const MEASURE = 'vegaslab:input-to-paint';

/**
 * The Figure 1 scenarios, each with a control and the left end of the range to drag over, half a slider wide. In these
 * ranges every change affects the panels: alpha up to beta, and the router's buffer while it is smaller than a window.
 */
const DRAGS = [
  { scenario: 'ahn-fig1-vr', control: 'Lower threshold alpha', from: 0.02 },
  { scenario: 'ahn-fig1-vt', control: 'Lower threshold alpha', from: 0.02 },
  { scenario: 'ahn-fig1-rr', control: 'Buffer', from: 0.2 },
  { scenario: 'ahn-fig1-rt', control: 'Buffer', from: 0.2 },
];

/**
 * @typedef {object} Drag
 * @property {string} scenario
 * @property {boolean} first true for the first drag after loading the page
 * @property {number[]} waits for each change, the milliseconds from the input event to the frame that shows the visible panels; panels
 *   below the fold are updated when the drag stops
 * @property {number | null} stolen share of the CPU time that the host gave to other machines; null if the system doesn't report it
 */

/**
 * Drags a control of each Figure 1 scenario back and forth on the production build in Chromium. Waits for each change
 * to be painted, so that none is superseded by a later one.
 * @param {import('./effort.mjs').Effort['page']} effort
 * @returns {Promise<Drag[]>}
 */
export async function dragToPaint({ changes, drags: maxDrags }) {
  const drags = [];
  for (const { scenario, control, from } of DRAGS)
    drags.push(
      ...(await onBench(async (page) => {
        const slider = page.getByRole('slider', { name: control, exact: true }).first();
        await slider.scrollIntoViewIfNeeded();
        const box = await slider.boundingBox();
        if (!box) throw new Stop(`the bench page has no slider for ${control}`);

        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + box.width * (from + 0.5), y);
        await page.mouse.down();
        const drag = async () => {
          const waits = [];
          for (let change = 0; change < changes; change += 1) {
            const done = page.evaluate(nextPaint, { measure: MEASURE, patience_ms: PATIENCE_MS });
            await page.mouse.move(box.x + box.width * (from + offset(change)), y);
            waits.push(await done);
          }
          return waits;
        };
        /** @type {Drag[]} */
        const measured = [];
        const measure = async (/** @type {boolean} */ first) => {
          const stolen = stolenFrom();
          measured.push({ scenario, first, waits: await drag(), stolen: stolen() });
        };
        await measure(true);
        do await measure(false);
        while ((measured.at(-1)?.stolen ?? 0) > MAX_STOLEN && measured.length < maxDrags);
        await page.mouse.up();
        return measured;
      }, scenario)),
    );
  return drags;
}

/**
 * An estimate for an undisturbed machine: for each scenario, the drag with the least stolen CPU time, without the first
 * one. The choice doesn't depend on the measured waits.
 * @param {Drag[]} drags
 * @returns {Drag[]}
 */
export function leastDisturbed(drags) {
  return DRAGS.flatMap(({ scenario }) =>
    drags
      .filter((drag) => drag.scenario === scenario && !drag.first)
      .sort((a, b) => (a.stolen ?? 0) - (b.stolen ?? 0))
      .slice(0, 1),
  );
}

/** @param {Drag} drag */
export function describeDrag({ scenario, first, waits, stolen }) {
  const [median, p95] = [quantile(waits, 0.5), quantile(waits, 0.95)].map((ms) => ms.toFixed(1));
  const disturbed =
    stolen === null ? '' : `; the VM was preempted for ${(100 * stolen).toFixed(0)} % of the time`;
  return `  ${scenario}${first ? ', the first drag' : ''}: median ${median} ms, 95 % within ${p95} ms${disturbed}`;
}

/**
 * Runs in the page: waits for the next input event and for the page's own performance measure that starts with it.
 * @param {{ measure: string, patience_ms: number }} options
 * @returns {Promise<number>}
 */
function nextPaint({ measure, patience_ms }) {
  return new Promise((resolve, reject) => {
    let changedAt = Number.NaN;
    document.addEventListener('input', (event) => (changedAt = event.timeStamp), {
      capture: true,
      once: true,
    });
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntriesByName(measure).find(({ startTime }) => startTime === changedAt);
      if (!entry) return;
      observer.disconnect();
      clearTimeout(timer);
      resolve(entry.duration);
    });
    observer.observe({ type: 'measure' });
    const timer = setTimeout(() => reject(new Error('no panel was painted after a change')), patience_ms);
  });
}
