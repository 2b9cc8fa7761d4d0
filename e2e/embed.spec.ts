/** Embeds in a page of another origin: controlled by the SDK, and attacked. */

import type { FrameLocator, Page } from '@playwright/test';
import type { Embed, Events, State, StateChange } from '../web/deliver/sdk/v1';
import { PANEL_NAMES } from '../web/lab/panels/registry';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, test } from './host';

/** Globals of the host pages below. */
declare global {
  interface Window {
    embeds: Record<string, Embed>;
    log: { frame: string; event: string; data: unknown }[];
  }
}

/** The minimal sandbox in which embeds work. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-downloads';

interface Framed {
  id: string;
  query: string;
  style?: string;
  sandbox?: string;
}

/** A course page with frames that connects to each and records its events. */
function coursePage(lab: string, frames: readonly Framed[]): string {
  const written = frames.map(
    ({ id, query, style = '', sandbox = SANDBOX }) =>
      `<iframe id="${id}" title="Embed ${id}" sandbox="${sandbox}" style="${style}" width="100%" height="400"
        src="${lab}embed/?${query}"></iframe>`,
  );
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
    <title>A course</title><main><h1>A course</h1>${written.join('\n')}</main>
    <script src="${lab}sdk/v1.global.js"></script>
    <script>
      window.embeds = {};
      window.log = [];
      for (const frame of document.querySelectorAll('iframe')) {
        const embed = (embeds[frame.id] = VegasLab.connect(frame));
        for (const event of ['ready', 'summary', 'answer', 'completed'])
          embed.on(event, (data) => log.push({ frame: frame.id, event, data }));
      }
    </script></html>`;
}

async function heard(page: Page, frame: string, event: string): Promise<unknown[]> {
  const log = await page.evaluate(() => window.log);
  return log.filter((one) => one.frame === frame && one.event === event).map(({ data }) => data);
}

/** Waits for the n-th event of a type and returns it. */
async function once<E extends keyof Events>(
  page: Page,
  frame: string,
  event: E,
  times = 1,
): Promise<Events[E]> {
  await expect
    .poll(async () => (await heard(page, frame, event)).length, {
      message: `${frame}: ${event}`,
      timeout: 60_000,
    })
    .toBeGreaterThanOrEqual(times);
  return (await heard(page, frame, event)).at(-1) as Events[E];
}

const stateOf = (page: Page, frame: string): Promise<State> =>
  page.evaluate((id) => window.embeds[id]?.getState() as Promise<State>, frame);

const setState = (page: Page, frame: string, change: StateChange): Promise<string> =>
  page.evaluate(
    ([id, asked]) =>
      window.embeds[id]?.setState(asked).then(
        () => 'done',
        (error) => `${error.code}: ${error.message}`,
      ) as Promise<string>,
    [frame, change] as const,
  );

const digestOf = (state: State, experiment = 'bench') =>
  Object.values(state.experiments[experiment]?.arms ?? {}).map(({ digest }) => digest);

const PREDICTED = 'lesson=reading-a-trace&experiment=hole';

/** Answers the predictions of PREDICTED. */
async function predict(frame: FrameLocator): Promise<void> {
  await frame.getByRole('radio', { name: 'It repeats, at once' }).check();
  await frame.getByRole('button', { name: 'Lock my prediction' }).first().click();
  const stall = frame.locator('[data-predict="stall"]');
  await stall.getByRole('slider').press('ArrowRight');
  await stall.getByRole('button', { name: 'Lock my prediction' }).click();
}

test('a page of another origin controls three experiments', async ({ page, host, baseURL }) => {
  const lab = baseURL ?? '';
  const frames = [
    {
      id: 'bench',
      query: 'scenario=ahn-fig1-vr&panels=window&locked=seed&controls=flows.0.sender.avoidance.alpha',
    },
    { id: 'asked', query: PREDICTED },
    { id: 'plain', query: 'lesson=listening-to-the-queue&experiment=alone&questions=off&panels=queue' },
  ];
  await page.goto(host.serve('/course', coursePage(lab, frames)));

  await test.step('each embed reports that it is ready and its results', async () => {
    expect(await once(page, 'bench', 'ready')).toMatchObject({ shows: 'bench', problems: [] });
    const { arms } = await once(page, 'bench', 'summary');
    expect(arms.bench?.summary).toMatchObject({ scenario: 'ahn-fig1-vr', seed: 8 });
    expect((await once(page, 'bench', 'completed')).score).toBe(1);
    await page.locator('#plain').scrollIntoViewIfNeeded();
    expect(Object.keys((await once(page, 'plain', 'summary')).arms)).toEqual(['reno', 'vegas']);
  });

  await test.step('the host changes all fields or none', async () => {
    const before = await stateOf(page, 'bench');
    const alpha = { 'flows.0.sender.avoidance.alpha': 2 };
    expect(await setState(page, 'bench', { changes: alpha, cursor: 3, seconds: [1, 5] })).toBe('done');
    const after = await stateOf(page, 'bench');
    expect(digestOf(after)).not.toEqual(digestOf(before));
    expect(after.experiments.bench).toMatchObject({ phase: 'done', cursor: 3, seconds: [1, 5] });
    expect(after.experiments.bench?.arms.bench?.link).toContain('flows.0.sender.avoidance.alpha=2');
    const bench = page.frameLocator('#bench');
    await expect(bench.getByRole('textbox', { name: 'alpha, exact' })).toHaveValue('2');
    expect(await setState(page, 'bench', { changes: { seed: 3 } })).toMatch(/^locked: seed/);
    expect(
      await setState(page, 'bench', { changes: { ...alpha, 'flows.0.sender.avoidance.beta': -1 } }),
    ).toMatch(/^refused: .*beta.*allowed/);
    expect(await setState(page, 'bench', { changes: { 'flows.7.sender.preset': 'reno' } })).toMatch(
      /^refused: /,
    );
    expect(digestOf(await stateOf(page, 'bench')), 'unchanged by the refused requests').toEqual(
      digestOf(after),
    );
    expect((await page.evaluate(() => window.embeds.bench?.run()))?.arms.bench?.summary.digest).toBe(
      digestOf(after)[0],
    );
  });

  await test.step('answers are reported and complete the embed', async () => {
    await page.locator('#asked').scrollIntoViewIfNeeded();
    await once(page, 'asked', 'ready');
    const covered = page.evaluate(() => window.embeds.asked?.run().catch((error) => error.code));
    expect(await covered).toBe('covered');
    const asked = page.frameLocator('#asked');
    await predict(asked);
    await once(page, 'asked', 'summary');
    await expect
      .poll(async () => await heard(page, 'asked', 'answer'))
      .toContainEqual({ kind: 'prediction', id: 'above', answer: 'repeats', passed: true });
    expect(await heard(page, 'asked', 'completed')).toEqual([]);
    const { standing } = await stateOf(page, 'asked');
    expect(standing).toMatchObject({ asked: 2, made: 2, complete: false });
    const field = asked.locator('[data-path$="limit_bytes"] input.exact');
    await field.fill('128 KiB');
    await expect(asked.locator('[data-check="whole"]')).toHaveAttribute('data-passed', 'true');
    expect(await once(page, 'asked', 'completed')).toMatchObject({ complete: true, score: 1 });
  });

  await test.step('frames are as high as their content', async () => {
    for (const { id } of frames) {
      const over = () =>
        page
          .frameLocator(`#${id}`)
          .locator('html')
          .evaluate((html) => html.scrollHeight - html.clientHeight);
      await expect.poll(over, id).toBeLessThanOrEqual(0);
      const height = (await page.locator(`#${id}`).boundingBox())?.height ?? 0;
      expect(height, id).toBeGreaterThan(300);
    }
  });

  await expectNoFindings(page);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const { id } of frames) {
    const html = page.frameLocator(`#${id}`).locator('html');
    await expect
      .poll(() => html.evaluate((one) => one.scrollWidth - one.clientWidth), id)
      .toBeLessThanOrEqual(0);
  }
});

