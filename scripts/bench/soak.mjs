// Uses the bench, the lessons and the sweeps of the production build for a long time, and measures whether the page's
// memory, nodes, listeners or workers grow.
import { setTimeout as pause } from 'node:timers/promises';
import { launchOptions } from '../browser.mjs';
import { serveDist } from '../check/serve-static.mjs';
import { Stop } from '../child.mjs';
import { PATIENCE_MS } from './statistics.mjs';

const SCREEN = { width: 1280, height: 900 };
/** Share of an area's samples that don't count: until caches are full and the browser has optimized the code. */
const WARM_UP = 0.25;
/** The same for WebAssembly memory, which never shrinks: a single step up isn't a leak, growth that goes on is. */
const WASM_WARM_UP = 0.5;
/** Fewest samples after the warm-up from which a slope is computed. */
const MIN_SAMPLES = 4;

/** Steps of a drag, at most. */
const MAX_UNDOS = 20;

const BENCH_SCENARIOS = ['ahn-fig1-vr', 'ahn-fig1-rr', 'ahn-fig2', 'veno-side-by-side'];
const LESSONS = ['reading-a-trace', 'two-seconds', 'listening-to-the-queue'];
const SWEEPS = [
  'scenario=ahn-fig1-vr',
  'scenario=ahn-fig1-rr&sweep.field=links.1.queue.limit_bytes~log~4096~32768~9',
];

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('puppeteer-core').CDPSession} CDPSession */

/**
 * @typedef {object} Sample
 * @property {number} actions done in the area so far
 * @property {number} heap_bytes JavaScript heap of the page after a garbage collection
 * @property {number} buffer_bytes array buffers of the page, which hold the traces
 * @property {number} nodes DOM nodes, attached or not
 * @property {number} listeners
 * @property {number} documents
 * @property {number} workers
 * @property {number} worker_bytes heap and array buffers of all workers
 * @property {number} wasm_bytes WebAssembly memory of the page and its workers
 */

/** @typedef {Exclude<keyof Sample, 'actions'>} Metric */

/** The least growth per 100 actions that counts; smaller slopes are within what one cache entry takes. @type {Record<Metric, number>} */
const TOLERATED = {
  heap_bytes: 20_000,
  buffer_bytes: 20_000,
  nodes: 2,
  listeners: 1,
  documents: 0.1,
  workers: 0.05,
  worker_bytes: 20_000,
  wasm_bytes: 20_000,
};

export const METRICS = /** @type {Metric[]} */ (Object.keys(TOLERATED));

/**
 * @typedef {object} Growth
 * @property {Metric} metric
 * @property {number} level mean after the warm-up
 * @property {number} slope per 100 actions
 * @property {[number, number]} interval of the slope, 95 %
 * @property {boolean} grows true if all of the interval is above the tolerated growth
 */

/** @typedef {{ area: string, actions: number, stuck: string[], samples: Sample[], growth: Growth[] }} Soaked */

/**
 * @param {import('./effort.mjs').Effort['soak']} effort
 * @param {(line: string) => void} log
 * @param {string} [folder] replaces dist/
 * @returns {Promise<Soaked[]>}
 */
export async function soak({ minutes, samples, actionsPerSample }, log, folder) {
  const { default: puppeteer } = await import('puppeteer-core');
  const { address, close } = await serveDist({
    base: '/lab/',
    compressed: true,
    ...(folder === undefined ? {} : { folder }),
  });
  const { executablePath, args = [] } = await launchOptions();
  const browser = await puppeteer.launch({
    executablePath,
    args,
    defaultViewport: SCREEN,
    protocolTimeout: 5 * PATIENCE_MS,
  });
  const end = performance.now() + minutes * 60_000;
  try {
    const areas = [];
    for (const area of AREAS) areas.push({ ...area, ...(await open(browser)), ...none() });
    for (const area of areas) await area.start(area.page, address);
    for (let round = 0; round < samples || performance.now() < end; round += 1)
      for (const area of areas) await sampleArea(area, address, actionsPerSample, log);
    return areas.map((area) => ({
      area: area.name,
      actions: area.actions,
      stuck: area.stuck,
      samples: area.samples,
      growth: growthOf(area.samples),
    }));
  } finally {
    await browser.close();
    close();
  }
}

/** @returns {{ samples: Sample[], actions: number, stuck: string[] }} */
function none() {
  return { samples: [], actions: 0, stuck: [] };
}

