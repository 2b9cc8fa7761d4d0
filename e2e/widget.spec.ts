/**
 * The widget's bundle in a page that stands in for a notebook: anywidget's model, another origin, its own styles, and no files but the
 * bundle. `node scripts/build/element.mjs` builds it.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { WIDGET } from '../scripts/build/element.mjs';
import { loadEngine, scenarioText } from '../scripts/engine.mjs';
import { expect, test } from './lab';

/** The model of the page below. */
interface Model {
  state: Record<string, unknown>;
  saved: Record<string, unknown>[];
  /** Sets traits as Python does. */
  receive(changed: Record<string, unknown>): void;
}

declare global {
  interface Window {
    model: Model;
    stop(): void;
  }
}

test.beforeEach(({ lab }) => lab.allowOrigin('http://notebook.test'));

const ORIGIN = 'http://notebook.test/';

interface Cell {
  scenario?: string;
  width?: number;
  background?: string;
  /** A content security policy of the notebook. */
  policy?: string;
  traits?: Record<string, unknown>;
}

/** Opens a notebook with one cell. Returns the addresses that the page requests besides its own two files. */
async function openCell(page: Page, cell: Cell = {}): Promise<string[]> {
  const {
    scenario = scenarioText('ahn-fig1-vr'),
    width = 800,
    background = '#fff',
    policy,
    traits = {},
  } = cell;
  const requests: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === ORIGIN)
      return route.fulfill({
        contentType: 'text/html',
        headers: policy === undefined ? {} : { 'content-security-policy': policy },
        // Notebooks have styles of their own, and other sizes of an em.
        body: `<!doctype html><html lang="en" style="font-size: 10px"><title>A notebook</title>
          <style>* { color: #f0f; font-family: serif; letter-spacing: 3px } button { border: 5px solid red }</style>
          <body style="background: ${background}"><div id="cell" style="width: ${width}px"></div></body></html>`,
      });
    if (url === `${ORIGIN}widget.js`)
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(WIDGET, 'utf8') });
    if (!url.startsWith('blob:') && !url.startsWith('data:')) requests.push(url);
    return route.abort();
  });
  await page.goto(ORIGIN);
  await page.evaluate(
    async (state: Record<string, unknown>) => {
      const bundle = './widget.js';
      const { default: widget } = await import(bundle);
      const listeners = new Map<string, () => void>();
      const saved: Record<string, unknown>[] = [];
      let changed: Record<string, unknown> = {};
      const model = {
        state,
        saved,
        get: (name: string) => state[name],
        set: (name: string, value: unknown) => {
          state[name] = value;
          changed[name] = value;
        },
        save_changes: () => {
          saved.push(changed);
          changed = {};
        },
        on: (event: string, listener: () => void) => listeners.set(event, listener),
        off: (event: string) => listeners.delete(event),
        receive: (values: Record<string, unknown>) => {
          Object.assign(state, values);
          for (const name of Object.keys(values)) listeners.get(`change:${name}`)?.();
        },
      };
      window.model = model;
      window.stop = widget.render({ model, el: document.getElementById('cell') });
    },
    {
      scenario,
      panels: ['sender-sequence', 'window', 'queue'],
      controls: [],
      flows: null,
      panel_height: 150,
      theme: 'auto',
      cursor: null,
      seconds: null,
      recording: {},
      result: null,
      ...traits,
    },
  );
  return requests;
}

interface Result {
  text: string;
  summary: { digest: string };
}

const resultOf = (page: Page) => page.evaluate(() => window.model.state.result as Result | null);

/** Waits for the result of the scenario that the model has. */
async function finished(page: Page): Promise<Result> {
  await page.waitForFunction(() => {
    const { result, scenario } = window.model.state as { result: Result | null; scenario: string };
    return result !== null && result.text === scenario;
  });
  return (await resultOf(page)) as Result;
}

/** The digest of a scenario, from the engine under Node. */
async function digestOf(text: string): Promise<string> {
  const { engine } = await loadEngine();
  const run = new engine.Run(text);
  while (!run.step(1_000_000)) run.forget_rows();
  return JSON.parse(run.summary()).digest;
}

/** The number of different colors in a plot. */
const inkOf = (page: Page, panel: string) =>
  page
    .locator(`[data-panel="${panel}"] canvas`)
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext('2d');
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: new Uint8ClampedArray(),
      };
      return new Set(new Uint32Array(data.buffer)).size;
    });