test('hostile messages change nothing', async ({
  page,
  host,
  baseURL,
  lab: { allowOrigin, expectErrors },
}) => {
  // The browser's error for a blocked message.
  expectErrors(/target origin provided \('https:\/\/other\.example'\) does not match/);
  const lab = baseURL ?? '';
  const query = 'scenario=ahn-fig1-vr&panels=window';
  // The first frame names this page as its host, the second names another page.
  const course = coursePage(lab, [
    { id: 'mine', query: `${query}&origin=${encodeURIComponent(host.origin)}` },
    { id: 'theirs', query: `${query}&origin=https://other.example` },
  ]);
  host.serve('/neighbor', '<!doctype html><title>Neighbor</title>');
  await page.goto(
    host.serve(
      '/course',
      course.replace('</main>', '<iframe id="neighbor" src="/neighbor"></iframe></main>'),
    ),
  );
  allowOrigin('https://other.example');
  await once(page, 'mine', 'summary');
  const before = await stateOf(page, 'mine');
  const asked = (id: unknown, seed: unknown = 5) => ({
    vegaslab: 1,
    type: 'request',
    id,
    method: 'setState',
    params: { changes: { seed } },
  });
  const later = Date.now() * 2000;

  await test.step('messages of another window', async () => {
    await page.frameLocator('#neighbor').locator('body').waitFor({ state: 'attached' });
    await page.frame({ url: /neighbor/ })?.evaluate((message) => {
      const frame = window.parent.frames[0];
      frame?.postMessage({ vegaslab: 1, type: 'hello' }, '*');
      frame?.postMessage(message, '*');
    }, asked(later));
  });

  await test.step('malformed, oversized and repeated messages', async () => {
    await page.evaluate(
      (messages) => {
        const frame = document.querySelector<HTMLIFrameElement>('#mine')?.contentWindow;
        for (const message of messages) frame?.postMessage(message, '*');
        const ring: Record<string, unknown> = { vegaslab: 1, type: 'request', id: 2 ** 52, method: 'run' };
        ring.params = ring;
        frame?.postMessage(ring, '*');
        frame?.postMessage(new Map([['vegaslab', 1]]), '*');
      },
      [
        'setState',
        null,
        { ...asked(later), vegaslab: 2 },
        { ...asked(later), method: 'eval' },
        { ...asked(later), extra: 1 },
        asked(String(later)),
        asked(later, {}),
        asked(later, 'x'.repeat(1 << 20)),
        asked(1),
      ],
    );
  });

  await test.step('messages of a page that the address does not name', async () => {
    await page.evaluate((message) => {
      const frame = document.querySelector<HTMLIFrameElement>('#theirs')?.contentWindow;
      frame?.postMessage({ vegaslab: 1, type: 'hello' }, '*');
      frame?.postMessage(message, '*');
    }, asked(later));
    await expect(page.frameLocator('#theirs').locator('.experiment-status')).toHaveAttribute(
      'data-phase',
      'done',
    );
    expect(await heard(page, 'theirs', 'ready')).toEqual([]);
  });

  // Requests run in order, so earlier messages have been handled when this one is answered.
  expect(await setState(page, 'mine', {})).toBe('done');
  const { experiments } = await stateOf(page, 'mine');
  expect(experiments).toEqual(before.experiments);
  expect(await heard(page, 'mine', 'summary')).toHaveLength(1);

  await test.step('a repeated message has no effect', async () => {
    const send = (message: unknown) =>
      page.evaluate((one) => {
        document.querySelector<HTMLIFrameElement>('#mine')?.contentWindow?.postMessage(one, '*');
      }, message);
    await send(asked(later, 5));
    expect((await once(page, 'mine', 'summary', 2)).arms.bench?.summary.seed).toBe(5);
    await send(asked(later + 1, 6));
    expect((await once(page, 'mine', 'summary', 3)).arms.bench?.summary.seed).toBe(6);
    await send(asked(later, 5));
    await send(asked(later + 2, 7));
    expect(
      (await once(page, 'mine', 'summary', 4)).arms.bench?.summary.seed,
      'the replay was passed over',
    ).toBe(7);
    await expect(page.frameLocator('#theirs').getByText('Open in Vegas Lab')).toBeVisible();
  });
});