/**
 * Acts in an area and measures it. A page that doesn't answer in time is a finding: it is reported, then used again.
 * @param {Area & { page: Page, session: CDPSession } & ReturnType<typeof none>} area
 * @param {string} address
 * @param {number} actionsPerSample at least
 * @param {(line: string) => void} log
 */
async function sampleArea(area, address, actionsPerSample, log) {
  const { page, session, samples } = area;
  await page.bringToFront();
  try {
    for (let done = 0; done < actionsPerSample; ) {
      const count = await area.act(page, address, area.actions);
      done += count;
      area.actions += count;
    }
    await area.start(page, address);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    const state = await page.evaluate(() => ({
      address: location.href,
      loading: document.readyState,
      page: { ...document.documentElement.dataset },
      status: document.querySelector('[role="status"]')?.textContent ?? null,
    }));
    area.stuck.push(`${JSON.stringify(state)}: ${error.message}`);
    log(`${area.name} is stuck: ${area.stuck.at(-1)}`);
    return;
  }
  /** @type {Sample} */
  const sample = { actions: area.actions, ...(await measure(page, session)) };
  samples.push(sample);
  log(`${area.name}: ${describeSample(sample)}`);
}

/** Opens a page in a browser profile of its own, so that areas don't share caches. @param {import('puppeteer-core').Browser} browser */
async function open(browser) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(() => localStorage.setItem('vegaslab:first-visit', 'done'));
  const session = await page.createCDPSession();
  return { page, session };
}

/**
 * @typedef {object} Area
 * @property {string} name
 * @property {(page: Page, address: string) => Promise<void>} start opens it, and brings it to the same state before each measurement
 * @property {(page: Page, address: string, actions: number) => Promise<number>} act does something, after a number of actions, and
 *   returns how many it did
 */

/** @type {readonly Area[]} */
const AREAS = [
  { name: 'bench', start: openBench, act: useBench },
  { name: 'lessons', start: openLesson, act: useLesson },
  { name: 'sweeps', start: openSweep, act: useSweep },
];

/** @param {Page} page @param {string} address */
async function openBench(page, address) {
  await goToFragment(page, address, `#/bench?scenario=${BENCH_SCENARIOS[0]}`);
  await scenarioRan(page, BENCH_SCENARIOS[0] ?? '');
}

/**
 * Opens a scenario, drags a control, undoes the drag, zooms, and opens and closes the details.
 * @param {Page} page @param {string} address @param {number} actions
 */
async function useBench(page, address, actions) {
  const scenario = BENCH_SCENARIOS[Math.floor(actions / 5) % BENCH_SCENARIOS.length] ?? '';
  await goToFragment(page, address, `#/bench?scenario=${scenario}`);
  await scenarioRan(page, scenario);
  await drag(page, 'input[type=range][data-path], [data-path] input[type=range]');
  await phase(page, 'done');
  if (!(await canClick(page, 'Undo'))) throw new Stop('a drag of the bench page changed nothing');
  // On a slow machine a drag may take more than one step back.
  for (let left = MAX_UNDOS; left > 0 && (await canClick(page, 'Undo')); left -= 1) {
    await page.keyboard.down('Control');
    await page.keyboard.press('z');
    await page.keyboard.up('Control');
    await phase(page, 'done');
  }
  if (await canClick(page, 'Undo')) throw new Stop('the bench page can’t undo a drag');
  for (const name of ['Zoom in', 'Zoom out']) await click(page, name);
  await click(page, 'Details');
  await click(page, 'Details');
  return 5;
}

/** @param {Page} page @param {string} address */
async function openLesson(page, address) {
  await page.evaluate(() => localStorage.clear()).catch(() => {});
  await page.goto(`${address}lessons/${LESSONS[0]}/`);
  await page.waitForFunction(() => document.documentElement.dataset.alive === 'true', patience());
}

/**
 * Opens a lesson, follows its steps, predicts, starts an experiment.
 * @param {Page} page @param {string} address @param {number} actions
 */
