/** Links of a megabyte: the page refuses them at once, in one line, and goes on working. */
import type { Page } from '@playwright/test';
import { CHECK } from './check';
import { expect, expectPhase, test } from './lab';

/** A message fits in a dialog: about two lines on a phone. */
const LONGEST_MESSAGE = 200;

const MANY = Array.from({ length: 75_000 }, (_, index) => `flow${index}.x=1`).join('&');
const REFUSED = 'This link has too many values: 75,000. The lab opens links with up to 4,000.';

test.beforeAll(() => {
  expect(MANY.length).toBeGreaterThan(1_000_000);
});

/**
 * Opens an address from an empty page until a text is in sight, and notes in the report how much longer the long link took than a
 * short one. How long that is depends on the machine, so no test depends on it.
 */
async function compareTimes(page: Page, short: string, long: string, text: string): Promise<void> {
  const opened = async (address: string, done: () => Promise<void>) => {
    await page.goto('about:blank');
    const start = performance.now();
    await page.goto(address);
    await done();
    return performance.now() - start;
  };
  const usual = await opened(short, () => expectRan(page));
  const refused = await opened(long, () => expect(page.getByText(text).first()).toBeVisible());
  const ratio = `${(refused / usual).toFixed(2)} times the ${usual.toFixed(0)} ms of a short link`;
  test.info().annotations.push({ type: 'time until the message', description: ratio });
}

async function expectRan(page: Page): Promise<void> {
  await expect(page.locator('[data-phase="done"]').first()).toBeAttached({ timeout: 60_000 });
}

async function expectShortMessages(page: Page): Promise<void> {
  for (const message of await page.getByRole('alert').allTextContents())
    expect(message.length, message.slice(0, 300)).toBeLessThan(2 * LONGEST_MESSAGE);
}

test('on the bench, a link with too many values is refused, and the bench works', async ({ page }) => {
  await compareTimes(page, '#/bench?scenario=ahn-fig1-vr', `#/bench?scenario=ahn-fig1-vr&${MANY}`, REFUSED);
  await expectShortMessages(page);
  // There are other scenarios to choose from.
  await page.getByRole('dialog', { name: 'Scenarios' }).press('Escape');
  await expectPhase(page, 'done');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('3');
  await expect(page.locator('.trace-identity')).toContainText('seed 3');
});

test('a name of a megabyte is quoted in part', CHECK, async ({ page }) => {
  const name = 'x'.repeat(1_000_000);
  for (const parameter of ['scenario', 'experiment', `links.${name}.rate_bps=1&scenario`]) {
    await page.goto('about:blank');
    await page.goto(`#/bench?${parameter}=${name}`);
    await expectPhase(page, 'done');
    await expect(page.getByRole('alert').first()).toContainText('x'.repeat(20));
    await expectShortMessages(page);
  }
});

test(
  'on the sweep page, a link with too many values is refused, and a sweep runs',
  CHECK,
  async ({ page }) => {
    await compareTimes(page, '#/sweep?scenario=ahn-fig1-vr', `#/sweep?scenario=ahn-fig1-vr&${MANY}`, REFUSED);
    await expectShortMessages(page);
    await expect(page.getByRole('status')).toContainText('Done.', { timeout: 60_000 });
  },
);

test(
  'in an embed, an address with too many values is refused, and its bench runs',
  CHECK,
  async ({ page }) => {
    // Servers refuse such an address, but a service worker answers it.
    await page.route(/embed\/\?/, (route) => route.fulfill({ path: 'dist/embed/index.html' }));
    await compareTimes(page, 'embed/?scenario=ahn-fig1-vr', `embed/?scenario=ahn-fig1-vr&${MANY}`, REFUSED);
    await expectShortMessages(page);
    await expectRan(page);
  },
);
