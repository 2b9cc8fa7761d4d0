/**
 * The widget's loader in a page that stands in for a notebook: models with a kernel that answers messages, or doesn't. `node
 * scripts/build/element.mjs` builds the loader and the bench that it gets.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LOADER, WIDGET } from '../scripts/build/element.mjs';
import { loadEngine, scenarioText } from '../scripts/engine.mjs';
import { expect, test } from './lab';

interface Cell {
  state: Record<string, unknown>;
  /** The types of the messages to the kernel. */
  sent: string[];
  /** The kernel's answer. */
  receive(message: Record<string, unknown>, buffers: DataView[]): void;
  /** Sets traits as Python does. */
  change(changed: Record<string, unknown>): void;
  stop(): void;
}

declare global {
  interface Window {
    cells: Cell[];
    /** Opens another cell. */
    openCell(traits: Record<string, unknown>, kernel: 'answers' | 'busy' | 'gone'): void;
    /** How often the bench was loaded. */
    loads: number;
  }
}

const ORIGIN = 'http://notebook.test/';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="40"><rect width="72" height="40" fill="#0067a6"/></svg>';

test.beforeEach(async ({ lab, page }) => {
  lab.allowOrigin('http://notebook.test');
  await page.route('**/*', (route) => {
    const file = { [`${ORIGIN}loader.js`]: LOADER, [`${ORIGIN}widget.js`]: WIDGET }[route.request().url()];
    if (file !== undefined)
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>A notebook</title><body></body></html>',
    });
  });
  await page.goto(ORIGIN);
  await page.evaluate(
    async (defaults: Record<string, unknown>) => {
      const address = './loader.js';
      const { default: loader } = await import(address);
      const bench = await (await fetch('./widget.js')).arrayBuffer();
      window.cells = [];
      window.loads = 0;
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob: Blob) => {
        if (blob.size === bench.byteLength) window.loads += 1;
        return create(blob);
      };
      window.openCell = (traits, kernel) => {
        const state: Record<string, unknown> = { ...defaults, ...traits };
        const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
        const tell = (event: string, ...args: unknown[]) => {
          for (const listener of [...(listeners.get(event) ?? [])]) listener(...args);
        };
        const cell: Cell = {
          state,
          sent: [],
          receive: (message, buffers) => tell('msg:custom', message, buffers),
          change: (changed) => {
            Object.assign(state, changed);
            for (const name of Object.keys(changed)) tell(`change:${name}`);
          },
          stop: () => undefined,
        };
        const model = {
          get: (name: string) => state[name],
          set: (name: string, value: unknown) => {
            state[name] = value;
          },
          save_changes: () => undefined,
          send: (message: { type: string }) => {
            if (kernel === 'gone') throw new Error('There is no kernel.');
            cell.sent.push(message.type);
            if (kernel === 'answers' && message.type === 'bench')
              setTimeout(() => cell.receive({ type: 'bench' }, [new DataView(bench)]), 50);
          },
          on: (event: string, listener: () => void) => {
            listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
          },
          off: (event: string, listener: () => void) => listeners.get(event)?.delete(listener),
        };
        const place = document.body.appendChild(document.createElement('div'));
        place.style.width = '800px';
        window.cells.push(cell);
        cell.stop = loader.render({ model, el: place });
      };
    },
    {
      scenario: scenarioText('ahn-fig1-vr'),
      panels: ['window'],
      controls: [],
      flows: null,
      panel_height: 150,
      theme: 'auto',
      cursor: null,
      seconds: null,
      result: null,
      _bench: 'one version',
      _recorded: '',
      _picture: PICTURE,
    },
  );
});

const open = (page: Page, kernel: 'answers' | 'busy' | 'gone', traits: Record<string, unknown> = {}) =>
  page.evaluate(([traits, kernel]) => window.openCell(traits, kernel), [traits, kernel] as const);

/** The digest that a cell shows; null before it has finished a run. */
const digestOf = (page: Page, cell: number) =>
  page.evaluate(
    (cell) =>
      (window.cells[cell]?.state.result as { summary: { digest: string } } | null)?.summary.digest ?? null,
    cell,
  );

const DIGEST = '57bbab728ca5cfc2';

test('ten widgets of a page get the bench once', async ({ page }) => {
  for (let cell = 0; cell < 10; cell += 1) await open(page, 'answers');
  for (const cell of [0, 9]) await expect.poll(() => digestOf(page, cell)).toBe(DIGEST);
  await expect(page.locator('[data-panel="window"] canvas').first()).toBeVisible();
  await open(page, 'answers');
  await expect.poll(() => digestOf(page, 10)).toBe(DIGEST);
  expect(await page.evaluate(() => window.cells.flatMap((cell) => cell.sent))).toEqual(['bench']);
  expect(await page.evaluate(() => window.loads)).toBe(1);
  await expect(page.locator('img')).toHaveCount(0);
  // Another version of the package in the same page, from another kernel.
  await open(page, 'answers', { _bench: 'another version' });
  await expect.poll(() => digestOf(page, 11)).toBe(DIGEST);
  expect(await page.evaluate(() => window.loads)).toBe(2);
});