async function useLesson(page, address, actions) {
  const lesson = LESSONS[Math.floor(actions / 8) % LESSONS.length];
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${address}lessons/${lesson}/`);
  await page.waitForFunction(() => document.documentElement.dataset.alive === 'true', patience());
  await page
    .waitForSelector('.stage-figure[data-live="true"]', patience())
    .then((handle) => handle?.dispose());
  // Four steps forward.
  for (let step = 0; step < 4; step += 1) {
    await page.evaluate((at) => {
      /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.stage-next'))[at]?.click();
    }, step);
    await pause(300);
  }
  await page.evaluate(() => {
    const place = document.querySelector('[data-predict]');
    place?.scrollIntoView();
    /** @type {HTMLInputElement | null | undefined} */ (place?.querySelector('input[type=radio]'))?.click();
  });
  await pause(300);
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('button'))
      if (/^(Lock my prediction|Continue without a prediction)$/.test(button.textContent ?? ''))
        button.click();
  });
  await pause(500);
  await page.evaluate(() => document.querySelector('[data-experiment]')?.scrollIntoView());
  await pause(1000);
  return 8;
}

/** @param {Page} page @param {string} address */
async function openSweep(page, address) {
  await goToFragment(page, address, `#/sweep?${SWEEPS[0]}`);
  await phase(page, 'done');
}

/**
 * Opens a sweep, waits until it's done, starts it again and cancels it.
 * @param {Page} page @param {string} address @param {number} actions
 */
async function useSweep(page, address, actions) {
  await goToFragment(page, address, `#/sweep?${SWEEPS[Math.floor(actions / 4) % SWEEPS.length]}`);
  await phase(page, 'done');
  await click(page, 'Run');
  await click(page, 'Cancel', true);
  await click(page, 'Run', true);
  await phase(page, 'done');
  return 4;
}

/** Follows a link within the page, which keeps the document. @param {Page} page @param {string} address @param {string} fragment */
async function goToFragment(page, address, fragment) {
  if (page.url().startsWith(`${address}#`))
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
  else await page.goto(`${address}${fragment}`);
}

/** @param {Page} page @param {string} scenario */
async function scenarioRan(page, scenario) {
  await page.waitForFunction(
    (name) =>
      /** @type {HTMLElement | null} */ (document.querySelector('button[data-scenario]'))?.dataset
        .scenario === name,
    patience(),
    scenario,
  );
  await phase(page, 'done');
}

/** Waits until the page's status is a phase for a quarter of a second. @param {Page} page @param {string} phase */
async function phase(page, phase) {
  const reached = (/** @type {string} */ wanted) =>
    [...document.querySelectorAll('[role="status"][data-phase], .pool-status')].some(
      (status) => /** @type {HTMLElement} */ (status).dataset.phase === wanted,
    );
  do {
    await page.waitForFunction(reached, patience(), phase);
    await pause(250);
  } while (!(await page.evaluate(reached, phase)));
}

function patience() {
  return { timeout: PATIENCE_MS, polling: 50 };
}

/** @param {Page} page @param {string} name */
function canClick(page, name) {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('button')].some(
        ({ disabled, textContent, ariaLabel }) => !disabled && (ariaLabel ?? textContent?.trim()) === wanted,
      ),
    name,
  );
}

/**
 * Clicks the first button of this name. @param {Page} page @param {string} name @param {boolean} [optional] it may be
 * gone already
 */
async function click(page, name, optional = false) {
  const clicked = await page.evaluate((wanted) => {
    for (const button of document.querySelectorAll('button')) {
      const is = button.getAttribute('aria-label') ?? button.title;
      if (button.disabled || (button.textContent?.trim() !== wanted && is !== wanted)) continue;
      button.click();
      return true;
    }
    return false;
  }, name);
  if (!clicked && !optional) throw new Stop(`the page has no button "${name}"`);
  await pause(100);
}

/** Drags the first slider in sight back and forth. @param {Page} page @param {string} selector */
async function drag(page, selector) {
  const box = await page.evaluate((query) => {
    for (const slider of document.querySelectorAll(query)) {
      const { left, top, width, height } = slider.getBoundingClientRect();
      if (width > 0 && top > 0 && top + height < window.innerHeight) return { left, top, width, height };
    }
    return null;
  }, selector);
  if (box === null) throw new Stop('the bench page has no slider in sight');
  const y = box.top + box.height / 2;
  await page.mouse.move(box.left + box.width * 0.5, y);
  await page.mouse.down();
  for (let move = 0; move < 12; move += 1) {
    await page.mouse.move(box.left + box.width * (0.3 + 0.04 * ((move * 5) % 11)), y);
    await pause(30);
  }
  await page.mouse.up();
}

