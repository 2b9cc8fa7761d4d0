/** Lesson packages: made by the page, unpacked on another host, and played in a real SCORM or cmi5 run-time. */

import { readFileSync } from 'node:fs';
import type { Browser, Frame, Page } from '@playwright/test';
import type { PackageKind } from '../web/ui/package';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { ACTIVITY, ACTOR, cmi5Platform, PUBLISHER, REGISTRATION, type Sent } from './cmi5Platform';
import { expect, openPrerendered, test } from './lab';
import { expectNotices } from './notices';
import { type Host, hostOf } from './packageHost';
import { change, give, lessonNamed, RUNS_WITHIN, showStep } from './walk';

const LESSON = 'reading-a-trace';

const TITLES: Readonly<Record<PackageKind, string>> = {
  html: 'One file',
  zip: 'Web pages',
  scorm12: 'SCORM 1.2',
  scorm2004: 'SCORM 2004',
  cmi5: 'cmi5',
};

test.use({ trace: 'off' });

async function openForm(page: Page): Promise<void> {
  await page.goto(`#/teach?lesson=${LESSON}`);
  const plan = page.locator(`[data-plan="${LESSON}"]`);
  await plan.getByRole('button', { name: 'Download this lesson' }).click();
  await expect(page.getByRole('radio', { name: TITLES.scorm12 })).toBeChecked();
}

async function packageOf(page: Page, kind: PackageKind): Promise<Host> {
  await openForm(page);
  await page.getByRole('radio', { name: TITLES[kind] }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`vegas-lab-${LESSON}-${kind}.zip`);
  await expect(page.getByText('Your browser is saving')).toBeVisible();
  return await hostOf(readFileSync(await download.path()));
}

/** A page for the package that may only contact `allowed`. */
async function playerPage(browser: Browser, ...allowed: string[]): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  context.on('request', (request) => {
    const address = request.url();
    if (!/^(data|blob|about):/.test(address) && !allowed.some((one) => address.startsWith(one)))
      faults.push(address);
  });
  context.on('weberror', (error) => faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return { page, faults };
}

function textOf({ files }: Host, name: string): string {
  return new TextDecoder().decode(files[name]);
}

/** Skips all open predictions. */
async function goOn(page: Page | Frame): Promise<void> {
  for (const id of Object.keys((await lessonNamed(LESSON)).predictions)) {
    const ask = page.locator(`[data-predict="${id}"]`);
    const skip = ask.getByRole('button', { name: 'Continue without a prediction' });
    await expect(skip.or(ask.locator('.outcome'))).toBeVisible();
    if (await skip.isVisible()) await skip.click();
  }
}

/** Answers everything except one task. */
async function answerMost(page: Page | Frame): Promise<void> {
  const { predictions, checks } = await lessonNamed(LESSON);
  const [option] = Object.values(predictions.above?.kind === 'choice' ? predictions.above.options : {});
  const ask = (id: string) => page.locator(`[data-predict="${id}"]`);
  const lock = (id: string) => ask(id).getByRole('button', { name: 'Lock my prediction' }).click();
  const pen = ask('opening').getByRole('slider');
  for (let place = 0; place < 12; place += 1) {
    await pen.press('ArrowRight');
    await pen.press('ArrowUp');
  }
  await lock('opening');
  await ask('above')
    .getByRole('radio', { name: option ?? '', exact: true })
    .check();
  await lock('above');
  await ask('stall').getByRole('slider').press('ArrowRight');
  await lock('stall');
  await showStep(page, 'grows');
  const { trip } = checks;
  if (trip === undefined || trip.kind === 'reach') throw new Error('the lesson has another task');
  await give(page.locator('[data-check="trip"]'), trip);
  await expect(page.locator('[data-check="trip"]')).toHaveAttribute('data-passed', 'true');
}

async function answerRest(page: Page | Frame): Promise<void> {
  const { whole } = (await lessonNamed(LESSON)).checks;
  if (whole?.kind !== 'reach') throw new Error('the lesson has another task');
  await change(await showStep(page, 'buffer'), whole.right);
  await expect(page.getByText('This lesson is complete.')).toBeVisible({ timeout: RUNS_WITHIN });
}

