/** Pages, packages and files whose scripts are missing or damaged: each says so, instead of staying empty or without life. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { oneFile, partsOf } from '../web/deliver/packages/oneFile';
import { checkUnless } from './check';
import { expect, test } from './lab';

const MISSING =
  'Part of this page couldn’t be loaded. You may be offline, or the lab may have a new version.';

const PAGES = {
  home: { address: '', whole: 'html[data-alive]' },
  bench: { address: '#/bench?scenario=ahn-fig1-vr', whole: '[data-panel="window"] canvas' },
  // Pages in ZIP, SCORM and cmi5 packages are these, with the same scripts.
  lesson: { address: 'lessons/reading-a-trace/', whole: 'html[data-alive] main[data-lesson]' },
};

/** Files that a page needs before it's drawn. */
const FILES = {
  'its first script': /assets\/index-[^/]*\.js$/,
  'a script that all pages need': /assets\/home-course-bench-[^/]*\.js$/,
  'its own script': /assets\/(main|front|lesson)-(?!styles|bench|tools)[^/]*\.js$/,
};

for (const [page_, { address, whole }] of Object.entries(PAGES))
  for (const [name, file] of Object.entries(FILES))
    test(
      `the page ${page_} without ${name} says so, and works after a reload`,
      checkUnless(name === 'its own script'),
      async ({ page, lab }) => {
        lab.expectErrors(/./);
        await page.route(file, (route) => route.fulfill({ status: 404, body: 'none' }));
        await page.goto(address);
        const alert = page.getByRole('alert').filter({ hasText: MISSING });
        await expect(alert).toBeVisible();
        await page.unroute(file);
        await alert.getByRole('button', { name: 'Reload' }).click();
        await expect(page.locator(whole).first()).toBeVisible();
      },
    );

for (const [name, { address, whole }] of Object.entries(PAGES)) {
  test(`the page ${name} says so if it can’t be drawn any more`, async ({ page, lab }) => {
    lab.expectErrors(/./);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    await expect(page.locator('html')).toHaveAttribute('data-alive', 'true');
    // The header is outside the parts of a page that catch their own errors.
    await page.evaluate(() => {
      const { addEventListener } = document;
      document.addEventListener = (type: string, ...rest: [never]) => {
        if (type === 'pointerdown') throw new Error('No pointers.');
        addEventListener.call(document, type, ...rest);
      };
    });
    await page.locator('.masthead-menu').click();
    await expect(page.getByRole('alert')).toContainText('This page couldn’t be drawn. No pointers.');
  });

  test(`the page ${name} stays if the code of a dialog is missing`, async ({ page, lab }) => {
    lab.expectErrors(/./);
    await page.route(/assets\/KeysDialog-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404, body: 'none' }),
    );
    await page.goto(address);
    await expect(page.locator(whole).first()).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByText(MISSING)).toBeVisible();
    // React draws what has loaded, or failed to, up to 300 ms later.
    await page.waitForTimeout(1000);
    await expect(page.getByText(MISSING)).toBeVisible();
    await expect(page.locator(whole).first()).toBeVisible();
  });
}

const LESSON = 'reading-a-trace';

function fileOf(copy?: unknown): string {
  const paths = partsOf(LESSON);
  const [shared, lesson, style] = [paths.shared, paths.lesson, paths.style].map((path) =>
    readFileSync(`dist/${path}`, 'utf8'),
  ) as [string, string, string];
  const digests = JSON.parse(readFileSync('dist/one-file/digests.json', 'utf8'));
  const parts = { shared, lesson, style, digests };
  return oneFile({ name: LESSON, title: 'A lesson', copy: copy as never }, 'https://lab.example/', parts);
}

/** Mishaps of a file on its way to a student. */
const DAMAGES: Record<string, { change: (html: string) => string; words: string }> = {
  'cut off in the style sheet': {
    change: (html) => html.slice(0, html.indexOf('<style>') + 5000),
    words: 'incomplete',
  },
  'cut off in the first script': {
    change: (html) => html.slice(0, html.indexOf('<script>') + 5000),
    words: 'incomplete',
  },
  'half of it': { change: (html) => html.slice(0, html.length / 2), words: 'incomplete' },
  'cut off near the end': { change: (html) => html.slice(0, -100), words: 'incomplete' },
  'with a changed letter in its script': {
    change: (html) => html.replace('vegasLab.done[name]', 'vegasLab.dome[name]'),
    words: 'incomplete',
  },
  'with a damaged copy': { change: () => fileOf({ format: 'none' }), words: 'format' },
};

for (const [name, { change, words }] of Object.entries(DAMAGES))
  test(`a lesson’s file ${name} says so`, checkUnless(/half|copy/.test(name)), async ({ page, lab }) => {
    lab.expectErrors(/./);
    lab.allowOrigin(new URL('file:///').origin);
    const folder = mkdtempSync(join(tmpdir(), 'vegas-lab-damaged-'));
    const file = join(folder, 'lesson.html');
    writeFileSync(file, change(fileOf()));
    await page.goto(pathToFileURL(file).href);
    await expect(page.locator('#lab')).toContainText(words);
    await expect(page.locator('#lab')).toBeVisible();
    rmSync(folder, { recursive: true });
  });
