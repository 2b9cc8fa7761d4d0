/** Limits the bytes that are fetched before the first trace is on the page. */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { RUN_DONE } from '../web/run/runner';
import { USABLE } from '../web/site/home/usable';
import { ALIVE } from '../web/ui/alive';
import { checkUnless } from './check';
import { expect, expectPhase, openPrerendered, test } from './lab';

/**
 * Scripts before the first run of the bench is done, in bytes after gzip. Views that belong to an address, tabs in low windows, hatched gaps
 * and the words for an engine that can't start add 4,500; schemas of stored values and work that is never lost in silence 3,000; work
 * that outlives its storage, numbers typed as the page prints them, and only the first of thousands of problems 1,500; links that the engine
 * applies, and copies of flows that cross its border as one 900; lines that lessons leave out of panels and marks that clicks choose 300.
 * Bands and ranges of long runs, and windows simulated again, add 4,300; a header that folds and sheets that Escape closes 300. A color for
 * each sender 900, readouts that keep off bands and lines 600, empty frames until the first run 400. Windows for files and for the network,
 * exact marks, and names of hosts that a lesson gives add 1,500. The first visit's hints and what only
 * links with pinned runs need come later.
 */
const LARGEST_SCRIPT = 189_800;

/** The stored run of the default scenario: the first picture waits for it. */
const LARGEST_STORED_RUN = 19_000;

/** The page's requests of a first visit to the bench before the first run is done; those of its workers aren't in its list. */
const MOST_REQUESTS = 17;

/**
 * Scripts before the connection on the home page runs. Showing why a page doesn't start adds 300, schemas 100, work that outlives its storage 300, names of runs
 * behind sentences and packets 150, links that the engine applies and copies of flows 1,000, bands and windows of long runs 2,700, a header that folds 200,
 * a color for each sender 800, windows for the network and exact marks 1,000.
 */
const LARGEST_HOME_SCRIPT = 117_900;

/** Scripts until a lesson's text works. What comes after a prediction, and which answers count as right, add 3,000; bands and windows of long runs 2,700; steps that wait for a task 300; drawings judged by their features, controls of two numbers and figures in steps 4,500. */
const LARGEST_LESSON_SCRIPT = 162_500;

/** Scripts of a lesson with what comes alive by itself: the picture, which is the bench's path and plots, and an experiment in sight. */
const LARGEST_LIVE_LESSON_SCRIPT = 276_000;

/**
 * The engine. RACK, the Linux presets, BBR's policer detection and a scenario's own presets add 13,000 bytes;
 * messages with codes and values add 4,500; labels, groups and families of all fields add 2,000; errors in JSON that quote their place
 * add 3,000; the gaps of thinned traces add 850; what cwnd does while something else limits the sender, a threshold in segments and SACK
 * blocks of late ACKs add 2,600; peers, writes and packets of a script add 5,600, and rules of other simulators 3,600; the changes of links,
 * which the page made itself, 5,500; TCP Illinois and the registry of measurements 1,600; intervals of thinned rows and Veno's constants 2,100; windows
 * that are simulated again 3,100; the reasons why senders send no more 700; sums of marks by link 250. Code for each type of field instead of each
 * field, and no removal from maps, take 8,000 away.
 */
const LARGEST_WASM = 192_100;

/** A page that requests nothing for this long has all that it loads by itself. */
const IDLE_MS = 500;

const nameOf = (response: Response) => new URL(response.url()).pathname.replace(/.*\//, '');

/** Total size of responses with a matching name, after gzip. */
async function weigh(responses: readonly Response[], name: RegExp): Promise<number> {
  const sizes: number[] = [];
  // A file that a second worker takes from the browser's cache counts once.
  const files = new Map(responses.map((response) => [response.url(), response]));
  for (const response of files.values())
    if (name.test(nameOf(response))) sizes.push(gzipSync(await response.body(), { level: 9 }).length);
  expect(sizes.length, `${name}`).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The responses to requests that began before the first mark of this name. */
async function before(page: Page, responses: readonly Response[], mark: string): Promise<Response[]> {
  const names = await page.evaluate((name) => {
    const moment = performance.getEntriesByName(name)[0]?.startTime ?? 0;
    const requests = performance.getEntriesByType('resource');
    return requests.filter(({ startTime }) => startTime < moment).map((one) => one.name);
  }, mark);
  return responses.filter((response) => names.includes(response.url()));
}

/** In the page. What has waited a second or more loads the rest meanwhile; a slow machine must not count that. */
function waitLonger(): void {
  const later = window.setTimeout;
  const patiently = (handler: TimerHandler, ms = 0) => later(handler, ms < 500 ? ms : 100 * ms);
  window.setTimeout = patiently as typeof window.setTimeout;
}

test('the first trace needs few bytes and requests', async ({ page }) => {
  await page.addInitScript(waitLonger);
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('#/bench');
  await expectPhase(page, 'done');
  const first = await before(page, responses, RUN_DONE);
  const script = await weigh(first, /\.js$/);
  const stored = await weigh(first, /\.bin$/);
  // Workers' requests aren't in the page's list. The theory is requested after the first rows.
  const wasm = await weigh(responses, /^(?!theory).*\.wasm$/);
  const modules = responses.map(nameOf).filter((name) => name.endsWith('.wasm'));
  expect(modules[0], 'the engine comes first').toMatch(/^vegaslab/);
  test.info().annotations.push({
    type: 'weight',
    description: `script ${script}, stored run ${stored}, wasm ${wasm} bytes, ${first.length} requests`,
  });
  expect(first.length).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(script).toBeLessThanOrEqual(LARGEST_SCRIPT);
  expect(stored).toBeLessThanOrEqual(LARGEST_STORED_RUN);
  expect(wasm).toBeLessThanOrEqual(LARGEST_WASM);
});

test('the home page is usable after little script', async ({ page }) => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.addInitScript(waitLonger);
  await page.goto('');
  await page.waitForSelector('[data-replay="true"]');
  const script = await weigh(await before(page, responses, USABLE), /\.js$/);
  test.info().annotations.push({ type: 'weight', description: `script ${script} bytes` });
  expect(script).toBeLessThanOrEqual(LARGEST_HOME_SCRIPT);
});

// All lessons load the same scripts plus their own.
for (const [place, name] of readdirSync('content/lessons').entries())
  test(
    `${name} loads little script`,
    checkUnless(place % 6 === 0 || name === 'packets-on-a-pipe'),
    async ({ page }) => {
      const responses: Response[] = [];
      page.on('response', (response) => responses.push(response));
      await openPrerendered(page, `lessons/${name}/`);
      await expect(page.locator('main[data-lesson]')).toHaveAttribute('data-lesson', name);
      // Scripts start after the first paint, so the network may be idle before they do.
      for (let seen = 0; seen < responses.length; await page.waitForTimeout(IDLE_MS)) seen = responses.length;
      expect(await weigh(await before(page, responses, ALIVE), /\.js$/)).toBeLessThanOrEqual(
        LARGEST_LESSON_SCRIPT,
      );
      expect(await weigh(responses, /\.js$/)).toBeLessThanOrEqual(LARGEST_LIVE_LESSON_SCRIPT);
    },
  );
