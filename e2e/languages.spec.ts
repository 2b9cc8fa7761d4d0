/** The lab in other languages: complete translation, right-to-left layout, and German. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK, checkUnless } from './check';
import { plainIn, plainTexts } from './disguise';
import { expect, figure, panel, test } from './lab';
import { RUNS_WITHIN, showStep } from './walk';

/** Pages: address, and a selector that exists when the page is complete. */
const PAGES = {
  home: ['index.html', '[data-replay="true"]'],
  teach: ['#/teach', 'main.teach-page h1'],
  chapter: ['#/teach?chapter=vegas', 'main.chapter-page .lesson-plan'],
  demo: ['#/teach?demo=1', 'main.demo [data-shows="full"]'],
  bench: ['#/bench?scenario=ahn-fig1-vr', '.status[data-phase="done"]'],
  lesson: ['lessons/reading-a-trace/', '[data-alive] main[data-lesson] h1'],
  sweep: ['#/sweep?scenario=ahn-fig1-vr', '.sweep-setup'],
  assign: ['#/assign?scenario=ahn-fig1-rr', 'main.assign-page h1'],
  grade: ['#/grade', 'main.grade-page h1'],
  'embed builder': ['#/embed', 'main.builder h1'],
  papers: ['#/papers?paper=cardwell-1999&view=tables', 'main.papers tr[data-item]'],
  evidence: ['#/evidence?preset=reno&path=10M-40ms-5p', 'main.evidence .cell-card h3'],
  privacy: ['#/privacy', 'main.privacy h1'],
  python: ['#/python', 'main.python h1'],
} as const;

type PageName = keyof typeof PAGES;
const ALL = Object.keys(PAGES) as PageName[];

/** `npm test` opens these two, which show most of the interface. */
const FEW: readonly PageName[] = ['bench', 'lesson'];

