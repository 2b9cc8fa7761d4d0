/** A frame that can't open says why, to its user and to its host page, in every theme and at any size. */
import { readdirSync } from 'node:fs';
import type { FrameLocator, Page } from '@playwright/test';
import { deflated, toBase64Url } from '../web/base/bytes';
import type { Embed } from '../web/deliver/sdk/v1';
import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { expect, test } from './host';

declare global {
  interface Window {
    embed: Embed;
    outcomes: Record<string, string>;
    failures: { reason: string; message: string }[];
  }
}

const BENCH = '?scenario=ahn-fig1-vr&panels=window';
const LESSON = '?lesson=reading-a-trace';

/** A course page with one frame. It records how the promises of the SDK settle. */
function coursePage(lab: string, address: string, attributes = 'width="640" height="400"'): string {
  return `<!doctype html><html lang="en"><title>A course</title><main><h1>A course</h1>
    <iframe id="frame" title="The embed" ${attributes} src="${lab}embed/${address}"></iframe></main>
    <script src="${lab}sdk/v1.global.js"></script>
    <script>
      window.outcomes = {};
      window.failures = [];
      window.embed = VegasLab.connect(document.getElementById('frame'));
      embed.on('failed', (data) => failures.push(data));
      const note = (name, promise) => promise.then(
        () => (outcomes[name] = 'resolved'),
        (error) => (outcomes[name] = error.code + ': ' + error.message));
      note('ready', embed.ready);
      note('getState', embed.getState());
    </script></html>`;
}

const shell = (page: Page): FrameLocator => page.frameLocator('#frame');

async function copyLink(blocks: unknown): Promise<string> {
  const copy = {
    ...{ format: 'vegaslab-lesson', version: 1, id: 'abcdefgh', base: 'reading-a-trace' },
    ...{ title: 'A copy', question: 'Which?', blocks, claims: {}, settings: {} },
  };
  return `v=1&packed=${toBase64Url(await deflated(JSON.stringify(copy)))}`;
}

const WORDS = { kind: 'text', text: 'Some words of a teacher. '.repeat(20) };

const DAMAGED = 'The lesson in this link is damaged. Part of the link may be missing.';

/** Links that can't be opened, by what the lab's own page says about them. */
const LINKS: Record<string, { link: () => Promise<string>; words: string | RegExp }> = {
  'cut off': { link: async () => (await copyLink([WORDS])).slice(0, -9), words: DAMAGED },
  'half of one': { link: async () => (await copyLink([WORDS])).replace(/(.*).{60}$/, '$1'), words: DAMAGED },
  'without data': {
    link: async () => '',
    words: 'This address contains no lesson. Ask your teacher for the link.',
  },
  'with other data': { link: async () => 'v=1&packed=AAAA', words: DAMAGED },
  'with nothing after the version': { link: async () => 'v=1', words: DAMAGED },
  'of a later version': {
    link: async () => 'v=9&packed=AAAA',
    words: 'This link has version 9 of changed lessons',
  },
  'with a step that the lesson lacks': {
    link: () => copyLink([{ kind: 'step', id: 'gone', text: 'Look.' }]),
    words: /the lesson reading-a-trace has no gone\. Allowed: /,
  },
  'that is no copy': { link: () => copyLink('nothing'), words: 'This lesson can’t be opened.' },
};

for (const [name, { link, words }] of Object.entries(LINKS))
  test(
    `a link to a changed lesson ${name} is explained like on the lab’s page`,
    checkUnless(/cut off|without data|lacks/.test(name)),
    async ({ page, host, baseURL }) => {
      const data = await link();
      await page.goto(`#/copy?${data}`);
      await expect(page.getByRole('alert')).toContainText(words);
      await page.goto(host.serve('/course', coursePage(baseURL ?? '', `?copy=1#${data}`)));
      await expect(shell(page).getByRole('alert')).toContainText(words);
      await expect
        .poll(() => page.evaluate(() => window.outcomes))
        .toEqual({
          ready: expect.stringMatching(/^failed: /),
          getState: expect.stringMatching(/^failed: /),
        });
      const [failure] = await page.evaluate(() => window.failures);
      expect(failure?.reason).toBe('address');
      expect(failure?.message).toContain(typeof words === 'string' ? words : 'This lesson can’t be opened.');
      // Reloading wouldn't help.
      await expect(shell(page).getByRole('button')).toHaveCount(0);
    },
  );

test('the user reads the reason in their language, the host in English', async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', '?copy=1&lang=de#v=1&packed=AAAA')));
  await expect(shell(page).getByRole('alert')).toContainText('beschädigt');
  await expect.poll(() => page.evaluate(() => window.outcomes.getState)).toContain(DAMAGED);
});

