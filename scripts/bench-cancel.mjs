import { readFile } from 'node:fs/promises';
import { onBench } from './bench-page.mjs';
import { ROOT } from './child.mjs';

const CANCELS = 20;

/**
 * Cancels a run that would last for long, again and again.
 * @returns {Promise<number[]>} for each time, the milliseconds from the click to the page saying that the run is over
 */
export async function clickToCancelled() {
  const scenario = JSON.parse(await readFile(`${ROOT}content/scenarios/ahn-fig1-vr.json`, 'utf8'));
  scenario.duration_s = 100_000;
  scenario.flows[0].traffic = { kind: 'bulk' };
  return onBench(async (page) => {
    await page.getByText('Edit as JSON').click();
    await page.getByRole('textbox', { name: 'Scenario as JSON' }).fill(JSON.stringify(scenario));
    const waits = [];
    for (let count = 0; count < CANCELS; count += 1) {
      const cancel = page.getByRole('button', { name: 'Cancel' });
      // Well into the run, with partial pictures being drawn.
      await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0);
      waits.push(await cancel.evaluate(click));
      await page.getByRole('button', { name: 'Run again' }).click();
    }
    return waits;
  });
}

/**
 * Runs in the page.
 * @param {HTMLElement | SVGElement} button
 * @returns {Promise<number>}
 */
function click(button) {
  return new Promise((resolve) => {
    const status = document.querySelector('[role="status"]');
    if (status === null) throw new Error('the bench shows no status');
    const clicked = performance.now();
    new MutationObserver((_, observer) => {
      if (status.getAttribute('data-phase') !== 'cancelled') return;
      observer.disconnect();
      resolve(performance.now() - clicked);
    }).observe(status, { attributes: true });
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });
}
