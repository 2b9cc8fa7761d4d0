/**
 * Kept pictures of the lab, so that a changed look is a text diff that can be reviewed. Every picture is an SVG in
 * e2e/pictures with one element per line. `npm run pictures` rewrites them all.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PANEL_NAMES } from '../web/lab/panels/registry';
import { checkUnless } from './check';
import { expect, expectPhase, openBench, openDetails, openPrerendered, panel } from './lab';
import { expectElement, expectExported, expectScreen, test } from './picture';
import { openFolds, RUNS_WITHIN, run, skipPredictions } from './walk';

const PUBLISHED: { address: string }[] = JSON.parse(readFileSync('content/addresses.json', 'utf8'));

const FIGURES = '.paper-figure[data-kind="entries"]';

/** Addresses of first screens, by picture name. */
const SCREENS: Record<string, string> = {
  home: '',
  teach: '#/teach',
  chapter: '#/teach?chapter=vegas',
  scenarios: '#/scenarios',
  bench: '#/bench?scenario=ahn-fig2',
  'figure-1': '#/figure-1',
  papers: '#/papers',
  paper: '#/papers?paper=ahn-1995',
  evidence: '#/evidence',
  sweep: '#/sweep?scenario=ahn-fig1-vr',
  assign: '#/assign?scenario=ahn-fig1-vr',
  task: PUBLISHED.find(({ address }) => address.startsWith('#/task?'))?.address ?? '',
  grade: '#/grade',
  author: '#/author',
  copy: PUBLISHED.find(({ address }) => address.startsWith('#/copy?'))?.address ?? '',
  privacy: '#/privacy',
  lessons: 'lessons/',
  lesson: 'lessons/reading-a-trace/',
  play: 'lessons/play/',
  report: 'lessons/report/',
  glossary: 'lessons/glossary/',
  model: 'lessons/model/',
  presenting: 'lessons/rem/?present=7',
  builder: '#/embed?lesson=rem',
  'embedded-lesson': 'embed/?lesson=rem&experiment=alone',
  'embedded-bench': 'embed/?scenario=ahn-fig1-vr&panels=rtt',
};

/** Screens that are compared in every test run. */
const OFTEN = new Set(['home', 'bench', 'lesson']);

/** Runs whose panels are pictured. */
const RUNS: Record<string, string> = {
  reno: 'ahn-fig1-rr&duration_s=4',
  vegas: 'ahn-fig1-vr&duration_s=2',
  two: 'ahn-fig2&duration_s=3',
};

/** Papers whose first figure is a chart. */
const PAPERS = ['ahn-1995', 'cardwell-1999', 'fu-2003', 'low-2000', 'martin-1999'];

// Most pages rarely change; `npm run check` compares them.
for (const [name, address] of Object.entries(SCREENS))
  test(`the first screen of ${name}`, checkUnless(OFTEN.has(name)), async ({ page }) => {
    // Nothing plays, so that the picture doesn't depend on the moment.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    if (name === 'lesson') {
      await expect(page.locator('[data-shows] .strip canvas')).toBeVisible({ timeout: RUNS_WITHIN });
      await expect(page.locator('.claim[data-state="waiting"]')).toHaveCount(0, { timeout: RUNS_WITHIN });
    }
    await expectScreen(page, `screen-${name}`);
  });

/** Windows in which the bench shows fewer plots, and scrolls. */
for (const [width, height, projector] of [
  [1366, 625],
  [844, 390],
  [683, 384],
  [320, 256],
  [1024, 768, 'projector'],
] as const)
  test(`the bench at ${[width, height].join(' x ')}`, checkUnless(height < 300), async ({ page }) => {
    await page.setViewportSize({ width, height });
    if (projector) await page.addInitScript(() => localStorage.setItem('vegaslab:projector', 'on'));
    await openBench(page, 'ahn-fig2');
    await expectScreen(page, ['screen-bench', width, height, ...(projector ? [projector] : [])].join('-'));
  });

