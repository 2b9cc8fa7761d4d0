/** The home page: its first frame, the running connection, and its links. */

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, expectPhase, openPrerendered, test } from './lab';

const story = (page: Page) => page.locator('.hero-story');
const buffer = (page: Page) => page.getByRole('slider', { name: 'Buffer' });

/** Waits until the engine's run is shown. */
async function openHome(page: Page): Promise<void> {
  await page.goto('');
  await expect(page.locator('[data-replay="true"]')).toBeAttached();
}

/** The window's line, as the path's data. */
const line = (page: Page) => page.locator('.plot-window').getAttribute('d');

test('the first frame needs neither the engine nor a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(story(page)).toContainText('Reno overflows the buffer at 1.4 s');
  expect((await page.locator('.stage-wide .stage-data').getAttribute('d'))?.length).toBeGreaterThan(200);
  expect((await line(page))?.length).toBeGreaterThan(200);
  await expect(page.getByRole('heading', { name: 'Check the papers' })).toBeVisible();
  await page.getByRole('link', { name: /^Reading a trace/ }).click();
  await expect(page.locator('main[data-lesson="reading-a-trace"]')).toBeVisible();
  await context.close();
});

test('both senders have a picture before the engine arrives, and move when it does', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/vegaslab_bg-*.wasm', async (route) => {
    await released;
    await route.continue();
  });
  await openPrerendered(page, '');
  const reno = await line(page);
  await page.getByText('Vegas', { exact: true }).first().click();
  await expect(story(page)).toContainText('Vegas drops nothing');
  expect(await line(page)).not.toBe(reno);
  await expect(page.locator('[data-replay="false"]')).toBeAttached();
  release();
  await expect(page.locator('[data-replay="true"]')).toBeAttached();
  const packets = () => page.locator('.stage-wide .stage-data').getAttribute('d');
  const before = await packets();
  await expect.poll(packets).not.toBe(before);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test("the other sender's window is behind the chosen one, with every buffer", async ({ page }) => {
  await openHome(page);
  const ghost = page.locator('.plot-ghost');
  const shape = () => ghost.getAttribute('d');
  await expect(page.locator('.ghost-key')).toHaveText('Vegas');
  const vegas = await shape();
  expect(vegas).not.toBe(await line(page));
  await page.getByRole('radio', { name: 'Reno' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.ghost-key')).toHaveText('Reno');
  await expect.poll(() => line(page), 'it was the ghost').toBe(vegas);
  const reno = await shape();
  await buffer(page).fill('6');
  await expect(story(page)).toContainText('Vegas');
  await expect.poll(async () => ((await ghost.count()) === 1 ? shape() : reno)).not.toBe(reno);
});

test('the switch and the slider work with the keyboard', async ({ page }) => {
  await openHome(page);
  await page.getByRole('radio', { name: 'Reno' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Vegas' })).toBeChecked();
  await expect(story(page)).toContainText('Vegas drops nothing');
  await page.keyboard.press('ArrowLeft');
  await expect(story(page)).toContainText('loses 25 packets');
  await buffer(page).focus();
  await page.keyboard.press('Home');
  await expect(story(page)).toContainText('loses 5 packets');
  await expect(page.locator('.stage-wide')).toContainText("router's buffer: 7 packets");
  await page.keyboard.press('End');
  await expect(story(page)).toContainText("The receiver's window keeps it from sending more.");
  const time = page.getByRole('slider', { name: 'Time' });
  await time.focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.hero-clock')).toContainText('0.0 s');
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible();
});

test('dragging the buffer runs the simulator at every step', async ({ page }) => {
  await openHome(page);
  const box = await buffer(page).boundingBox();
  if (box === null) throw new Error('the slider has no box');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.38, middle);
  await page.mouse.down();
  const stories = new Set<string>();
  for (const share of [0.3, 0.2, 0.1, 0.02]) {
    await page.mouse.move(box.x + box.width * share, middle, { steps: 3 });
    await page.waitForTimeout(150);
    stories.add(await story(page).innerText());
  }
  await page.mouse.up();
  expect(stories.size).toBeGreaterThan(2);
  await expect(story(page)).toContainText('loses 5 packets');
});

test('the bench opens with the exact setting, and going home keeps its work', async ({ page }) => {
  await openHome(page);
  await page.getByRole('radio', { name: 'Reno' }).focus();
  await page.keyboard.press('ArrowRight');
  await buffer(page).fill('8');
  await page.getByRole('link', { name: 'Open this on the bench' }).click();
  await expect(page.locator('main.bench')).toBeVisible();
  await expectPhase(page, 'done');
  await expect(page).toHaveURL(/#\/bench\?scenario=ahn-fig1-vr/);
  const text = () => page.evaluate(() => window.location.hash);
  expect(await text()).toContain('links.1.queue.limit_bytes=8192');
  await page.locator('a.brand').click();
  await expect(page.locator('main.home')).toBeVisible();
  await expect(page).toHaveTitle('Vegas Lab');
  await expect(page.locator('[data-replay="true"]')).toBeAttached();
  await page.goBack();
  await expect(page.locator('main.bench')).toBeVisible();
  await expectPhase(page, 'done');
});

test('the bench never shows the home page first', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const home = document.querySelector('main.home');
      if (home?.checkVisibility({ visibilityProperty: true })) seen.push('home');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('pictures open lessons, scenarios and papers', CHECK, async ({ page }) => {
  await openHome(page);
  const links = await page
    .locator('.home-section a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => href.startsWith('lessons/')).length).toBeGreaterThan(21);
  const findings: { verdict: string }[] = JSON.parse(readFileSync('content/findings.json', 'utf8'));
  const count = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  const numbers = count('agrees') + count('deviates');
  await expect(
    page.getByText(`${count('agrees')} of ${numbers} printed numbers agree with ours`),
  ).toBeVisible();
  await page.getByRole('link', { name: /^CUBIC or BBR\?/ }).click();
  await expect(page.locator('main.bench')).toBeVisible();
  await expectPhase(page, 'done');
  await page.goto('#/teach');
  await expect(page.getByRole('heading', { level: 1, name: 'Teach with Vegas Lab' })).toBeVisible();
  for (const [link, shows] of [
    ['Set a task', 'main.assign-page'],
    ['Grade result codes', 'main.grade-page'],
    ['Embed in your page', 'main.builder'],
  ] as const) {
    await page.getByRole('link', { name: link }).click();
    await expect(page.locator(shows)).toBeVisible();
    await page.goBack();
  }
});

test('progress in a lesson is shown with its picture', CHECK, async ({ page }) => {
  await page.addInitScript(() => {
    const made = { first: { what: '', words: '', links: [] } };
    localStorage.setItem(
      'vegaslab:lesson:two-seconds',
      JSON.stringify({ version: 1, predictions: {}, checks: {}, made }),
    );
  });
  await openHome(page);
  await expect(page.getByRole('link', { name: /Where two seconds went/ })).toContainText(
    /started, \d+ min left/,
  );
});

test('nothing plays if the system asks for less motion', CHECK, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHome(page);
  await expect(page.getByRole('button', { name: 'Play' })).toBeEnabled();
  const clock = page.locator('.hero-clock');
  await expect(clock).toContainText('1.2 s');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(clock).not.toContainText('1.2 s');
});

test('German replaces the prerendered English', CHECK, async ({ page }) => {
  await page.goto('?lang=de');
  await expect(page.locator('[data-replay="true"]')).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const { name, colorScheme, viewport } of [
  { name: 'a laptop', colorScheme: 'light', viewport: { width: 1280, height: 720 } },
  { name: 'a laptop, dark', colorScheme: 'dark', viewport: { width: 1280, height: 720 } },
  { name: 'a phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'the smallest screen', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });

    test('axe finds nothing and nothing scrolls sideways', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const [address, shows] of [
        ['', '[data-replay="true"]'],
        ['#/teach', 'main.teach-page h1'],
      ] as const) {
        await page.goto(address);
        await expect(page.locator(shows)).toBeAttached();
        await expectNoFindings(page);
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
          address,
        ).toBe(0);
      }
    });
  });
}

test('the running picture is above the fold of a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openHome(page);
  for (const shown of ['.stage-wide', '.plot-of-home', '.hero-open'])
    expect(
      await page.locator(shown).evaluate((element) => element.getBoundingClientRect().bottom),
      shown,
    ).toBeLessThanOrEqual(720);
});

test('the game is on the first screen and in a section of its own', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openHome(page);
  const first = page.getByRole('link', { name: 'Play: beat Reno in 30 seconds' });
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('region', { name: 'You’re the window' }).getByRole('link')).toHaveAttribute(
    'href',
    'lessons/play/',
  );
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: 'You’re the window' })).toBeVisible();
});