test('draws path and plots, with the bits of the native engine and without a request', async ({ page }) => {
  const requests = await openCell(page);
  expect((await finished(page)).summary.digest).toBe('57bbab728ca5cfc2');
  for (const panel of ['sender-sequence', 'window', 'queue']) {
    await expect(page.locator(`[data-panel="${panel}"] canvas`).first()).toBeVisible();
    await expect.poll(() => inkOf(page, panel)).toBeGreaterThan(10);
  }
  await expect(page.getByRole('group', { name: 'The path: nodes and links' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'V-R: Vegas sender, Reno receiver' })).toBeVisible();
  expect(requests).toEqual([]);
});

test('shares no styles and no attributes with the page', async ({ page }) => {
  await openCell(page);
  await finished(page);
  const heading = page.getByRole('heading', { name: 'V-R' });
  await expect(heading).toHaveCSS('color', 'rgb(24, 32, 43)');
  await expect(heading).toHaveCSS('font-size', '15px');
  await expect(heading).toHaveCSS('letter-spacing', 'normal');
  await expect(page.getByRole('button', { name: 'Whole run' })).toHaveCSS('border-top-width', '1px');
  expect(await page.evaluate(() => document.documentElement.getAttributeNames())).toEqual(['lang', 'style']);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['vegaslab:first-visit']);
});

test('reports what a control changes', async ({ page }) => {
  await openCell(page, { traits: { controls: ['flows.transfer.sender.preset', 'links.R1-R2.rate_bps'] } });
  const before = await finished(page);
  const slider = page.getByRole('slider', { name: 'Rate', exact: true });
  await slider.focus();
  await slider.press('ArrowRight');
  await page.waitForFunction((text) => window.model.state.scenario !== text, before.text);
  const after = await finished(page);
  const [rate, old] = [after.text, before.text].map((text) => JSON.parse(text).links[1].rate_bps);
  expect(rate).toBeGreaterThan(old);
  expect(after.summary.digest).toBe(await digestOf(after.text));
  await page.getByRole('button', { name: 'Vegas 0.8' }).click();
  await page.getByRole('option', { name: /^Reno/ }).first().click();
  await page.waitForFunction(() => (window.model.state.scenario as string).includes('"preset": "reno"'));
  expect((await finished(page)).summary.digest).not.toBe(after.summary.digest);
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.waitForFunction((text) => window.model.state.scenario === text, before.text);
  expect((await finished(page)).summary.digest).toBe(before.summary.digest);
});

test('reports a value that is dragged on the path', async ({ page }) => {
  await openCell(page);
  const before = await finished(page);
  const handle = page.locator('.strip-handle, .strip [role="slider"]').filter({ hasText: '800 kbit/s' });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The handle has no place.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((text) => window.model.state.scenario !== text, before.text);
  const after = await finished(page);
  expect(JSON.parse(after.text).links[1].rate_bps).toBeGreaterThan(800_000);
  expect(after.summary.digest).toBe(await digestOf(after.text));
});