test('the list of keys', async ({ page }) => {
  await page.goto('#/privacy');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectScreen(page, 'screen-keys');
});

for (const [name, scenario] of Object.entries(RUNS))
  test(`every panel of ${name}`, async ({ page }) => {
    // Room for all of them at once.
    await page.setViewportSize({ width: 1280, height: 2000 });
    await openBench(page, `${scenario}&view.plots=${PANEL_NAMES.join()}`);
    for (const one of PANEL_NAMES) await expectExported(panel(page, one), `panel-${one}-${name}`);
  });

test('the network at a moment', async ({ page }) => {
  await openBench(page, 'ahn-fig2&duration_s=3');
  await page.getByLabel('Time cursor', { exact: true }).fill('1.5');
  await page.getByRole('button', { name: 'Enlarge the network' }).click();
  await expectExported(panel(page, 'network'), 'network');
});

test('a capture as a panel', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr&duration_s=4');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Packets (pcapng)' }).click(),
  ]);
  await page.getByRole('button', { name: 'Open a file' }).click();
  await page.getByLabel('Open a scenario').setInputFiles({
    name: 'capture.pcapng',
    mimeType: 'application/octet-stream',
    buffer: await readFile(await download.path()),
  });
  await expectExported(panel(page, 'real-sequence'), 'panel-real-sequence');
});

test('a comparison', async ({ page }) => {
  // After Vegas has been on the bench, the link in the picture names its scenario; otherwise it would contain all of
  // it, compressed.
  await openBench(page, 'ahn-fig1-vr');
  const kept = new URLSearchParams({ as: 'Vegas', scenario: 'ahn-fig1-vr', duration_s: '4' });
  await openBench(page, `ahn-fig1-rr&duration_s=4&${new URLSearchParams({ with: `${kept}` })}`);
  await expectExported(panel(page, 'window'), 'compare-window');
  await expectElement(page.getByRole('region', { name: 'Compared runs' }), 'compare-runs');
  await openDetails(page, 'Comparison');
  await expectElement(page.getByRole('region', { name: 'Compared metrics' }), 'compare-metrics');
  await expectElement(page.locator('.overview'), 'overview');
});

async function sweep(page: Page, query: string): Promise<void> {
  await page.goto(`#/sweep?scenario=ahn-fig1-vr&${query}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText(/\d of \d+ runs/, { timeout: 60_000 });
}

test('a sweep as curves, and as a map of colors', async ({ page }) => {
  const alpha = 'sweep.field=flows.0.sender.avoidance.alpha~list~1, 3';
  const rate = 'sweep.field=links.1.rate_bps~list~400000, 800000';
  const few = 'sweep.kind=sweep&sweep.show=flows.0.goodput_bytes_per_s';
  await sweep(page, `${few}&${rate}&sweep.presets=vegas~reno&sweep.seeds=2`);
  await expectElement(page.locator('.sweep-result'), 'sweep-curves');
  await page.goto('about:blank');
  await sweep(page, `${few}&${alpha}&${rate}&sweep.seeds=1`);
  await expectElement(page.locator('.sweep-result'), 'sweep-map');
});

test('a factorial design', async ({ page }) => {
  const factors = ['flows.0.sender.preset~vegas~reno', 'links.1.rate_bps~400000~800000'];
  const query = factors.map((factor) => `sweep.factor=${factor}`).join('&');
  await sweep(page, `sweep.kind=factorial&${query}&sweep.seeds=1`);
  await expectElement(page.locator('.sweep-result'), 'sweep-factorial');
});

for (const paper of PAPERS)
  test(`the first figure of ${paper}`, async ({ page }) => {
    await page.goto(`#/papers?paper=${paper}&view=tables`);
    const group = page.locator('.findings').filter({ has: page.locator(FIGURES) });
    await group.first().evaluate((fold: HTMLDetailsElement) => {
      fold.open = true;
    });
    await expectElement(group.locator(FIGURES).first(), `figure-${paper}`);
  });

