/** Where the engine can't start, every page names the cause and what to do, and keeps what it can show without it. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/browser.mjs';
import { checkUnless } from './check';
import { expect, skipFirstVisit, test } from './lab';

/** What can go wrong, by what the user should read about it. */
const FAILURES: Record<string, { words: RegExp; bring(page: Page): Promise<unknown> }> = {
  'a missing file': {
    words: /The file vegaslab_bg\S*\.wasm couldn’t be loaded \(error 404\)\. Reload the page\./,
    bring: (page) =>
      page.route('**/vegaslab_bg*.wasm', (route) => route.fulfill({ status: 404, body: 'none' })),
  },
  'another file in its place': {
    words:
      /The file vegaslab_bg\S*\.wasm arrived damaged, or something else came in its place\. Reload the page\./,
    bring: (page) =>
      page.route('**/vegaslab_bg*.wasm', (route) =>
        route.fulfill({ body: '<h1>Sign in first</h1>', contentType: 'application/wasm' }),
      ),
  },
  'half of the file': {
    words: /The file vegaslab_bg\S*\.wasm arrived damaged/,
    bring: (page) =>
      page.route('**/vegaslab_bg*.wasm', async (route) => {
        const body = await (await route.fetch()).body();
        await route.fulfill({ body: body.subarray(0, body.length / 2), contentType: 'application/wasm' });
      }),
  },
  'a blocked file': {
    words:
      /The file vegaslab_bg\S*\.wasm couldn’t be loaded: there’s no connection, or something blocks it\./,
    bring: (page) => page.route('**/vegaslab_bg*.wasm', (route) => route.abort('blockedbyclient')),
  },
  'a missing catalogue': {
    words: /The file catalogue\S*\.json couldn’t be loaded \(error 503\)\. Reload the page\./,
    bring: (page) =>
      page.route('**/catalogue*.json', (route) => route.fulfill({ status: 503, body: 'later' })),
  },
  'a missing worker': {
    words:
      /The engine’s script couldn’t be started: it’s missing, or something blocks it\. Reload the page\./,
    bring: (page) =>
      page.route('**/assets/worker-*.js', (route) => route.fulfill({ status: 404, body: 'none' })),
  },
};

/** The pages that simulate, and what each shows without the engine. */
const PAGES: Record<string, { address: string; stays(page: Page): Promise<void> }> = {
  home: {
    address: '',
    stays: (page) => expect(page.getByRole('heading', { name: 'Watch TCP find its speed' })).toBeVisible(),
  },
  bench: {
    address: '#/bench?scenario=ahn-fig1-vr',
    stays: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('V-R: Vegas sender, Reno receiver');
      await expect(page.getByText('Loading the engine')).toHaveCount(0);
    },
  },
  lesson: {
    address: 'lessons/reading-a-trace/',
    stays: async (page) => {
      await expect(page.locator('.stage-still')).toBeVisible();
      await expect(page.locator('.stage-still svg').first()).toBeVisible();
      await expect(page.getByText('This plot holds all that a sender ever knows')).toBeVisible();
      await expect(page.getByText('nothing here plays or changes')).toBeVisible();
      // No instruction that can't be followed.
      await expect(page.getByText(/Drag the delay/)).toBeHidden();
      await expect(page.getByText(/drag the delay/)).toBeHidden();
    },
  },
  embed: {
    address: 'embed/?scenario=ahn-fig1-vr',
    stays: (page) => expect(page.getByText('Loading the engine')).toHaveCount(0),
  },
  sweep: {
    address: '#/sweep?scenario=ahn-fig1-vr',
    stays: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Sweep');
      await expect(page.getByText('Loading the engine')).toHaveCount(0);
    },
  },
  game: {
    address: 'lessons/play/#start',
    stays: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re the window');
      await expect(page.getByText('Loading the engine')).toHaveCount(0);
      // No button that starts nothing.
      await expect(page.getByRole('button', { name: /^(Start|Pause|Resume|Start over)$/ })).toHaveCount(0);
    },
  },
};

/** The engine's failure on a page, and what stays there. */
async function expectFailure(page: Page, words: RegExp, stays: (page: Page) => Promise<void>): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: 'The simulator couldn’t start.' }).first();
  await expect(alert).toContainText(words);
  await expect(alert.getByRole('button')).toBeVisible();
  await stays(page);
}

for (const [place, { address, stays }] of Object.entries(PAGES))
  for (const [cause, { words, bring }] of Object.entries(FAILURES))
    test(
      `with ${cause}, the ${place} says so and what to do`,
      checkUnless(cause === 'a missing file' || place === 'lesson'),
      async ({ page, lab }) => {
        lab.expectErrors(/./);
        await bring(page);
        await page.goto(address);
        await expectFailure(page, words, stays);
      },
    );

test('a lesson whose engine comes back plays', async ({ page, lab }) => {
  lab.expectErrors(/./);
  await FAILURES['a missing file']?.bring(page);
  await page.goto('lessons/reading-a-trace/');
  const alert = page.getByRole('alert').filter({ hasText: 'The simulator couldn’t start.' });
  await expect(alert).toBeVisible();
  await page.unroute('**/vegaslab_bg*.wasm');
  await alert.getByRole('button', { name: 'Run again' }).click();
  await expect(page.locator('.stage-figure')).toHaveAttribute('data-live', 'true');
  await expect(page.getByText(/Drag the delay/)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test.describe('in a browser without WebAssembly', () => {
  let browser: Browser;
  test.beforeAll(async () => {
    const options = await launchOptions();
    browser = await chromium.launch({ ...options, args: [...(options.args ?? []), '--js-flags=--jitless'] });
  });
  test.afterAll(() => browser.close());

  for (const [place, { address, stays }] of Object.entries(PAGES))
    test(`the ${place} says so and what to do`, async ({ baseURL }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.addInitScript(skipFirstVisit);
      await page.goto(address);
      await expectFailure(
        page,
        /WebAssembly is off in this browser\. Turn it on in the browser’s settings/,
        stays,
      );
      await context.close();
    });
});
