/** Presenting a lesson: steps by clicker keys, show of hands for predictions, and a link to the current step. */
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { digest, expect, openBench, openPrerendered, test } from './lab';
import { change, RUNS_WITHIN } from './walk';

const LESSON = 'lessons/head-to-head/';

/** The lesson's first prediction, the experiment that it hides, and the task for that experiment. */
const [ASKED, RUN, TASK] = ['first', 'side', 'even'];

const ALPHA = 'flows.1.sender.avoidance.alpha';
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

test.use({ viewport: { width: 1920, height: 1080 } });

const now = (page: Page) => page.locator('[data-step="now"], .presenting-outcome');
const progress = (page: Page) => page.locator('.bar-progress');
const count = (page: Page, choice: number) =>
  page.locator(`[data-predict="${ASKED}"] li`).nth(choice).locator('output');

async function open(page: Page, address: string): Promise<void> {
  await openPrerendered(page, address);
}

async function expectPresenting(page: Page, on: boolean): Promise<void> {
  if (on) await expect(page.locator('html')).toHaveAttribute('data-presenting', 'on');
  else await expect(page.locator('html')).not.toHaveAttribute('data-presenting');
}

/** Steps forward until an element is on the screen. */
async function goTo(page: Page, place: Locator): Promise<void> {
  const all = Number((await progress(page).textContent())?.split('/')[1]);
  for (let step = 1; step < all && !(await place.isVisible()); step += 1) {
    const before = (await progress(page).textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    await expect(progress(page)).not.toHaveText(before);
  }
  await expect(place).toBeVisible();
}

async function done(page: Page): Promise<void> {
  const status = page.locator(`[data-experiment="${RUN}"] .experiment-status`);
  await expect(status).toHaveAttribute('data-phase', 'done', { timeout: RUNS_WITHIN });
}

/** The metrics in the experiment's table. */
const figures = (page: Page) => page.locator(`[data-experiment="${RUN}"] .lesson-figures tbody`);

async function expectNoOverflow(page: Page): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over).toBeLessThanOrEqual(0);
}