test('an embed off the screen loads nothing', CHECK, async ({ page, host, baseURL }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const far = { query: 'scenario=ahn-fig1-vr', style: 'margin-top: 5000px' };
  const html = coursePage(baseURL ?? '', [
    { id: 'far', ...far },
    { id: 'asked', ...far },
  ]);
  await page.goto(host.serve('/course', html), { waitUntil: 'networkidle' });
  const frames = page.frames().filter((frame) => frame.url().includes('/embed/'));
  expect(frames).toHaveLength(2);
  for (const frame of frames) await expect(frame.locator('#lab')).toHaveAttribute('data-waits', 'true');
  const name = (url: string) => new URL(url).pathname.replace(/.*\//, '');
  expect(
    loaded.filter((url) => /\.(wasm|css)$|worker|start-/.test(name(url)) && name(url) !== 'shell.css'),
  ).toEqual([]);
  await test.step('until the host sends a request', async () => {
    const run = await page.evaluate(() => window.embeds.asked?.run());
    expect(run?.arms.bench?.summary.scenario).toBe('ahn-fig1-vr');
    expect(await heard(page, 'far', 'ready')).toEqual([]);
  });
  await test.step('or the frame comes near the screen', async () => {
    await page.locator('#far').scrollIntoViewIfNeeded();
    await once(page, 'far', 'summary');
    expect(loaded.some((url) => url.endsWith('.wasm'))).toBe(true);
  });
});

test("without storage an embed works, and its host can store the reader's work", async ({
  page,
  host,
  baseURL,
}) => {
  await page.addInitScript((course) => {
    if (window.origin === course) return;
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  }, host.origin);
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', [{ id: 'a', query: PREDICTED }])));
  await predict(page.frameLocator('#a'));
  await once(page, 'a', 'summary');
  const { progress, standing } = await stateOf(page, 'a');
  expect(standing.made).toBe(2);
  await page.reload();
  await once(page, 'a', 'ready');
  expect((await stateOf(page, 'a')).standing.made).toBe(0);
  expect(await setState(page, 'a', { progress: progress ?? {} })).toBe('done');
  expect((await stateOf(page, 'a')).standing.made).toBe(2);
  await expect(page.frameLocator('#a').locator('[data-verdict="right"]')).toBeVisible();
  expect(await setState(page, 'a', { progress: { version: 9 } })).toMatch(/^bad_request: params.progress/);
});

test('answers that the host’s progress replaces can be brought back', async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/course', coursePage(baseURL ?? '', [{ id: 'a', query: PREDICTED }])));
  await predict(page.frameLocator('#a'));
  await once(page, 'a', 'summary');
  const { progress, standing } = await stateOf(page, 'a');
  const back = page.frameLocator('#a').getByRole('button', { name: 'Bring them back' });
  expect(await setState(page, 'a', { progress: progress ?? {} })).toBe('done');
  await expect(back).toHaveCount(0);
  expect(await setState(page, 'a', { progress: { version: 1, predictions: {}, checks: {} } })).toBe('done');
  expect((await stateOf(page, 'a')).standing.made).toBe(0);
  await back.click();
  await expect(back).toHaveCount(0);
  expect((await stateOf(page, 'a')).standing.made).toBe(standing.made);
});