/** Expects the restored state of a reopened lesson. */
async function expectMost(page: Page | Frame): Promise<void> {
  await expect(page.getByText('3 of 3 predictions made, 1 of 2 tasks done.')).toBeVisible();
  await expect(page.locator('[data-predict="above"] .outcome')).toBeAttached();
  await expect(page.locator('[data-check="trip"]')).toHaveAttribute('data-passed', 'true');
}

test('a package is complete and has no broken links', async ({ page, browser }) => {
  const host = await packageOf(page, 'zip');
  const names = Object.keys(host.files);
  const bytes = Object.values(host.files).reduce((sum, one) => sum + one.length, 0);
  test
    .info()
    .annotations.push({ type: 'weight', description: `${names.length} files, ${bytes} bytes unpacked` });
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(names.filter((name) => name.startsWith('one-file/'))).toEqual([]);
  expect(names).toContain(`lessons/${LESSON}/index.html`);
  expect(names).toContain('LICENSE.txt');
  for (const file of ['THIRD-PARTY.txt', 'lesson.html']) expectNotices(textOf(host, file));
  expect(textOf(host, 'lesson.html')).toContain(`data-package-lesson="${LESSON}"`);
  const { page: player, faults } = await playerPage(browser, host.address);
  await openPrerendered(player, `${host.address}package/lessons/${LESSON}/`);
  for (const place of [`lessons/${LESSON}/`, 'lessons/', 'lessons/glossary/', 'lessons/report/', '']) {
    await player.goto(`${host.address}package/${place}`);
    await expect(player.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    await expect(player.getByRole('main').getByRole('heading').first()).toBeVisible();
    const links = await player
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const link of links.filter((one) => one.startsWith(host.address))) {
      const { pathname } = new URL(link);
      const file = pathname.replace('/package/', '');
      expect(names, `${place} links to ${link}`).toContain(
        file.endsWith('/') || file === '' ? `${file}index.html` : file,
      );
    }
    // The prerendered page, before its script loads.
    const written = textOf(host, `${place}index.html`);
    for (const [, lesson] of written.matchAll(/href="[^"]*lessons\/([a-z\d-]+)\/"/g))
      expect([LESSON, 'report', 'glossary', 'model']).toContain(lesson);
  }
  await openPrerendered(player, `${host.address}package/lessons/${LESSON}/`);
  await expect(player.getByRole('link', { name: 'For teachers' })).toHaveCount(0);
  await goOn(player);
  const bench = player.locator('.stage-bar a[href*="#/bench?"]').first();
  await expect(bench).toBeVisible({ timeout: RUNS_WITHIN });
  const address = await bench.evaluate((link) => (link as HTMLAnchorElement).href);
  await player.goto(address);
  await expect(player.locator('[data-phase="done"]').first()).toBeVisible({ timeout: RUNS_WITHIN });
  expect(host.missing).toEqual([]);
  expect(faults).toEqual([]);
  await player.context().close();
  await host.close();
});

test(
  'SCORM 1.2: a platform that opens a window gets the results and restores the work',
  CHECK,
  async ({ page, browser }) => {
    const host = await packageOf(page, 'scorm12');
    const { page: player, faults } = await playerPage(browser, host.address);
    const open = async () => {
      await player.goto(`${host.address}player?of=scorm12`);
      const [lesson] = await Promise.all([
        player.waitForEvent('popup'),
        player.evaluate((path) => void window.open(path), `package/lessons/${LESSON}/index.html`),
      ]);
      await expect(lesson.locator('.platform-note')).toHaveAttribute('data-phase', 'open');
      return lesson;
    };
    const first = await open();
    await expect.poll(() => host.kept()['cmi.core.lesson_status']).toBe('incomplete');
    await answerMost(first);
    await expect.poll(() => host.kept()['cmi.core.score.raw']).toBe('80');
    // Links open in a new window, so the session continues.
    const [report] = await Promise.all([
      first.waitForEvent('popup'),
      first.getByRole('link', { name: 'Your report' }).click(),
    ]);
    await report.close();
    await expect(first.locator('.platform-note')).toHaveAttribute('data-phase', 'open');
    await first.goto('about:blank');
    await first.close();
    const kept = host.kept();
    expect(kept).toMatchObject({
      'cmi.core.lesson_status': 'incomplete',
      'cmi.core.score.raw': '80',
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.exit': 'suspend',
    });
    expect(kept['cmi.core.session_time']).toMatch(/^\d{2,4}:\d\d:\d\d\.\d{1,2}$/);
    expect(String(kept['cmi.suspend_data'])).toMatch(/^1\.[\w-]{50,4094}$/);
    test.info().annotations.push({
      type: 'suspend data',
      description: `${String(kept['cmi.suspend_data']).length} characters`,
    });
    expect(interactionsOf(kept)).toMatchObject({
      'predict.above': { type: 'choice', student_response: 'a', result: 'wrong' },
      'predict.stall': { type: 'numeric', result: 'wrong' },
      'check.trip': { type: 'numeric', result: 'correct' },
    });
    const second = await open();
    await expectMost(second);
    await answerRest(second);
    await expect.poll(() => host.kept()['cmi.core.lesson_status']).toBe('completed');
    await expect.poll(() => host.kept()['cmi.core.score.raw']).toBe('100');
    await second.goto('about:blank');
    expect(host.missing).toEqual([]);
    expect(faults).toEqual([]);
    // Without a platform, the page says so.
    await player.goto(`${host.address}package/lessons/${LESSON}/`);
    await expect(player.getByText('No learning platform with SCORM 1.2 was found.')).toBeVisible();
    await player.context().close();
    await host.close();
  },
);

/** A SCORM 1.2 platform without optional elements, whose API appears only after a while. */
const MINIMAL_PLATFORM = `<!doctype html><title>A platform</title><script>
  window.kept = {};
  let code = '0';
  const optional = /score\\.(min|max)|lesson_mode|interactions|student_data|objectives|comments/;
  const known = (element) => {
    code = optional.test(element) ? '401' : '0';
    return code === '0';
  };
  const api = {
    LMSInitialize: () => 'true',
    LMSFinish: () => 'true',
    LMSGetValue: (element) => (known(element) ? (kept[element] ?? '') : ''),
    LMSSetValue: (element, value) => {
      if (!known(element)) return 'false';
      kept[element] = value;
      return 'true';
    },
    LMSCommit: () => 'true',
    LMSGetLastError: () => code,
    LMSGetErrorString: () => 'Not implemented error',
  };
  window.offer = () => { window.API = api; };
</script><iframe name="lesson" src="package/lessons/${LESSON}/index.html" width="1200" height="900"></iframe>`;

test(
  'SCORM 1.2: a platform without optional elements gets everything else, and its student reads of no loss',
  CHECK,
  async ({ page, browser }) => {
    const host = await packageOf(page, 'scorm12');
    const { page: player, faults } = await playerPage(browser, host.address);
    await player.route(`${host.address}minimal`, (route) =>
      route.fulfill({ contentType: 'text/html', body: MINIMAL_PLATFORM }),
    );
    await player.goto(`${host.address}minimal`);
    const frame = player.frame('lesson');
    if (frame === null) throw new Error('the platform has no frame');
    // Until the platform's API is there, nothing that the student does can be lost.
    await expect(frame.getByText('Waiting for your learning platform …')).toBeVisible();
    await expect(frame.locator('#lab')).toHaveAttribute('inert');
    await player.evaluate(() => (window as unknown as { offer(): void }).offer());
    await expect(frame.locator('.platform-note')).toHaveAttribute('data-phase', 'open');
    await expect(frame.locator('#lab')).not.toHaveAttribute('inert');
    await answerMost(frame);
    await expect
      .poll(() => player.evaluate(() => (window as unknown as { kept: Record<string, string> }).kept))
      .toMatchObject({
        'cmi.core.lesson_status': 'incomplete',
        'cmi.core.score.raw': '80',
        'cmi.suspend_data': expect.stringMatching(/^1\./),
        'cmi.core.session_time': expect.stringMatching(/^0000:/),
        'cmi.core.exit': 'suspend',
      });
    await expect(frame.locator('.platform-note')).toHaveAttribute('data-problem', 'false');
    await expect(frame.locator('.platform-note')).toHaveText(
      'What you do here is reported to your course as you go.',
    );
    expect(faults).toEqual([]);
    await player.context().close();
    await host.close();
  },
);

test(
  'SCORM 2004: a platform with a frame gets the results and restores the work',
  CHECK,
  async ({ page, browser }) => {
    const host = await packageOf(page, 'scorm2004');
    const { page: player, faults } = await playerPage(browser, host.address);
    const open = async () => {
      await player.goto(`${host.address}player?of=scorm2004`);
      const frame = player.frame('lesson');
      if (frame === null) throw new Error('the platform has no frame');
      await frame.goto(`${host.address}package/lessons/${LESSON}/index.html`);
      await expect(frame.locator('.platform-note')).toHaveAttribute('data-phase', 'open');
      return frame;
    };
    const first = await open();
    await expect.poll(() => host.kept()['cmi.completion_status']).toBe('incomplete');
    await answerMost(first);
    await expect.poll(() => host.kept()['cmi.score.scaled']).toBe('0.8');
    await first.goto('about:blank');
    const kept = host.kept();
    expect(kept).toMatchObject({
      'cmi.completion_status': 'incomplete',
      'cmi.success_status': 'unknown',
      'cmi.progress_measure': '0.8',
      'cmi.score.raw': '80',
      'cmi.exit': 'suspend',
    });
    expect(kept['cmi.session_time']).toMatch(/^PT(\d+M)?[\d.]+S$/);
    expect(interactionsOf(kept)).toMatchObject({
      'predict.above': { type: 'choice', learner_response: 'silent', result: 'incorrect' },
      'predict.stall': { type: 'numeric', result: 'incorrect' },
      'check.trip': { type: 'numeric', result: 'correct' },
    });
    const second = await open();
    await expectMost(second);
    await answerRest(second);
    await expect.poll(() => host.kept()['cmi.completion_status']).toBe('completed');
    await second.goto('about:blank');
    expect(host.kept()).toMatchObject({ 'cmi.success_status': 'passed', 'cmi.score.scaled': '1' });
    expect(Object.keys(interactionsOf(host.kept())).sort(), 'each interaction appears once').toEqual([
      'check.trip',
      'check.whole',
      'predict.above',
      'predict.opening',
      'predict.stall',
    ]);
    expect(host.missing).toEqual([]);
    expect(faults).toEqual([]);
    await player.context().close();
    await host.close();
  },
);

test(
  'cmi5: a platform on another host gets exactly the statements of the specification',
  CHECK,
  async ({ page, browser }) => {
    const host = await packageOf(page, 'cmi5');
    const platform = await cmi5Platform();
    const { page: player, faults } = await playerPage(browser, host.address, platform.address);
    const at = `${host.address}package/lessons/${LESSON}/index.html`;
    const pages = Object.keys(host.files).filter((name) => name.endsWith('.html'));
    const mayAsk = pages.filter((name) => /connect-src 'self' https:/.test(textOf(host, name)));
    expect(mayAsk, 'the only page that may contact other hosts').toEqual([`lessons/${LESSON}/index.html`]);
    const open = async (launchMode?: string) => {
      const { session, address } = platform.start(at, launchMode);
      await player.goto(address);
      await expect(player.locator('.platform-note')).toHaveAttribute(
        'data-phase',
        launchMode ? 'looking' : 'open',
      );
      return session;
    };
    const back = async () => {
      await player.getByRole('button', { name: 'Back to the course' }).click();
      await expect(player.getByRole('heading', { name: 'The course' })).toBeVisible();
    };
    const verbs = (session: string) => (platform.sessions.get(session) ?? []).map(verbOf);

    const first = await open();
    expect(verbs(first)).toEqual(['initialized']);
    await answerMost(player);
    await expect.poll(() => platform.asked.at(-1)).toBe('PUT activities/state vegas-lab-progress');
    // Closes the page without finishing the session.
    await player.goto('about:blank');
    await expect.poll(() => verbs(first)).toEqual(['initialized', 'terminated']);

    const second = await open();
    await expectMost(player);
    await answerRest(player);
    await expect.poll(() => verbs(second)).toEqual(['initialized', 'completed', 'passed']);
    await back();
    await expect.poll(() => verbs(second)).toEqual(['initialized', 'completed', 'passed', 'terminated']);

    // Completed and passed are sent once per registration, however often the lesson is opened.
    const third = await open();
    await player.getByRole('button', { name: 'Start over' }).click();
    await back();
    await expect.poll(() => verbs(third)).toEqual(['initialized', 'terminated']);
    const looking = await open('Review');
    await goOn(player);
    await back();
    await expect.poll(() => verbs(looking)).toEqual(['initialized', 'terminated']);

    for (const sent of platform.sessions.values()) expectBySpecification(sent);
    expect(platform.asked).toContain('GET agents/profile cmi5LearnerPreferences');
    expect(platform.wrong).toEqual([]);
    expect(host.missing).toEqual([]);
    // A missing document isn't an error here, but the browser logs it.
    expect(faults.filter((one) => !/status of 404/.test(one))).toEqual([]);

    await player.goto(platform.start(at).address);
    await expect(player.locator('.platform-note')).toHaveAttribute('data-phase', 'open');
    await player.reload();
    await expect(player.locator('.platform-note')).toContainText('gave no token for this session');
    await player.context().close();
    await platform.close();
    await host.close();
  },
);

test(
  'the form reports failed downloads, can be cancelled, and has no axe violations',
  CHECK,
  async ({ page, lab }) => {
    lab.expectErrors(/404|ERR_FAILED/);
    await openForm(page);
    await expectNoFindings(page);
    const download = page.getByRole('button', { name: 'Download', exact: true });
    const status = page.locator('.package-form').getByRole('status');
    await page.route('**/assets/vegaslab_bg-*.wasm', (route) => route.fulfill({ status: 404 }));
    await download.click();
    await expect(status).toContainText(
      /The package couldn’t be made: assets\/vegaslab_bg-.*\.wasm couldn’t be loaded \(404/,
    );
    await page.unroute('**/assets/vegaslab_bg-*.wasm');
    await page.route('**/LICENSE.txt', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Not here</p>' }),
    );
    await download.click();
    await expect(status).toContainText('LICENSE.txt couldn’t be loaded: the server sent a page instead.');
    await page.unroute('**/LICENSE.txt');
    // A file that never arrives.
    await page.route('**/LICENSE.txt', () => {});
    await download.click();
    await expect(page.getByRole('progressbar', { name: 'Files loaded' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(status).toHaveText('Canceled. Nothing was saved.');
    await expect(download).toBeVisible();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0);
  },
);

/** Interactions that the platform received, by identifier. */
function interactionsOf(kept: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const places = new Map<string, Record<string, unknown>>();
  for (const [key, value] of Object.entries(kept)) {
    const [, place, field] = /^cmi\.interactions\.(\d+)\.(\w+)$/.exec(key) ?? [];
    if (place !== undefined && field !== undefined)
      places.set(place, { ...places.get(place), [field]: value });
  }
  return Object.fromEntries([...places.values()].map((one) => [String(one.id), one]));
}

const verbOf = ({ verb }: Sent) => verb.id.replace('http://adlnet.gov/expapi/verbs/', '');

const CATEGORIES = 'https://w3id.org/xapi/cmi5/context/categories/';
const MASTERY_SCORE = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore';

/** Sections 7.1 and 9 of the cmi5 specification, for one session. */
function expectBySpecification(sent: readonly Sent[]): void {
  const verbs = sent.map(verbOf);
  expect(verbs[0]).toBe('initialized');
  expect(verbs.at(-1)).toBe('terminated');
  expect(new Set(verbs).size, 'no verb twice').toBe(verbs.length);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
  const times = sent.map(({ timestamp }) => timestamp);
  expect(times).toEqual([...times].sort());
  for (const one of sent) {
    const verb = verbOf(one);
    const { result = {}, context } = one;
    const satisfies = verb === 'completed' || verb === 'passed';
    expect(one.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(one.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(one.actor).toEqual(ACTOR);
    expect(one.object.id).toBe(ACTIVITY);
    expect(context.registration).toBe(REGISTRATION);
    expect(context.contextActivities.grouping, 'the context template is included').toEqual([PUBLISHER]);
    expect(context.contextActivities.category?.map(({ id }) => id)).toEqual(
      ['cmi5', ...(satisfies ? ['moveon'] : [])].map((name) => CATEGORIES + name),
    );
    expect(result.completion, verb).toBe(verb === 'completed' ? true : undefined);
    expect(result.success, verb).toBe(verb === 'passed' ? true : undefined);
    expect(result.score, verb).toEqual(verb === 'passed' ? { scaled: 1 } : undefined);
    expect(context.extensions[MASTERY_SCORE], verb).toBe(verb === 'passed' ? 1 : undefined);
    if (verb !== 'initialized') expect(result.duration).toMatch(/^PT(\d+H)?(\d+M)?[\d.]+S$/);
  }
}
