/**
 * Embeds in a learning system that speaks SPLICE. The host pages are written from the specification; the first one does what
 * Runestone's server and page do: it finds the frame by its window, keeps the state's JSON by the frame's address, answers with that text,
 * and has no state before the first report.
 */
import type { FrameLocator, Page } from '@playwright/test';
import { CHECK } from './check';
import { expect, test } from './host';

interface Report {
  subject: string;
  message_id: string;
  score: number;
  state: { onSubmission: boolean };
  name?: string;
  height?: number;
}

/** Globals of the host pages below. */
declare global {
  interface Window {
    received: Report[];
    attack(): void;
  }
}

const QUERY = 'lesson=reading-a-trace&experiment=hole';

function pageWith(frame: string, script: string): string {
  return `<!doctype html><html lang="en"><title>A course</title>
    <iframe title="A lesson" width="100%" height="400" src="${frame}"></iframe>
    <script>
      window.received = [];
      const frame = document.querySelector('iframe');
      addEventListener('message', ({ source, data }) => {
        if (source !== frame.contentWindow) return;
        if (/^(SPLICE|lti)./.test(data.subject)) received.push(data);
        ${script}
      });
    </script></html>`;
}

const RECORDING = `
  if (data.subject === 'SPLICE.reportScoreAndState') {
    localStorage.setItem('score', data.score);
    localStorage.setItem(frame.src, JSON.stringify(data.state));
  } else if (data.subject === 'SPLICE.getState') {
    const state = localStorage.getItem(frame.src) ?? undefined;
    // As after a request to the platform's server.
    setTimeout(() => source.postMessage({ message_id: data.message_id, subject: 'SPLICE.getState.response', state }, '*'), 50);
  } else if (data.subject === 'lti.frameResize') frame.style.height = data.height + 'px';`;

const of = (page: Page, subject: string) =>
  page.evaluate((one) => window.received.filter((message) => message.subject === one), subject);

async function predict(lesson: FrameLocator): Promise<void> {
  const ask = lesson.locator('[data-predict="above"]');
  await ask.getByRole('radio', { name: 'It repeats, at once' }).check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
}

/** The runs, and with them the verdict, are covered until the second prediction is made or skipped. */
async function skipRest(lesson: FrameLocator): Promise<void> {
  await lesson
    .locator('[data-predict="stall"]')
    .getByRole('button', { name: 'Continue without a prediction' })
    .click();
}

/** Removes what the frame keeps in the browser, so that only the host can give it back. */
async function forgetInBrowser(page: Page, lab: string): Promise<void> {
  const frame = page.frames().find((one) => one.url().startsWith(lab));
  await frame?.evaluate(() => localStorage.clear());
}

test('a learning system gets the score and the state, and gives them back', async ({
  page,
  host,
  baseURL,
}) => {
  const lab = baseURL ?? '';
  const address = host.serve('/book', pageWith(`${lab}embed/?${QUERY}`, RECORDING));
  await page.goto(address);
  const lesson = page.frameLocator('iframe');
  await expect(lesson.getByText('What you do here is reported to your course as you go.')).toBeVisible();
  await predict(lesson);
  await expect.poll(async () => (await of(page, 'SPLICE.reportScoreAndState')).length).toBe(1);
  const [scored] = (await of(page, 'SPLICE.reportScoreAndState')) as [Report];
  // One of two predictions and a task.
  expect(scored.score).toBe(1 / 3);
  expect(scored.state.onSubmission).toBe(true);
  await skipRest(lesson);
  await expect(lesson.locator('[data-verdict="right"]')).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => (await of(page, 'SPLICE.sendEvent')).map(({ name }) => name))
    .toContain('answer');
  const later = async () => (await of(page, 'SPLICE.reportScoreAndState')).slice(1);
  await expect.poll(async () => (await later()).length).toBeGreaterThan(0);
  expect((await later()).every(({ score, state }) => score === 1 / 3 && !state.onSubmission)).toBe(true);
  const [resize] = await of(page, 'lti.frameResize');
  expect(Object.keys(resize ?? {}).sort()).toEqual(['height', 'message_id', 'subject', 'width']);
  await expect
    .poll(() => page.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).clientHeight))
    .toBeGreaterThan(500);

  await forgetInBrowser(page, lab);
  await page.reload();
  await expect(lesson.locator('[data-predict="above"] [data-verdict="right"]')).toBeVisible();
  await expect(lesson.getByText('1 of 2 predictions made. Skipped: 1.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('score'))).toBe(String(1 / 3));
  expect(await of(page, 'SPLICE.reportScoreAndState'), 'nothing is new').toEqual([]);
});