test('draws what Python sets', async ({ page }) => {
  await openCell(page);
  await finished(page);
  await page.evaluate((scenario) => window.model.receive({ scenario }), scenarioText('low-chain'));
  expect((await finished(page)).summary.digest).toBe(await digestOf(scenarioText('low-chain')));
  await page.evaluate(() => window.model.receive({ panels: ['rtt', 'throughput'], theme: 'dark' }));
  await expect(page.locator('[data-panel="throughput"] canvas').first()).toBeVisible();
  await expect(page.locator('[data-panel="window"]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('color', 'rgb(233, 237, 242)');
  await page.evaluate(() => window.model.receive({ seconds: [2, 6], cursor: 4 }));
  await expect(page.locator('.element-moment')).toHaveText('4.000 s');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.waitForFunction(() => {
    const { seconds } = window.model.state as { seconds: [number, number] | null };
    return seconds !== null && seconds[1] - seconds[0] > 7;
  });
});

test('shows what the engine refuses, and keeps the run', async ({ page }) => {
  await openCell(page);
  await finished(page);
  const wrong = JSON.stringify({ ...JSON.parse(scenarioText('ahn-fig1-vr')), duration_s: -5 });
  await page.evaluate((scenario) => window.model.receive({ scenario }), wrong);
  await expect(page.getByRole('alert')).toContainText('duration_s');
  await expect(page.locator('[data-panel="window"] canvas').first()).toBeVisible();
});

test('draws a run of Python from its columns, and simulates what is changed then', async ({ page }) => {
  const scenario = scenarioText('ahn-fig1-vr');
  const { engine } = await loadEngine();
  const run = new engine.Run(scenario);
  run.step(100_000_000);
  const rows = run.take_chunk() as Record<string, Record<string, ArrayBufferView>>;
  // No simulation would give this window and this digest.
  const { cwnd } = rows.windows ?? {};
  if (!(cwnd instanceof Float64Array)) throw new Error('The run has no windows.');
  cwnd.fill(77);
  const columns = Object.entries(rows).map(([table, arrays]) => [
    table,
    Object.entries(arrays).map(([name, { buffer, byteOffset, byteLength }]): [string, number[]] => [
      name,
      [...new Uint8Array(buffer, byteOffset, byteLength)],
    ]),
  ]);
  const summary = { ...JSON.parse(run.summary()), digest: 'of-python' };
  const { scenario: whole } = JSON.parse(engine.check(scenario));
  await openCell(page, { scenario: scenarioText('low-chain') });
  await finished(page);
  await page.evaluate(
    ({ scenario, whole, summary, columns }) => {
      // Comms deliver views into larger, unaligned buffers.
      const view = (bytes: number[]) => {
        const buffer = new Uint8Array(bytes.length + 3);
        buffer.set(bytes, 3);
        return new DataView(buffer.buffer, 3);
      };
      const tables = (columns as [string, [string, number[]][]][]).map(([table, arrays]) => [
        table,
        Object.fromEntries(arrays.map(([name, bytes]) => [name, view(bytes)])),
      ]);
      const recording = {
        text: scenario,
        scenario: whole,
        summary,
        prediction: null,
        columns: Object.fromEntries(tables),
      };
      window.model.receive({ scenario, recording });
    },
    { scenario, whole, summary, columns },
  );
  expect((await finished(page)).summary.digest).toBe('of-python');
  await expect(page.locator('[data-panel="window"]')).toContainText('cwnd of transfer peaked at 77.0 seg');
  const other = JSON.stringify({ ...JSON.parse(scenario), seed: 9 });
  await page.evaluate((scenario) => window.model.receive({ scenario }), other);
  expect((await finished(page)).summary.digest).toBe(await digestOf(other));
  await expect(page.locator('[data-panel="window"]')).not.toContainText('77.0 seg');
});

for (const [background, theme] of [
  ['#1e1e1e', 'dark'],
  ['rgb(255 255 255)', 'light'],
] as const)
  test(`is ${theme} on a ${theme} page, and follows when it changes`, async ({ page }) => {
    await openCell(page, { background });
    await finished(page);
    const element = page.locator('.element');
    await expect(element).toHaveAttribute('data-theme', theme);
    await page.evaluate((dark) => {
      document.body.style.background = dark ? '#111' : '#fff';
    }, theme === 'light');
    await expect(element).toHaveAttribute('data-theme', theme === 'light' ? 'dark' : 'light');
  });

test('runs on the page’s own thread where workers are forbidden', async ({ page, lab }) => {
  lab.expectErrors(/Creating a worker from 'blob:/);
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; style-src 'unsafe-inline'";
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await openCell(page, { policy });
  expect((await finished(page)).summary.digest).toBe('57bbab728ca5cfc2');
  expect(workers).toEqual([]);
});

test('leaves nothing behind when its cell is closed', async ({ page }) => {
  await openCell(page);
  await finished(page);
  await page.evaluate(() => window.stop());
  await expect(page.locator('.element')).toHaveCount(0);
  expect(await page.evaluate(() => document.getElementById('cell')?.childElementCount)).toBe(0);
});

test('keeps the keys that it uses from the notebook, and no others', async ({ page }) => {
  await openCell(page, { traits: { controls: ['links.R1-R2.rate_bps'] } });
  await finished(page);
  await page.evaluate(() => {
    const all: string[] = [];
    Object.assign(window, { reached: all });
    for (const type of ['keydown', 'keyup', 'input'])
      document.addEventListener(type, (event) => all.push(`${type} ${(event as KeyboardEvent).key ?? ''}`));
  });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return page.evaluate(() => (window as unknown as { reached: string[] }).reached.splice(0));
  };
  await page.locator('.exact').focus();
  expect(await press('1', 'd', 'd', 'Backspace', 'Enter', 'ArrowUp')).toEqual([]);
  expect(await press('F2')).toContain('keydown F2');
  await page.locator('.plot-hands').first().focus();
  expect(await press('ArrowRight', ' ', ' ', '0')).toEqual([]);
  expect(await press('q')).toEqual(['keydown q', 'keyup q']);
});