test('shows a picture while the kernel is busy', async ({ page }) => {
  await open(page, 'busy');
  await expect(page.getByRole('img', { name: 'Congestion windows and the fullest queue' })).toHaveCSS(
    'width',
    '72px',
  );
  await expect(page.getByText('Loading the bench from the kernel')).toBeVisible();
  await page.evaluate(async () => {
    const code = await (await fetch('./widget.js')).arrayBuffer();
    window.cells[0]?.receive({ type: 'bench' }, [new DataView(code)]);
  });
  await expect.poll(() => digestOf(page, 0)).toBe(DIGEST);
  await expect(page.locator('img')).toHaveCount(0);
});

test('says what to do where there is no kernel', async ({ page }) => {
  await open(page, 'gone');
  await expect(page.getByText('The bench needs a running kernel: run this cell again.')).toBeVisible();
  await expect(page.locator('img')).toBeVisible();
  await open(page, 'gone', { _picture: '' });
  await expect(page.locator('img')).toHaveCount(1);
});

test('a kernel that doesn’t answer doesn’t stop the widgets of others', async ({ page }) => {
  await open(page, 'busy');
  await open(page, 'answers');
  await expect.poll(() => digestOf(page, 1), { timeout: 45_000 }).toBe(DIGEST);
  // The bench is the same.
  await expect.poll(() => digestOf(page, 0)).toBe(DIGEST);
  expect(await page.evaluate(() => window.loads)).toBe(1);
});

test('leaves nothing behind when its cell is closed before the bench is there', async ({ page }) => {
  await open(page, 'answers');
  await page.evaluate(() => window.cells[0]?.stop());
  await open(page, 'answers', { _bench: 'another version' });
  await expect.poll(() => digestOf(page, 1)).toBe(DIGEST);
  expect(await page.evaluate(() => document.body.firstElementChild?.childElementCount)).toBe(0);
  await page.evaluate(() => window.cells[1]?.stop());
  await expect(page.locator('.element')).toHaveCount(0);
});

test('draws a run of Python, which it asks for, and the next one, which Python sends', async ({ page }) => {
  const { engine } = await loadEngine();
  const recorded = (name: string, cwnd: number) => {
    const text = scenarioText(name);
    const run = new engine.Run(text);
    while (!run.step(100_000_000));
    const rows = run.take_chunk() as Record<string, Record<string, ArrayBufferView>>;
    // No simulation would give this window and this digest.
    const windows = rows.windows?.cwnd;
    if (!(windows instanceof Float64Array)) throw new Error('The run has no windows.');
    windows.fill(cwnd);
    const tables = Object.entries(rows).map(([table, columns]) => [table, Object.keys(columns)]);
    const message = {
      type: 'recording',
      text,
      scenario: JSON.parse(engine.check(text)).scenario,
      summary: { ...JSON.parse(run.summary()), digest: `of-${cwnd}` },
      prediction: null,
      columns: Object.fromEntries(tables),
    };
    const buffers = Object.values(rows).flatMap((columns) =>
      Object.values(columns).map(({ buffer, byteOffset, byteLength }) => [
        ...new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength),
      ]),
    );
    return { message, buffers };
  };
  const send = (run: ReturnType<typeof recorded>) =>
    page.evaluate(({ message, buffers }) => {
      const views = buffers.map((bytes) => new DataView(new Uint8Array(bytes).buffer));
      window.cells[0]?.receive(message, views);
    }, run);
  const first = recorded('ahn-fig1-vr', 77);
  await open(page, 'answers', { _recorded: 'of-77' });
  await expect.poll(() => page.evaluate(() => window.cells[0]?.sent)).toEqual(['bench', 'recording']);
  await page.waitForTimeout(500);
  expect(await digestOf(page, 0)).toBe(null);
  await send(first);
  await expect.poll(() => digestOf(page, 0)).toBe('of-77');
  await expect(page.locator('[data-panel="window"]')).toContainText('peaked at 77.0 seg');
  const second = recorded('ahn-fig1-rr', 66);
  await send(second);
  await page.evaluate(
    (scenario) => window.cells[0]?.change({ _recorded: 'of-66', scenario }),
    second.message.text,
  );
  await expect.poll(() => digestOf(page, 0)).toBe('of-66');
  await expect(page.locator('[data-panel="window"]')).toContainText('peaked at 66.0 seg');
});