const MISSING =
  'Part of this page couldn’t be loaded. You may be offline, or the lab may have a new version.';

/** Files without which the frame can't open, by the place where they're needed. */
const FILES: Record<string, { file: RegExp; address: string }> = {
  'the script that draws it': { file: /assets\/start-[^/]*\.js$/, address: BENCH },
  'a script that it imports': { file: /assets\/home-lesson-bench-[^/]*\.js$/, address: BENCH },
  'a style sheet': { file: /assets\/more-styles-[^/]*\.css$/, address: BENCH },
  'the lesson': { file: /assets\/lesson-(?!styles|bench|tools)[^/]*\.js$/, address: LESSON },
  'the code for changed lessons': { file: /assets\/openCopy-[^/]*\.js$/, address: '?copy=1#v=1&packed=AAAA' },
};

for (const [name, { file, address }] of Object.entries(FILES))
  for (const [cause, status] of Object.entries({ 'is missing': 404, 'is blocked': 0 }))
    test(
      `where ${name} ${cause}, the frame says so, and works after a reload`,
      checkUnless(status === 404 && name !== 'a script that it imports'),
      async ({ page, host, baseURL, lab }) => {
        lab.expectErrors(/./);
        await page.route(file, (route) =>
          status === 0 ? route.abort('blockedbyclient') : route.fulfill({ status, body: 'none' }),
        );
        await page.goto(host.serve('/course', coursePage(baseURL ?? '', address)));
        const alert = shell(page).getByRole('alert');
        await expect(alert).toContainText(MISSING);
        await expect
          .poll(() => page.evaluate(() => window.outcomes))
          .toEqual({
            ready: `failed: ${MISSING} Reloading keeps your work.`,
            getState: `failed: ${MISSING} Reloading keeps your work.`,
          });
        expect(await page.evaluate(() => window.failures)).toMatchObject([{ reason: 'missing_file' }]);
        await page.unroute(file);
        await alert.getByRole('button', { name: 'Reload' }).click();
        if (address.includes('copy')) await expect(alert).toContainText(DAMAGED);
        else {
          await expect(shell(page).locator('main.embed')).toBeVisible();
          // The host page's connection goes on.
          expect(await page.evaluate(() => window.embed.getState().then(({ shows }) => shows))).toMatch(
            /bench|lesson/,
          );
        }
      },
    );

test('a part that is missing later is reported at the top, with a button to reload', async ({
  page,
  host,
  baseURL,
  lab,
}) => {
  lab.expectErrors(/./);
  await page.route(/assets\/RunView-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'none' }));
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)));
  await expect(shell(page).getByText(MISSING)).toBeVisible();
  await expect(shell(page).getByRole('button', { name: 'Reload' })).toBeInViewport();
  const run = await page.evaluate(() =>
    window.embed.run().catch(({ code, message }) => `${code}: ${message}`),
  );
  expect(run).toBe('failed: The experiment bench has not loaded within 20 s.');
});

test('a frame whose first script is missing says so after 8 seconds', async ({
  page,
  host,
  baseURL,
  lab,
}) => {
  lab.expectErrors(/./);
  const [main = ''] = readdirSync('dist/assets').filter((name) => /^protocol-.*\.js$/.test(name));
  await page.route(`**/assets/${main}`, (route) => route.fulfill({ status: 404, body: 'none' }));
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)));
  await expect(shell(page).getByText('This part of Vegas Lab has not started.')).toBeVisible();
  await expect(shell(page).getByText('one of its files couldn’t be loaded: reload the page')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => window.outcomes), { timeout: 60_000 })
    .toEqual({ ready: expect.stringMatching(/^no_answer/), getState: expect.stringMatching(/^no_answer/) });
});

