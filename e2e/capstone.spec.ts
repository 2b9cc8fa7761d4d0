/** Playing the capstone: by keys and touch, replayed from an earlier moment, and with a custom sender. */
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, openDetails, openPrerendered, test } from './lab';

async function open(page: Page): Promise<Locator> {
  await openPrerendered(page, 'lessons/you-are-the-window/');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const capstone = page.locator('.capstone');
  await expect(capstone.locator('.capstone-picture canvas')).toBeVisible();
  return capstone;
}

function reading(capstone: Locator, name: string): Locator {
  return capstone.locator(`[data-metric="${name}"]`);
}

async function expectPoints(capstone: Locator, from: number, to: number): Promise<void> {
  const verdict = capstone.locator('.capstone-verdict');
  await expect(verdict).toBeVisible();
  await expect
    .poll(async () => {
      const points = Number(await verdict.getAttribute('data-points'));
      return points > from && points < to;
    })
    .toBe(true);
}

test(
  'a path is played with keys, revealed at the end, and replayed from an earlier moment',
  CHECK,
  async ({ page }) => {
    const capstone = await open(page);
    const game = capstone.locator('.capstone-game');
    await capstone.getByRole('combobox', { name: 'Speed' }).selectOption('4');
    const start = capstone.getByRole('button', { name: 'Start', exact: true });
    await start.focus();
    // The player sets the first window too. It stays constant from here, so the run doesn't depend on the test's speed.
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(reading(capstone, 'cwnd')).toHaveText('20');
    await page.keyboard.press('Enter');
    await expect(game).toHaveAttribute('data-phase', 'playing');
    await expect(reading(capstone, 'outstanding')).toHaveText('20');
    await expect(reading(capstone, 'shortest')).toContainText('116');
    // During the game no panel shows data that a sender couldn't see.
    await expect(capstone.locator('.panel')).toHaveCount(0);
    await expect(game).toHaveAttribute('data-phase', 'over');
    await expect(
      game.getByRole('status').filter({ hasText: 'The run has finished. At 30 s: window 20' }),
    ).toBeAttached();
    await expectPoints(capstone, 76.5, 77.5);
    await expect(capstone.locator('[data-entrant]')).toHaveCount(5);
    await expect(capstone.locator('[data-panel="queue"]')).toBeVisible();
    await expect(capstone.locator('.capstone-paths label').first()).toContainText('by hand 77.0');
    await expectNoFindings(page);

    const moment = capstone.getByRole('slider', { name: 'Moment shown' });
    await moment.fill('9');
    await expect(game).toHaveAttribute('data-phase', 'paused');
    await expect(capstone.locator('.panel')).toHaveCount(0);
    await expect(reading(capstone, 'now')).toHaveText('9.0');
    await capstone.getByRole('button', { name: 'Take over from here' }).click();
    await page.keyboard.press('h');
    await expect(reading(capstone, 'cwnd')).toHaveText('10');
    await expect(game).toHaveAttribute('data-phase', 'over');
    await expect(capstone.locator('.capstone-verdict')).toContainText('You took over 1 time.');

    const address = await capstone.getByRole('link', { name: 'This run on the bench' }).getAttribute('href');
    const goodput = await capstone.locator('[data-own="true"] td').nth(1).textContent();
    await page.goto(`lessons/you-are-the-window/${address}`);
    await openDetails(page, 'Results');
    await page.getByRole('combobox', { name: 'Rates in' }).selectOption('kbit/s');
    const bench = page.locator('[data-metric="goodput_bytes_per_s"] td').first();
    // The lesson rounds to a tenth of a kB/s, which is 8 kbit/s.
    await expect
      .poll(async () =>
        Math.abs(Number.parseFloat((await bench.textContent()) ?? '') / 8 - Number.parseFloat(goodput ?? '')),
      )
      .toBeLessThanOrEqual(0.06);
  },
);

test('a question about a path waits until the path has been played', async ({ page }) => {
  const capstone = await open(page);
  const ask = page.locator('[data-predict="large"]');
  await expect(ask).toContainText('Play this path in the game first.');
  await expect(ask.getByRole('radio')).toHaveCount(0);
  await expect(ask.getByRole('button', { name: 'Continue without a prediction' })).toBeVisible();
  await capstone.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await capstone.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await expect(capstone.locator('.capstone-game')).toHaveAttribute('data-phase', 'over');
  await expect(capstone.locator('.capstone-verdict [data-bar]')).toHaveText([
    /^of your fair share[\d.]+ %$/,
    /^no waiting in queues[\d.]+ %$/,
    /^sent only once[\d.]+ %$/,
  ]);
  await ask.getByRole('radio').first().check();
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(page.locator('[data-predict="reno"]')).toContainText('Play this path in the game first.');
  await expectNoFindings(page);
});

test.describe('on a phone', CHECK, () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'dark' });

  test('on a phone, plot and controls are visible together, and the buttons work', async ({ page }) => {
    const capstone = await open(page);
    await capstone.getByRole('button', { name: 'Start', exact: true }).tap();
    await capstone.getByRole('button', { name: 'double the window' }).tap();
    await capstone.getByRole('button', { name: '5 segments more' }).tap();
    await expect(reading(capstone, 'cwnd')).toHaveText('13');
    await capstone.getByRole('button', { name: 'Pause' }).tap();
    const picture = await capstone.locator('.capstone-plot').boundingBox();
    const hand = await capstone.locator('.capstone-controls').boundingBox();
    const bottom = (hand?.y ?? 0) + (hand?.height ?? 0);
    expect(bottom - (picture?.y ?? 0)).toBeLessThan(740);
    await expectNoFindings(page);
  });
});

test('a student builds a sender and compares it with the presets', async ({ page }) => {
  const capstone = await open(page);
  await capstone.getByRole('radio', { name: 'Build a sender' }).check();
  // Vegas as it is.
  await expectPoints(capstone, 80.5, 81.5);
  await expect(capstone.locator('.capstone-paths label').first()).toContainText('own sender –');
  const alpha = capstone.locator('[data-path="flows.0.sender.avoidance.alpha"] input.exact');
  const beta = capstone.locator('[data-path="flows.0.sender.avoidance.beta"] input.exact');
  await alpha.fill('0.5');
  await beta.fill('1');
  await expect(capstone.locator('[data-own="true"]')).toContainText('yours: vegas, 2 changes');
  await expectPoints(capstone, 81.6, 100);
  await expect(capstone.locator('.capstone-paths label').first()).toContainText(/own sender 8\d\.\d/);
  await capstone.getByRole('combobox', { name: 'decrease' }).selectOption('none');
  await expect(capstone.locator('[data-own="true"]')).toContainText('3 changes');
  await expectNoFindings(page);
});