test('a class predicts by show of hands, sees the run, and gets its link', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, LESSON);
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expectPresenting(page, true);
  await expect(progress(page)).toHaveText(/^1 \/ \d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('article.lesson-text > *').first()).toBeHidden();

  const asked = page.locator(`[data-predict="${ASKED}"]`);
  await test.step('a clicker reaches the prediction before the run is shown', async () => {
    for (let press = 0; press < 20 && !(await asked.isVisible()); press += 1)
      await page.keyboard.press('PageDown');
    await expect(asked).toBeVisible();
    await expect(asked.or(page.locator('[data-step="now"]')).first()).toBeFocused();
    await expect(page.locator(`[data-experiment="${RUN}"]`)).toBeHidden();
    await expect(page.locator('[aria-live]', { hasText: /^Step \d+ of \d+$/ })).toBeAttached();
  });

  await test.step('counting hands by keys and clicks', async () => {
    for (const key of ['1', '1', '2', '2', '2', '2', 'Shift+Digit2', '3'])
      await page.keyboard.press(key.length === 1 ? `Digit${key}` : key);
    await expect(count(page, 0)).toHaveText('2');
    await expect(count(page, 1)).toHaveText('3');
    const choice = (await asked.locator('li').nth(2).locator('.bar-words').textContent()) ?? '';
    await page.getByRole('button', { name: `Add a vote for “${choice.trim()}”` }).click();
    await page.getByRole('button', { name: `Add a vote for “${choice.trim()}”` }).click();
    await page.getByRole('button', { name: `Remove a vote for “${choice.trim()}”` }).click();
    await expect(count(page, 2)).toHaveText('2');
    await expect(asked.getByText('7 votes')).toBeVisible();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(count(page, 1)).toHaveText('3 of 7');
    await page.keyboard.press('Digit1');
    await expect(count(page, 0)).toHaveText('2 of 7');
  });

  await test.step('a reload keeps the step and the hands', async () => {
    await page.reload();
    await expectPresenting(page, true);
    await expect(count(page, 1)).toHaveText('3 of 7');
  });

  await test.step('the run, then the outcome of the vote', async () => {
    await goTo(page, page.locator(`[data-experiment="${RUN}"]`));
    await done(page);
    await expectNoFindings(page);
    await page.keyboard.press('ArrowRight');
    const outcome = page.locator(`[data-outcome="${ASKED}"]`);
    await expect(outcome).toBeVisible();
    await expect(outcome).toBeFocused();
    await expect(outcome.locator('[data-right="true"]')).toHaveCount(1);
    await expect(outcome.getByText(/^\d of 7 chose what the run shows/)).toBeVisible();
    await expectNoFindings(page);
    await page.keyboard.press('ArrowLeft');
    await expect(outcome).toHaveCount(0);
  });

  const place = page.locator(`[data-experiment="${RUN}"]`);
  await test.step('a focused control keeps its keys', async () => {
    const before = (await progress(page).textContent()) ?? '';
    const slider = place.locator(`[data-path="${ALPHA}"] input[type="range"]`);
    await slider.focus();
    const value = await slider.inputValue();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowRight');
    await expect(slider).not.toHaveValue(value);
    const exact = place.locator(`[data-path="${ALPHA}"] input.exact`);
    await exact.focus();
    await page.keyboard.press('b');
    await page.keyboard.press('End');
    await expect(progress(page)).toHaveText(before);
    await expect(page.locator('.presenting-blank')).toHaveCount(0);
  });

  const step = ((await progress(page).textContent()) ?? '').split(' / ')[0];
  let address = '';
  let seen = '';
  await test.step('changed controls appear in the link', async () => {
    const first = await figures(page).textContent();
    await change(place, { [ALPHA]: 12 });
    await expect(figures(page)).not.toHaveText(first ?? '');
    seen = (await figures(page).textContent()) ?? '';
    await page.getByRole('button', { name: 'Share link' }).click();
    const dialog = page.getByRole('dialog', { name: 'What’s on the screen' });
    await expect(dialog.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
    await expectNoFindings(page, 'dialog[open]');
    address = (await dialog.getByRole('link').getAttribute('href')) ?? '';
    expect(address).toMatch(new RegExp(`lessons/head-to-head/\\?step=${step}&${RUN}\\.mixed\\.`));
    // The open dialog receives the keys.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectPresenting(page, true);
  });

  await test.step('opening the link shows the same step with the same run', async () => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' });
    const student = await context.newPage();
    await open(student, address);
    await expectPresenting(student, false);
    const same = student.locator(`[data-experiment="${RUN}"]`);
    await expect(same).toBeInViewport();
    await expect(same.locator(`[data-path="${ALPHA}"] input.exact`)).toHaveValue('12', {
      timeout: RUNS_WITHIN,
    });
    await expect(figures(student)).toHaveText(seen, { timeout: RUNS_WITHIN });
    await expect(same.locator('h2').first()).toBeInViewport();
    // The student hasn't predicted yet, and still can.
    await expect(student.locator(`[data-predict="${ASKED}"] .ask-kind`)).toHaveText('Your prediction');
    await same.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(same.locator(`[data-path="${ALPHA}"] input.exact`)).not.toHaveValue('12');
    await context.close();
  });

  await test.step('the screen can be blacked out', async () => {
    await now(page).first().focus();
    for (const key of ['b', '.']) {
      await page.keyboard.press(key);
      await expect(page.locator('.presenting-blank')).toBeVisible();
      await page.keyboard.press('PageDown');
      await expect(page.locator('.presenting-blank')).toHaveCount(0);
    }
    await expect(progress(page)).toHaveText(new RegExp(`^${step} `));
  });

  await test.step('Escape ends it at the same place, with the current run', async () => {
    await page.keyboard.press('Escape');
    await expectPresenting(page, false);
    await expect(place).toBeInViewport();
    await expect(place).toBeFocused();
    await expect(figures(page)).toHaveText(seen);
    await expect(page).not.toHaveURL(/present=/);
    // The class's predictions aren't the student's.
    await expect(asked.locator('.ask-kind')).toHaveText('Your prediction');
    await expect(asked.getByRole('radio').first()).not.toBeChecked();
    await expect(page.getByText(/^0 of \d+ predictions made/)).toBeVisible();
  });
});

