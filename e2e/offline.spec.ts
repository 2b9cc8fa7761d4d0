/** The lab offline, and updates to a new version. */
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal } from '../scripts/build/seal.mjs';
import { assignmentQuery } from '../web/classroom/assignments/assignment';
import { ASSIGNMENT, codeOf, resultBy } from '../web/classroom/assignments/sampleTask';
import { CHECK } from './check';
import { chooseScenario, digest, expectPhase, openPrerendered } from './lab';
import { expect, keptFiles, listOf, test, visit } from './offlineHost';

test('after one visit every page loads and runs offline', CHECK, async ({ page, host, context, lab }) => {
  await visit(page, '#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  const online = (await digest(page).textContent()) ?? '';
  host.stop();
  await context.setOffline(true);
  await expect(
    page.evaluate(() => fetch(`nothing-${Math.random()}`).then(String, String)),
  ).resolves.toContain('TypeError');
  lab.expectErrors(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/);

  await test.step('the bench', async () => {
    await page.reload();
    await expectPhase(page, 'done');
    await expect(digest(page)).toHaveText(online);
    await page.getByRole('textbox', { name: 'seed, exact' }).fill('3');
    await expect(page.locator('.trace-identity')).toContainText('seed 3');
    await expectPhase(page, 'done');
  });
  await test.step('a lesson, and its experiment', async () => {
    await page.goto('lessons/many-links/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openPrerendered(page, 'lessons/the-other-end/?from=a-course');
    const ask = page.locator('[data-predict]').first();
    await ask.getByRole('radio').first().check();
    await ask.getByRole('button', { name: 'Lock my prediction' }).click();
    await page.getByRole('button', { name: 'Continue without a prediction' }).click();
    const place = page.locator('[data-experiment]').first();
    await place.scrollIntoViewIfNeeded();
    await expect(place.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
  });
  await test.step('a lesson address without its last slash', async () => {
    await page.goto('lessons/rem');
    await expect(page).toHaveURL(/lessons\/rem\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A price in marks');
  });
  await test.step('the pages around the lessons', async () => {
    for (const place of ['', 'glossary/', 'model/', 'report/', 'index.html']) {
      await page.goto(`lessons/${place}`);
      await expect(page.getByRole('heading', { level: 1 }), place).toBeVisible();
    }
  });
  await test.step('Figure 1', async () => {
    await page.goto('#/figure-1');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Four transfers on one path');
    await expect(page.locator('.figure-page canvas').first()).toBeVisible();
  });
  await test.step('the papers', async () => {
    await page.goto('#/papers?paper=low-2000');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('table').first()).toBeVisible();
  });
  await test.step('the evidence page and one of its runs', async () => {
    await page.goto('#/evidence');
    await page.locator('.grid-table a').first().click();
    await expectPhase(page, 'done');
    await expect(page.locator('.from-evidence')).toBeVisible();
  });
  await test.step('a sweep', async () => {
    await page.goto('#/bench?scenario=ahn-fig1-rr');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('R-R');
    await expectPhase(page, 'done');
    await page.getByRole('button', { name: 'Sweep' }).click();
    await page.getByRole('combobox', { name: 'Field' }).fill('links.1.queue.limit_bytes');
    await page.getByRole('combobox', { name: 'Values in' }).selectOption('list');
    await page.getByRole('textbox', { name: 'Values' }).fill('8, 16');
    await page.getByRole('textbox', { name: 'Seeds' }).fill('3');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('status')).toContainText('Done. 12 of 12 runs');
  });
  await test.step('grading', async () => {
    const honest = resultBy('Ada', [['flows.0.sender.preset', 'vegas']]);
    const tampered = { ...honest, work: { ...honest.work, digest: '0123456789abcdef' } };
    const codes = [await codeOf(honest), await codeOf(tampered)];
    await page.goto(`#/grade?${await assignmentQuery(ASSIGNMENT)}`);
    await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.locator('.grade-counts')).toHaveText('1 verified, 1 not.');
  });
  await test.step('an embed', async () => {
    await page.goto('embed/?scenario=ahn-fig1-vr');
    await expect(page.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
  });
  await test.step('another language', async () => {
    await page.goto('?lang=de#/privacy');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.goto('?lang=en#/privacy');
    // The page keeps the language once it has started. It has the attribute before.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
  await test.step('the home page, where the installed app starts', async () => {
    const { start_url } = JSON.parse(readFileSync('dist/manifest.webmanifest', 'utf8'));
    await page.goto(start_url);
    await expect(page.locator('[data-replay="true"]')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Watch TCP find its speed');
  });
  await test.step('the privacy page reports the cache', async () => {
    await page.goto('#/privacy');
    await expect(page.getByText('Everything is saved')).toBeVisible();
  });
});

test('a new version is offered, never replaces an open page unasked, and no page loses its files', async ({
  page,
  context,
  host,
}) => {
  await visit(page, '#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  const other = await context.newPage();
  await other.goto('#/bench?scenario=ahn-fig2');
  await expectPhase(other, 'done');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('3');
  await expect(page.locator('.trace-identity')).toContainText('seed 3');
  await page.evaluate(() => Object.assign(window, { untouched: true }));

  // The next release changes a page and removes a part.
  const html = join(host.folder, 'index.html');
  writeFileSync(
    html,
    readFileSync(html, 'utf8').replace('<html lang="en"', '<html lang="en" data-next="yes"'),
  );
  const [gone] = Object.keys(listOf(readFileSync('dist/sw.js', 'utf8'))).filter((file) =>
    file.includes('SweepPage-'),
  );
  unlinkSync(join(host.folder, gone ?? ''));
  await seal(host.folder);

  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(page.getByText('A new version of the lab is ready')).toBeVisible();
  await expect(other.getByText('A new version of the lab is ready')).toBeVisible();
  expect(await page.evaluate(() => 'untouched' in window), 'nothing is loaded again unasked').toBe(true);
  await expect(page.locator('html')).not.toHaveAttribute('data-next');

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-next', 'yes');
  await expectPhase(page, 'done');
  await expect(page.locator('.trace-identity'), 'work is kept').toContainText('seed 3');

  await test.step('a page of the previous version still loads its parts', async () => {
    await expect(other.locator('html')).not.toHaveAttribute('data-next');
    await other.goto('#/sweep?scenario=ahn-fig1-vr&x=seed:1..3');
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Sweep');
    await expect(other.locator('html')).not.toHaveAttribute('data-next');
  });
});

test(
  'with data saver only opened pages are cached, and the page offers to cache everything',
  CHECK,
  async ({ page, context, host, lab }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto('lessons/rem/');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expect.poll(() => keptFiles(page)).toBeGreaterThan(3);
    await page.goto('#/privacy');
    await expect(
      page.getByText('asks to use less data, so the lab saves only the pages that you open'),
    ).toBeVisible();
    const list = Object.keys(listOf(readFileSync('dist/sw.js', 'utf8'))).length;
    expect(await keptFiles(page)).toBeLessThan(list / 2);
    await context.setOffline(true);
    lab.expectErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('lessons/rem/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A price in marks');
    await expect(page.goto('lessons/two-seconds/')).rejects.toThrow(/DISCONNECTED|FAILED/);
    await context.setOffline(false);
    await page.goto('#/privacy');
    await page.getByRole('button', { name: 'Save everything' }).click();
    await expect(page.getByText('Everything is saved')).toBeVisible();
    host.stop();
  },
);

test("a file that doesn't belong to the release isn't cached", CHECK, async ({ page, host }) => {
  const lesson = join(host.folder, 'lessons/rem/index.html');
  writeFileSync(lesson, `${readFileSync(lesson, 'utf8')}<!-- put in by the host -->`);
  await page.goto('#/privacy');
  await expect(page.getByText('Some files couldn’t be loaded')).toBeVisible();
  const held = await page.evaluate(async () => {
    const found = await caches.match(new URL('lessons/rem/index.html', location.href));
    return found !== undefined;
  });
  expect(held).toBe(false);
});

test('without service workers the lab works and shows no notice', async ({ page, host }) => {
  unlinkSync(join(host.folder, 'sw.js'));
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    }),
  );
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  await page.goto('#/privacy');
  await expect(page.getByText('Nothing is saved for use without a network')).toBeVisible();
});

test(
  'a part missing after a release is reported, and a reload restores the work',
  CHECK,
  async ({ page, host, lab }) => {
    lab.expectErrors(/404|dynamically imported module|couldn’t be drawn|error occurred/i);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
    );
    await page.goto('#/bench?scenario=ahn-fig1-vr');
    await expectPhase(page, 'done');
    await page.getByRole('textbox', { name: 'seed, exact' }).fill('3');
    await expect(page.locator('.trace-identity')).toContainText('seed 3');
    const [gone = ''] = Object.keys(listOf(readFileSync('dist/sw.js', 'utf8'))).filter((file) =>
      file.includes('PapersPage-'),
    );
    const file = join(host.folder, gone);
    const content = readFileSync(file);
    unlinkSync(file);
    await page.getByRole('link', { name: 'Papers' }).click();
    await expect(page.getByText('Part of this page couldn’t be loaded')).toBeVisible();
    writeFileSync(file, content);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published numbers against ours');
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await chooseScenario(page, 'ahn-fig1-vr');
    await expect(page.locator('.trace-identity')).toContainText('seed 3');
  },
);

test('a frame registers no service worker', async ({ page, host }) => {
  writeFileSync(
    join(host.folder, 'around.html'),
    '<!doctype html><title>x</title><link rel="icon" href="favicon.svg"><iframe src="./#/privacy"></iframe>',
  );
  await page.goto('around.html');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Nothing is saved for use without a network')).toBeVisible();
  expect(
    await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)),
  ).toBe(0);
});