test('in a page that never answers, the lesson works as before', CHECK, async ({ page, host, baseURL }) => {
  await page.goto(host.serve('/silent', pageWith(`${baseURL}embed/?${QUERY}`, '')));
  const lesson = page.frameLocator('iframe');
  await predict(lesson);
  await expect(lesson.getByText('1 of 2 predictions made.')).toBeVisible();
  await expect(lesson.getByText('reported to your course')).toHaveCount(0);
  expect(await of(page, 'SPLICE.reportScoreAndState'), 'a late answer may still come').toEqual([]);
  await page.reload();
  await expect(lesson.getByText('1 of 2 predictions made.'), 'the browser has it').toBeVisible();
});

test('a hostile page changes nothing', async ({ page, host, baseURL }) => {
  const frame = `${baseURL}embed/?${QUERY}&origin=${host.origin}`;
  const stranger = host.serve(
    '/stranger',
    `<!doctype html><html lang="en"><title>A stranger</title><script>
      addEventListener('message', ({ data }) => parent.frames[0].postMessage(data, '*'));
    </script></html>`,
  );
  const script = `
    if (data.subject !== 'SPLICE.getState') return;
    const bad = (fields) => ({ subject: 'SPLICE.getState.response', message_id: data.message_id, ...fields });
    const state = { vegaslab: 1, score: 1, complete: true };
    let deep = []; for (let depth = 0; depth < 2000; depth += 1) deep = [deep];
    const all = [null, 1, 'SPLICE.getState.response', [], { subject: 'SPLICE.getState.response' }, { subject: { a: 1 } },
      { ...bad({ state: null }), message_id: 'guessed' }, { ...bad({ state: null }), message_id: [data.message_id] }];
    window.attack = () => {
      for (const one of all) source.postMessage(one, '*');
      // The right answer from the wrong window.
      frames[1].postMessage(bad({ state: { ...state, work: '1.q1YqSy0qzszPU7IyrAUA' } }), '*');
      for (const one of [deep, 'x'.repeat(1e6), { ...state, work: '1.' + 'A'.repeat(1e6) }, { ...state, work: '<img src=x onerror=alert(1)>' }])
        source.postMessage(bad({ state: one }), '*');
    };
    setTimeout(attack, 50);`;
  const html = pageWith(frame, script).replace(
    '<script>',
    `<iframe title="A stranger" src="${stranger}"></iframe><script>`,
  );
  await page.goto(host.serve('/hostile', html));
  const lesson = page.frameLocator('iframe').first();
  await expect(lesson.getByText('0 of 2 predictions made.')).toBeVisible();
  await expect.poll(async () => (await of(page, 'SPLICE.sendEvent')).length).toBe(1);
  expect((await of(page, 'SPLICE.sendEvent'))[0]).toMatchObject({
    name: 'getState',
    error: { code: 'bad_state' },
  });
  await predict(lesson);
  await expect(lesson.getByText('1 of 2 predictions made.')).toBeVisible();
  // What the page has may be work, so it stays until the student replaces it.
  await expect(lesson.getByRole('alert')).toContainText('can’t be read');
  expect(await of(page, 'SPLICE.reportScoreAndState')).toEqual([]);
  await lesson.getByRole('button', { name: 'Replace it with your work here' }).click();
  await expect
    .poll(async () => (await of(page, 'SPLICE.reportScoreAndState')).map(({ score }) => score))
    .toContain(1 / 3);
  await page.evaluate(() => window.attack());
  await expect(lesson.getByText('1 of 2 predictions made.')).toBeVisible();
});

test('Start over in a frame erases its own answers, and can be undone', async ({ page }) => {
  await page.goto(`embed/?${QUERY}`);
  const other = {
    version: 1,
    predictions: { opening: { answer: null, passed: null, words: '' } },
    checks: {},
  };
  await page.evaluate(
    (text) => localStorage.setItem('vegaslab:lesson:reading-a-trace', text),
    JSON.stringify(other),
  );
  await page.reload();
  const ask = page.locator('[data-predict="above"]');
  await ask.getByRole('radio', { name: 'It repeats, at once' }).check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  const answered = () =>
    page.evaluate(() => {
      const text = localStorage.getItem('vegaslab:lesson:reading-a-trace') ?? '{}';
      return Object.keys(JSON.parse(text).predictions ?? {}).sort();
    });
  await expect.poll(answered).toEqual(['above', 'opening']);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('0 of 2 predictions made.')).toBeVisible();
  await expect.poll(answered).toEqual(['opening']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 of 2 predictions made.')).toBeVisible();
  await expect.poll(answered).toEqual(['above', 'opening']);
});