test(
  'a sandbox without an origin gets a message and a link to a new tab',
  CHECK,
  async ({ page, host, baseURL, lab }) => {
    lab.expectErrors(/CORS policy|ERR_FAILED/);
    const frame = { id: 'a', query: 'scenario=ahn-fig1-vr', sandbox: 'allow-scripts allow-popups' };
    await page.goto(host.serve('/course', coursePage(baseURL ?? '', [frame])));
    const embed = page.frameLocator('#a');
    await expect(embed.getByText('has not started')).toBeVisible();
    const out = embed.getByRole('link', { name: 'Open it in a window of its own' });
    expect(await out.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(
      `${baseURL}embed/?${frame.query}`,
    );
  },
);

test('an invalid address is explained, and the nearest match opens', async ({ page }) => {
  const alert = page.getByRole('alert');
  await page.goto('embed/?lesson=rem&experiment=alon&panels=windo&theme=blue');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A price in marks');
  for (const name of ['experiment', 'panels', 'theme'])
    await expect(alert.locator(`code:text-is("${name}")`)).toBeVisible();
  await expect(alert).toContainText(`Allowed: ${PANEL_NAMES.join(', ')}`);
  await expectNoFindings(page);
  await page.goto('embed/?scenario=ahn-fig1-vr&controls=flows.0.nonsense&figures=all.joy&flows=4&seed=-1');
  await expect(alert).toContainText('these scenarios have no field flows.0.nonsense');
  await expect(alert).toContainText('there’s nothing called all.joy');
  await expect(alert).toContainText('there’s no flow 4. Allowed: 0 to 0');
  await expect(alert.locator('code:text-is("seed")')).toBeVisible();
  await expect(page.locator('[data-panel="window"] canvas')).toBeVisible();
});