async function open(page: Page, name: PageName, language: string): Promise<void> {
  const [address, there] = PAGES[name];
  const [path, hash] = address.split('#');
  await page.goto(
    `${path === '' ? 'index.html' : path}?lang=${language}${hash === undefined ? '' : `#${hash}`}`,
  );
  await expect(page.locator(there).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Opens all closed details. */
async function openAllDetails(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
}

/** Polls, because elements that are still loading add texts. */
async function expectDisguise(page: Page, what: string): Promise<void> {
  await expect
    .poll(() => plainTexts(page), { message: `${what} in plain English`, timeout: 8000 })
    .toEqual([]);
}

test('disguised text is distinguished from plain text', () => {
  expect(
    ['[Šẃééþ~~]', 'Vegas, 1.5 Mbit/s', 'transfer: sender avoidance alpha', 'R1 → R2'].map(plainIn),
  ).toEqual(['', '', '', '']);
  expect(['Sweep', '[Řúñ~]: done', 'of 12 runs'].map(plainIn)).toEqual([
    'Sweep',
    '[Řúñ~]: done',
    'of 12 runs',
  ]);
});

for (const name of ALL)
  test(name, checkUnless(FEW.includes(name)), async ({ page }) => {
    await open(page, name, 'en-XA');
    await expectDisguise(page, name);
    await openAllDetails(page);
    await expectDisguise(page, `${name}, opened up,`);
  });

test('every text can be translated: overlays of the bench', CHECK, async ({ page }) => {
  await open(page, 'bench', 'en-XA');
  const buttons = page.locator('button.floats:visible');
  for (let at = 0; at < (await buttons.count()); at += 1) {
    const button = buttons.nth(at);
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectDisguise(page, `what button ${at} opens`);
    await page.keyboard.press('Escape');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  }
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectDisguise(page, 'the list of keys');
});

test('every text can be translated: results of sweeps', CHECK, async ({ page }) => {
  for (const query of [
    'sweep.kind=sweep&sweep.field=links.1.queue.limit_bytes~list~8000,16000&sweep.seeds=2',
    'sweep.kind=factorial&sweep.factor=flows.0.sender.preset~vegas~reno&sweep.factor=links.1.rate_bps~500000~1000000&sweep.seeds=2',
  ]) {
    await page.goto(`index.html?lang=en-XA#/sweep?scenario=ahn-fig1-vr&${query}`);
    await page.locator('.sweep-start .primary').click();
    await expect(page.locator('.pool-status')).toHaveAttribute('data-phase', 'done');
    await openAllDetails(page);
    await page
      .locator('.sweep-result [role=slider]')
      .or(page.locator('.effects'))
      .first()
      .press('ArrowRight');
    await expectDisguise(page, 'what has come back');
  }
});

for (const name of ALL)
  test(
    `the page fits, and axe finds no violations: ${name}`,
    checkUnless(name === 'bench'),
    async ({ page }) => {
      const tooWide = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await open(page, name, 'ar-XB');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect.poll(tooWide).toBe(0);
      await expectNoFindings(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.poll(tooWide).toBe(0);
    },
  );

test('from right to left, time still runs from left to right, on the bench and for its keys', async ({
  page,
}) => {
  await open(page, 'bench', 'ar-XB');
  const directions = await page
    .locator('.plot, .strip-layers, .scrubber')
    .evaluateAll((places) => [...new Set(places.map((place) => getComputedStyle(place).direction))]);
  expect(directions).toEqual(['ltr']);
  const hands = panel(page, 'window').getByRole('slider');
  const box = await hands.boundingBox();
  if (box === null) throw new Error('the panel has no place');
  await hands.hover({ position: { x: box.width / 4, y: 20 } });
  const [now, end] = await hands.evaluate((element) => [element.ariaValueNow, element.ariaValueMax]);
  expect(Number(now) / Number(end)).toBeCloseTo(0.25, 1);
  // Text outside the plots is right-aligned.
  expect(await page.locator('h1').evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});

const said = new Map(
  readdirSync('web/base/words/de')
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(`web/base/words/de/${file}`, 'utf8')) as Record<string, string>),
    ),
);
const masthead = (page: Page) =>
  page.getByRole('banner').getByRole('navigation').getByRole('link').allInnerTexts();

test('German pages have German texts and number formats, and lasts for the visit until English is chosen', async ({
  page,
}) => {
  await open(page, 'bench', 'en');
  const english = await masthead(page);
  await open(page, 'bench', 'de');
  await page.locator('.bottom-line > button').click();
  await expect(figure(page, 'goodput_bytes_per_s')).toHaveText(/^\d{1,3}(\.\d{3})*,\d kbit\/s$/);
  const german = await masthead(page);
  expect(german).toEqual(english.map((text) => said.get(text) ?? text));
  expect(german).not.toEqual(english);

  await page.goto('#/sweep?scenario=ahn-fig1-vr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Versuchsreihe');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('.sweep-start .primary')).toHaveText('Starten');
  await page.goto('lessons/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await open(page, 'bench', 'en');
  expect(await masthead(page)).toEqual(english);
  await page.locator('.bottom-line > button').click();
  await expect(figure(page, 'goodput_bytes_per_s')).toHaveText(/^\d{1,3}(,\d{3})*\.\d kbit\/s$/);
  await page.goto('#/privacy');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a translated lesson is German from its text to its feedback and the report', async ({ page }) => {
  await open(page, 'lesson', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einen Verlauf lesen');
  await expect(page.locator('.english-only, article.lesson-text [lang="en"]')).toHaveCount(0);
  const opening = page.locator('[data-predict="opening"]');
  await expect(opening.locator('.question')).toContainText('Zeichnen Sie');
  await opening.getByRole('slider').press('ArrowUp');
  await opening.getByRole('slider').press('End');
  await opening.getByRole('button', { name: 'Vorhersage festlegen' }).click();
  await showStep(page, 'grows');
  await expect(page.locator('[data-reason="opening"]')).toContainText(
    /Jedes ACK erweitert das Fenster um ein Segment/,
    { timeout: RUNS_WITHIN },
  );
  await expect(page.locator('[data-claim="second-at"]')).toHaveAttribute('data-state', 'shown');
  await expectNoFindings(page);

  await page.goto('lessons/report/');
  await expect(page.locator('.lesson-report')).toContainText('Einen Verlauf lesen');
  await expect(page.locator('.lesson-report .question')).toContainText('Zeichnen Sie');
  await expect(page.locator('.lesson-report [lang="en"]')).toHaveCount(0);
});

test('in German, other lessons say that they are in English', async ({ page }) => {
  await page.goto('lessons/rem/?lang=de');
  await expect(page.locator('.english-only')).toBeVisible();
  await expect(page.locator('article.lesson-text')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en');
});

test('in German, exported tables stay English', CHECK, async ({ page }) => {
  await open(page, 'bench', 'de');
  const place = panel(page, 'queue');
  await place.locator('.floats:has(+ .panel-more)').click();
  await place.locator('.floats:has(+ .export-menu)').click();
  const loaded = page.waitForEvent('download');
  await place.locator('.floating.export-menu').getByRole('button', { name: 'CSV' }).click();
  const text = readFileSync(await (await loaded).path(), 'utf8');
  expect(text).toMatch(/^# .*seed \d+ · Vegas Lab, engine/);
  expect(text).not.toContain('Startwert');
});