/** @param {Page} page @param {CDPSession} session @returns {Promise<Omit<Sample, 'actions'>>} */
async function measure(page, session) {
  // Let timers of half a second and idle callbacks run first.
  await pause(1500);
  for (let round = 0; round < 2; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await pause(100);
  }
  const { usedSize, backingStorageSize = 0 } = await heapOf(session);
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  let worker_bytes = 0;
  let wasm_bytes = await wasmBytes(session);
  const workers = page.workers();
  for (const worker of workers) {
    await worker.client.send('HeapProfiler.collectGarbage');
    const heap = await heapOf(worker.client);
    worker_bytes += heap.usedSize + (heap.backingStorageSize ?? 0);
    wasm_bytes += await wasmBytes(worker.client);
  }
  return {
    heap_bytes: usedSize,
    buffer_bytes: backingStorageSize,
    nodes,
    listeners: jsEventListeners,
    documents,
    workers: workers.length,
    worker_bytes,
    wasm_bytes,
  };
}

/** @param {CDPSession} session @returns {Promise<{ usedSize: number, backingStorageSize?: number }>} */
function heapOf(session) {
  return session.send('Runtime.getHeapUsage');
}

/** The size of all WebAssembly memories. @param {CDPSession} session */
async function wasmBytes(session) {
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'WebAssembly.Memory.prototype',
    objectGroup: 'soak',
  });
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
    objectGroup: 'soak',
  });
  const sum = await session.send('Runtime.callFunctionOn', {
    functionDeclaration:
      'function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0); }',
    objectId: objects.objectId ?? '',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'soak' });
  return Number(sum.result.value);
}

/** @param {readonly Sample[]} samples @returns {Growth[]} */
export function growthOf(samples) {
  const after = (/** @type {number} */ share) => samples.slice(Math.floor(samples.length * share));
  if (after(WARM_UP).length < MIN_SAMPLES) return [];
  return METRICS.map((metric) => {
    const points = after(metric === 'wasm_bytes' ? WASM_WARM_UP : WARM_UP).map(
      (sample) => /** @type {[number, number]} */ ([sample.actions / 100, sample[metric]]),
    );
    const { level, slope, interval } = line(points);
    return { metric, level, slope, interval, grows: interval[0] > TOLERATED[metric] };
  });
}

/** Least squares, with the 95 % interval of the slope. @param {[x: number, y: number][]} points @returns {{ level: number, slope: number, interval: [number, number] }} */
function line(points) {
  const mean = (/** @type {number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(points.map(([x]) => x));
  const level = mean(points.map(([, y]) => y));
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - level - slope * (x - middle)) ** 2, 0);
  const freedom = points.length - 2;
  const half = studentsT(freedom) * Math.sqrt(rest / freedom / spread);
  return { level, slope, interval: [slope - half, slope + half] };
}

/** The 97.5 % quantile of Student's t, by the Cornish-Fisher expansion; within 1 % from 3 degrees of freedom. @param {number} freedom */
function studentsT(freedom) {
  if (freedom < 3) return [12.71, 4.303][freedom - 1] ?? Number.POSITIVE_INFINITY;
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}

/** @param {Sample} sample */
function describeSample({
  actions,
  heap_bytes,
  buffer_bytes,
  nodes,
  listeners,
  documents,
  workers,
  worker_bytes,
  wasm_bytes,
}) {
  const mb = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(2);
  return (
    `${actions} actions, heap ${mb(heap_bytes)} MB, buffers ${mb(buffer_bytes)} MB, ${nodes} nodes, ${listeners} listeners, ` +
    `${documents} documents, ${workers} workers with ${mb(worker_bytes)} MB, wasm ${mb(wasm_bytes)} MB`
  );
}

/** True if the area's pages always answered, there are enough samples, and nothing grew. @param {Soaked} soaked */
export function isSteady({ stuck, growth }) {
  return stuck.length === 0 && growth.length > 0 && growth.every(({ grows }) => !grows);
}

/** @param {Soaked} soaked */
export function describeSoaked({ area, actions, stuck, growth }) {
  const head = `${area}, ${actions} actions, stuck ${stuck.length} times`;
  if (growth.length === 0) return `${head}, too few samples for a slope: give it more --minutes`;
  const rows = growth.map(({ metric, level, slope, interval, grows }) => {
    const [unit, scale, digits] = metric.endsWith('_bytes') ? [' kB', 1000, 1] : ['', 1, 2];
    const text = (/** @type {number} */ value) => `${(value / scale).toFixed(digits)}${unit}`;
    return `  ${metric}: ${text(level)}, ${text(slope)} per 100 actions (95 %: ${text(interval[0])} to ${text(interval[1])})${grows ? ' GROWS' : ''}`;
  });
  return [`${head}:`, ...rows].join('\n');
}