test('a frame that waits for a file says after 8 seconds what it waits for', async ({
  page,
  host,
  baseURL,
}) => {
  await page.clock.install();
  let arrives: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route(/assets\/start-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const requested = page.waitForRequest(/assets\/start-[^/]*\.js$/);
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)), { waitUntil: 'commit' });
  await requested;
  await page.clock.runFor(8_000);
  await expect(shell(page).getByRole('alert')).toContainText('waits for the lab’s files');
  await expect(shell(page).getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.clock.runFor(60_000);
  await expect.poll(() => page.evaluate(() => window.outcomes.getState)).toMatch(/^failed: Still loading/);
  arrives();
  await expect(shell(page).locator('main.embed')).toBeVisible();
  await expect(shell(page).getByText('Still loading')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const)
  for (const [width, height] of [
    [300, 150],
    [640, 400],
  ] as const)
    test(`the reason and the button fit into ${width} × ${height} in the ${theme} theme`, async ({
      page,
      host,
      baseURL,
      lab,
    }) => {
      lab.expectErrors(/./);
      // The browser's own theme is the other one.
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
      await page.route(/assets\/start-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'none' }));
      const size = `style="border: 0" width="${width}" height="${height}"`;
      await page.goto(host.serve('/course', coursePage(baseURL ?? '', `${BENCH}&theme=${theme}`, size)));
      const button = shell(page).getByRole('button', { name: 'Reload' });
      await expect(button).toBeVisible();
      const { over, below, dark } = await shell(page)
        .locator('html')
        .evaluate((html) => {
          const canvas = document.createElement('div');
          canvas.style.color = 'Canvas';
          document.body.append(canvas);
          const [level = '0'] = /\d+/.exec(getComputedStyle(canvas).color) ?? [];
          const { bottom } = document.querySelector('button')?.getBoundingClientRect() ?? { bottom: 1e9 };
          return {
            over: html.scrollWidth - html.clientWidth,
            below: bottom - html.clientHeight,
            dark: Number(level) < 128,
          };
        });
      expect(over).toBeLessThanOrEqual(0);
      expect(below).toBeLessThanOrEqual(0);
      expect(dark).toBe(theme === 'dark');
      await expectNoFindings(page);
    });

test('a page of somebody else in the frame is no silent success', async ({ page, host, baseURL }) => {
  host.serve('/other', '<!doctype html><title>Another page</title>');
  const html = coursePage(baseURL ?? '', BENCH).replace(/src="[^"]*embed\/[^"]*"/, 'src="/other"');
  await page.goto(host.serve('/course', html));
  await expect
    .poll(() => page.evaluate(() => window.outcomes), { timeout: 60_000 })
    .toEqual({ ready: expect.stringMatching(/^no_answer/), getState: expect.stringMatching(/^no_answer/) });
});

test('a frame that is removed, and one without an address', async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)));
  await expect.poll(() => page.evaluate(() => window.outcomes.ready)).toBe('resolved');
  const told = await page.evaluate(async () => {
    const of = (promise: Promise<unknown> | undefined) =>
      promise?.then(
        () => 'resolved',
        ({ code }) => code as string,
      );
    const { connect } = (window as unknown as { VegasLab: typeof import('../web/deliver/sdk/v1') }).VegasLab;
    const empty = document.createElement('iframe');
    document.body.append(empty);
    const noAddress = await of(connect(empty).getState());
    const div = document.createElement('div');
    let thrown = '';
    try {
      connect(div as never);
    } catch (error) {
      thrown = (error as Error).message;
    }
    const pending = of(window.embed.run());
    document.getElementById('frame')?.remove();
    return { noAddress, thrown, pending: await pending, after: await of(window.embed.getState()) };
  });
  expect(told).toEqual({
    noAddress: 'no_answer',
    thrown: 'VegasLab.connect takes an iframe; this is div.',
    pending: expect.stringMatching(/^(disconnected|resolved)$/),
    after: 'disconnected',
  });
});

test('a list with four billion holes doesn’t block the frame', async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)));
  await expect.poll(() => page.evaluate(() => window.outcomes.ready)).toBe('resolved');
  // The work is counted in web/deliver/sdk/work.test.ts; here, an answer comes at all before the frame counts as silent.
  const shows = await page.evaluate(() => {
    const hollow: unknown[] = [];
    hollow.length = 2 ** 32 - 1;
    const frame = document.querySelector('iframe')?.contentWindow;
    for (const place of ['x', 'params', 'type'])
      frame?.postMessage({ vegaslab: 1, type: 'hello', [place]: hollow }, '*');
    return window.embed.getState().then(
      (state) => state.shows,
      ({ code }) => code,
    );
  });
  expect(shows).toBe('bench');
});

test('a link whose scenario is damaged is explained in the frame', CHECK, async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', '?scenario=x&packed=AAAA')));
  await expect(shell(page).getByText('The scenario in this link is damaged.').first()).toBeVisible();
  await expect(shell(page).locator('[data-panel="window"] canvas')).toBeVisible();
});

test('setState without arguments resolves with the state of the finished run', async ({
  page,
  host,
  baseURL,
}) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', BENCH)));
  const state = await page.evaluate(() => window.embed.setState());
  expect(state.experiments.bench?.phase).toBe('done');
  expect(state.experiments.bench?.arms.bench?.digest).toMatch(/^[0-9a-f]{16}$/);
});