test('a figure of a paper, redrawn from a run', async ({ page }) => {
  await page.goto('#/bench?experiment=ahn-1995/figure-2');
  await expectPhase(page, 'done');
  await expectExported(
    page.locator('[data-figure-of="figure-2/sender"]').getByRole('region'),
    'figure-from-run',
  );
});

test('the charts of the evidence', async ({ page }) => {
  await page.goto('#/evidence?receiver=every_packet&company=twins&preset=reno&path=10M-40ms-5p');
  await expectElement(page.locator('.check').first(), 'evidence-check');
  await expectElement(page.locator('.grid-chooser'), 'evidence-chooser');
  await expectElement(page.locator('.grid-figure'), 'evidence-grid');
  await expectElement(page.locator('.cell-card'), 'evidence-cell');
  await expectElement(page.locator('.battery[data-peer="ns2"]'), 'evidence-battery');
});

/** Waits until the prerendered page is interactive. */
async function openLesson(page: Page, name: string, query = ''): Promise<void> {
  await openPrerendered(page, `lessons/${name}/${query}`);
  if (query !== '') await expect(page.locator('html')).toHaveAttribute('data-presenting', 'on');
}

/** Continues without predictions and opens the folds, so that the whole lesson is on the page. */
async function uncover(page: Page): Promise<void> {
  await skipPredictions(page);
  await openFolds(page);
}

test('a drawn prediction, and what the run shows', async ({ page }) => {
  await openLesson(page, 'reading-a-trace');
  const ask = page.locator('[data-predict="opening"]');
  const pen = ask.getByRole('slider');
  for (let place = 0; place < 8; place += 1) {
    await pen.press('ArrowRight');
    await pen.press('ArrowUp');
  }
  await expectElement(ask, 'lesson-curve-drawn');
  await ask.getByRole('button', { name: 'Continue without a prediction' }).click();
  await expect(ask.locator('.truth')).toBeVisible({ timeout: RUNS_WITHIN });
  await expectElement(ask, 'lesson-curve-told');
});

test('samples of runs', async ({ page }) => {
  await openLesson(page, 'a-network-in-one-room');
  await uncover(page);
  await run(page, 'ping');
  await expectElement(page.locator('[data-experiment="ping"]'), 'lesson-samples');
});

for (const [name, { lesson, label }] of Object.entries({
  rates: { lesson: 'listening-to-the-queue', label: /^A window of/ },
  shares: { lesson: 'utilisation-delay-drops', label: /^shares of/ },
  chain: { lesson: 'many-links', label: /^Four routers/ },
}))
  test(`the drawing of ${name}`, async ({ page }) => {
    await openLesson(page, lesson);
    await uncover(page);
    await expectElement(page.getByRole('img', { name: label }), `lesson-${name}`);
  });

test("a class's predictions as bars and as dots", async ({ page }) => {
  await openLesson(page, 'head-to-head', '?present=5');
  const choice = page.locator('[data-predict="first"]');
  await expect(choice).toBeVisible();
  for (const key of ['Digit1', 'Digit2', 'Digit2', 'Digit3']) await page.keyboard.press(key);
  await expectElement(choice, 'presenting-bars');
  await openLesson(page, 'rem', '?present=8');
  const numbers = page.locator('[data-predict="share"]');
  for (const number of ['20', '50', '50', '93']) {
    await numbers.getByRole('textbox').fill(number);
    await numbers.getByRole('textbox').press('Enter');
  }
  await expectElement(numbers, 'presenting-dots');
});

test('every published page has a picture of its first screen', () => {
  const pictured = new Set(Object.values(SCREENS).map(pageAt));
  expect(PUBLISHED.map(({ address }) => pageAt(address)).filter((page) => !pictured.has(page))).toEqual([]);
});

/** The page of an address, without its parameters. All lessons count as one page. */
function pageAt(address: string): string {
  return address
    .replace('index.html', '')
    .replace(/\?.*|(?<=.)#[^/].*|^#\/$/, '')
    .replace(/^lessons\/(?!report|glossary|model|play).+/, 'lessons/*');
}