test("a key starts presenting at the reader's place, and clicker keys work", async ({ page }) => {
  await open(page, LESSON);
  await page.locator(`[data-predict="${ASKED}"]`).evaluate((one) => one.scrollIntoView());
  await page.keyboard.press('Shift+P');
  await expectPresenting(page, true);
  await expect(page.locator(`[data-predict="${ASKED}"]`)).toBeVisible();
  const all = (await progress(page).textContent())?.split(' / ')[1];
  const at = (step: number | string) => expect(progress(page)).toHaveText(`${step} / ${all}`);
  for (const [key, step] of [
    ['Home', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['Space', 2],
    ['Shift+Space', 1],
    ['ArrowLeft', 1],
    ['End', all ?? ''],
  ] as const) {
    await page.keyboard.press(key);
    await at(step);
  }
  await page.keyboard.press('Escape');
  await expectPresenting(page, false);
});

test('a phone is controlled by touch', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${LESSON}?present`);
  await expect(progress(page)).toHaveText(/^1 /);
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (const button of [next, page.getByRole('button', { name: 'Back', exact: true })]) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await next.click();
  await expect(progress(page)).toHaveText(/^2 /);
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expectPresenting(page, false);
});

test("every step fits the screen's width", CHECK, async ({ page }) => {
  await open(page, `${LESSON}?present`);
  await expectPresenting(page, true);
  const all = Number((await progress(page).textContent())?.split('/')[1]);
  expect(all).toBeGreaterThan(10);
  for (let step = 1; step <= all; step += 1) {
    await expect(progress(page)).toHaveText(`${step} / ${all}`);
    await expect(now(page).first()).toBeVisible();
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
    }
    if (step < all) await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
});

test('called-out numbers become dots, and a drawn curve is kept', CHECK, async ({ page }) => {
  await open(page, `lessons/rem/?present=8`);
  const asked = page.locator('[data-predict="share"]');
  await expect(asked).toBeVisible();
  const field = asked.getByRole('textbox');
  for (const number of ['20', '50', '50', '93']) {
    await field.fill(number);
    await field.press('Enter');
  }
  await expect(asked.locator('circle')).toHaveCount(4);
  await asked.getByRole('button', { name: 'Remove the last one' }).click();
  await expect(asked.locator('circle')).toHaveCount(3);
  await asked.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  const hand = page.locator('[data-predict="stairs"]').getByRole('slider');
  await hand.focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'PageUp']) await page.keyboard.press(key);
  await expect(progress(page)).toHaveText(/^5 /);
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.reload();
  await expect(page.locator('[data-predict="stairs"] .drawn')).toHaveAttribute('d', /L/);
  await expect(progress(page)).toHaveText(/^5 /);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Clear all votes' }).click();
  await goTo(page, page.locator('[data-predict="stairs"]').getByRole('slider'));
});

test("a link's changes reach each arm, and unknown ones are reported", CHECK, async ({ page }) => {
  const one = page.locator('[data-experiment="one"]');
  await open(page, 'lessons/is-it-significant/?step=99&one.reno.seed=7&one.vegas.seed=7');
  await one.scrollIntoViewIfNeeded();
  await expect(page.locator('html')).not.toHaveAttribute('data-presenting');
  await expect(one.locator('[data-path="seed"] input.exact')).toHaveValue('7', { timeout: RUNS_WITHIN });
  await open(page, 'lessons/is-it-significant/?step=6&one.reno.links.99.rate=7&none.x.y=1');
  await one.scrollIntoViewIfNeeded();
  await expect(one.getByText('the list has no entry 99')).toBeVisible({ timeout: RUNS_WITHIN });
});

test(
  'on the bench in large type, a clicker steps through events and the link is a QR code',
  CHECK,
  async ({ page }) => {
    await openBench(page, 'ahn-fig1-rr');
    const caption = page.locator('.caption[aria-live]');
    await page.keyboard.press('p');
    await page.locator('body').click({ position: { x: 1, y: 1 } });
    await page.keyboard.press('PageDown');
    await expect(caption).not.toBeEmpty();
    const first = (await caption.textContent()) ?? '';
    await page.keyboard.press('PageDown');
    await expect(caption).not.toHaveText(first);
    await page.keyboard.press('PageUp');
    await expect(caption).toHaveText(first);
    await expect(digest(page)).not.toBeEmpty();
    await page.getByRole('button', { name: 'Share' }).click();
    const code = page.getByRole('img', { name: 'The link as a QR code' });
    await expect(code).toBeVisible();
    expect((await code.boundingBox())?.height).toBeGreaterThan(400);
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no axe violations and fits the screen, ${colorScheme}`, CHECK, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme });
    const picture = async (name: string) =>
      info.attach(name, {
        body: await page.screenshot(),
        contentType: 'image/png',
      });
    await open(page, `${LESSON}?present=2`);
    await picture('text');
    await goTo(page, page.locator(`[data-predict="${ASKED}"]`));
    for (const key of ['1', '2', '2', '2', '3', '3']) await page.keyboard.press(`Digit${key}`);
    // Wait for the bars' animation.
    await page.waitForTimeout(300);
    await picture('hands');
    await goTo(page, page.locator(`[data-experiment="${RUN}"]`));
    await done(page);
    await picture('experiment');
    await goTo(page, page.locator(`[data-outcome="${ASKED}"]`));
    await picture('told');
    await goTo(page, page.locator(`[data-check="${TASK}"]`));
    await expect(page.locator(`[data-experiment="${RUN}"]`)).toBeVisible();
    await picture('task');
  });
}
