import { onBench } from './bench-page.mjs';
import { Stop } from './child.mjs';
import { quantile } from './quantile.mjs';
import { stolenFrom } from './stolen.mjs';

/** The positions of the slider during one drag, never the same twice in a row. */
const TO_AND_FRO = Array.from({ length: 60 }, (_, i) => 0.03 * ((i * 7) % 10));
/**
 * In the first drag after a page was loaded the browser compiles once more, and better, what it has just learnt to be called often: that
 * one is told for itself. And a machine that others share is not its own in every minute: a scenario is dragged again until the host took
 * no more than this share of the time, but not for ever.
 */
const UNDISTURBED = 0.03;
const SITTINGS = 20;
const MEASURE = 'vegaslab:input-to-paint';

/**
 * The Figure 1 scenarios, and for each a control every change of which changes the picture within half a slider from a place on: that of
 * alpha up to beta, that of the router's buffer below what one window fills.
 */
const DRAGS = [
  { scenario: 'ahn-fig1-vr', control: 'alpha', from: 0.02 },
  { scenario: 'ahn-fig1-vt', control: 'alpha', from: 0.02 },
  { scenario: 'ahn-fig1-rr', control: 'limit bytes', from: 0.2 },
  { scenario: 'ahn-fig1-rt', control: 'limit bytes', from: 0.2 },
];

/**
 * @typedef {object} Sitting
 * @property {string} scenario
 * @property {boolean} first the first after the page was loaded
 * @property {number[]} waits for each change, the milliseconds from the input event to the frame with the panels that are on the screen;
 *   those below its edge follow when the hand rests
 * @property {number | null} stolen share of the processors' time that went to other machines on the same host meanwhile; null where the
 *   system does not say
 */

/**
 * Drags a control of each Figure 1 scenario to and fro on the production build in Chromium. Each change is awaited, so that no
 * change goes uncounted because a later one overtook it.
 * @returns {Promise<Sitting[]>}
 */
export async function dragToPaint() {
  const sittings = [];
  for (const { scenario, control, from } of DRAGS)
    sittings.push(
      ...(await onBench(async (page) => {
        const slider = page.getByRole('slider', { name: control, exact: true }).first();
        await slider.scrollIntoViewIfNeeded();
        const box = await slider.boundingBox();
        if (!box) throw new Stop(`the bench page shows no slider for ${control} to drag`);

        const y = box.y + box.height / 2;
        await page.mouse.move(box.x + box.width * (from + 0.5), y);
        await page.mouse.down();
        const drag = async () => {
          const waits = [];
          for (const share of TO_AND_FRO) {
            const done = page.evaluate(nextPaint, MEASURE);
            await page.mouse.move(box.x + box.width * (from + share), y);
            waits.push(await done);
          }
          return waits;
        };
        /** @type {Sitting[]} */
        const measured = [];
        const sit = async (/** @type {boolean} */ first) => {
          const stolen = stolenFrom();
          measured.push({ scenario, first, waits: await drag(), stolen: stolen() });
        };
        await sit(true);
        do await sit(false);
        while ((measured.at(-1)?.stolen ?? 0) > UNDISTURBED && measured.length < SITTINGS);
        await page.mouse.up();
        return measured;
      }, scenario)),
    );
  return sittings;
}

/**
 * What a machine of its own would have measured: of each scenario, after its first sitting, that of which the host took least for others.
 * Chosen by that alone, not by what came out.
 * @param {Sitting[]} sittings
 * @returns {Sitting[]}
 */
export function leastDisturbed(sittings) {
  return DRAGS.flatMap(({ scenario }) =>
    sittings
      .filter((sitting) => sitting.scenario === scenario && !sitting.first)
      .sort((a, b) => (a.stolen ?? 0) - (b.stolen ?? 0))
      .slice(0, 1),
  );
}

/** @param {Sitting} sitting */
export function sittingInWords({ scenario, first, waits, stolen }) {
  const [median, p95] = [quantile(waits, 0.5), quantile(waits, 0.95)].map((ms) => ms.toFixed(1));
  const disturbed = stolen === null ? '' : `; ${(100 * stolen).toFixed(0)} % of the time taken by the host`;
  return `  ${scenario}${first ? ', the first drag' : ''}: median ${median} ms, 95 % within ${p95} ms${disturbed}`;
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
