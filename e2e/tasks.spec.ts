/**
 * People's main tasks, from the home page, by pointer and by keyboard, with the number of actions. An action is a click, a choice, a value
 * typed or a key that acts; moving the focus with Tab isn't counted.
 */
import type { Locator, Page } from '@playwright/test';
import { checkUnless } from './check';
import { expect, expectPhase, panel, test } from './lab';

type Way = 'pointer' | 'keyboard';

/** A user who counts actions. */
class User {
  actions = 0;

  constructor(
    readonly page: Page,
    readonly way: Way,
  ) {}

  async start(): Promise<void> {
    await this.page.goto('');
    await expect(this.page.locator('html')).toHaveAttribute('data-alive', 'true');
  }

  async press(place: Locator, key = 'Enter'): Promise<void> {
    this.actions += 1;
    if (this.way === 'pointer') await place.click();
    else {
      await place.focus();
      await this.page.keyboard.press(key);
    }
  }

  async key(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  /** Types a value and leaves the field. */
  async type(place: Locator, value: string): Promise<void> {
    this.actions += 1;
    await place.fill(value);
    await this.page.keyboard.press('Tab');
  }

  /** Opens a menu of senders and chooses one: by a click, or by typing its name. */
  async chooseSender(menu: Locator, preset: string): Promise<void> {
    await this.press(menu);
    this.actions += 1;
    const option = this.page.locator(`.sender-list:popover-open [data-value="${preset}"]`);
    await expect(option).toBeVisible();
    if (this.way === 'pointer') await option.click();
    else {
      await expect(this.page.getByRole('combobox', { name: 'Find a sender' })).toBeFocused();
      await this.page.keyboard.type(preset);
      await expect(option).toHaveAttribute('data-active', 'true');
      await this.page.keyboard.press('Enter');
    }
  }

  async openBench(): Promise<void> {
    await this.press(this.page.getByRole('link', { name: 'Open this on the bench' }));
    await expectPhase(this.page, 'done');
  }
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

for (const way of ['pointer', 'keyboard'] as const) {
  test.describe(`by ${way}`, checkUnless(way === 'pointer'), () => {
    test(`Reno’s stall is seen after 2 actions by ${way}`, async ({ page }) => {
      const user = new User(page, way);
      await user.start();
      // The home page's first picture tells it already; the bench leads to the moment.
      await expect(
        page.getByText(/sends nothing for 1\.7 s, until its timer expires at 3\.7 s/),
      ).toBeVisible();
      await user.openBench();
      await user.press(results(page).getByRole('button', { name: /^The sender sent nothing for 1\.7 s/ }));
      const cursor = panel(page, 'sender-sequence').getByRole('slider');
      await expect.poll(async () => Number(await cursor.getAttribute('aria-valuenow'))).toBeGreaterThan(1.5);
      expect(Number(await cursor.getAttribute('aria-valuenow'))).toBeLessThan(4);
      expect(user.actions).toBeLessThanOrEqual(2);
    });

    test(`a component of Vegas is turned off, and compared with all of Vegas, in 4 actions by ${way}`, async ({
      page,
    }) => {
      const user = new User(page, way);
      await user.start();
      await user.press(page.getByRole('radio', { name: 'Vegas' }), 'Space');
      await user.openBench();
      const component = page.getByRole('switch', { name: /^Early retransmit/ });
      await expect(component).toBeChecked();
      await user.press(component, 'Space');
      await expect(component).not.toBeChecked();
      await user.press(page.getByRole('button', { name: 'Compare with Vegas (all parts)' }));
      const chips = page.getByRole('region', { name: 'Compared runs' });
      await expect(chips.locator('[data-run-chip="A"]')).toContainText('without early retransmit');
      await expect(chips.locator('[data-run-chip="B"]')).toContainText('Vegas');
      expect(user.actions).toBeLessThanOrEqual(4);
    });

    test(`the queue at the first drop is read after 4 actions by ${way}`, async ({ page }) => {
      const user = new User(page, way);
      await user.start();
      await user.openBench();
      await user.key('l');
      const readout = panel(page, 'queue').locator('.readout');
      await expect(readout).toContainText(/1[56]\.\d KiB/);
      await expect(results(page)).toContainText(/dropped/);
      expect(user.actions).toBeLessThanOrEqual(4);
    });

    test(`Reno is swept against Vegas over buffers from 4 to 32 KiB in 6 actions by ${way}`, async ({
      page,
    }) => {
      const user = new User(page, way);
      await user.start();
      await user.press(page.getByRole('radio', { name: 'Vegas' }), 'Space');
      await user.openBench();
      await user.press(page.getByRole('button', { name: 'Sweep', exact: true }));
      const form = page.getByRole('form', { name: 'What to run' });
      await expect(form.getByRole('combobox', { name: 'Field' })).toHaveValue(/Buffer of/);
      await user.type(form.getByRole('textbox', { name: 'From' }), '4');
      await user.type(form.getByRole('textbox', { name: 'to', exact: true }), '32');
      await expect(page.getByText(/mean and 95 % interval of 5 seeds/)).toBeVisible();
      await expect(page.getByText(/Reno \(BSD\), goodput: from .*Vegas 0\.8, goodput: from/)).toBeVisible({
        timeout: 60_000,
      });
      await expect(page.getByText(/Buffer (3[3-9]|[4-9]\d) KiB/)).toHaveCount(0);
      expect(user.actions).toBeLessThanOrEqual(6);
    });

    test(`two bottlenecks and three flows with different senders are built without JSON in 20 actions by ${way}`, async ({
      page,
    }) => {
      const user = new User(page, way);
      await user.start();
      await user.openBench();
      await user.press(page.getByRole('button', { name: 'Edit network', exact: true }));
      const builder = page.getByRole('region', { name: 'Network builder' });
      await user.press(builder.getByRole('button', { name: 'Templates', exact: true }));
      await user.press(builder.getByRole('button', { name: /^Two bottlenecks/ }));
      await user.chooseSender(builder.getByRole('button', { name: 'Sender of reno:' }), 'vegas');
      await user.chooseSender(builder.getByRole('button', { name: 'Sender of reno 3:' }), 'cubic');
      await expect(builder.locator('.builder-progress')).toHaveText('Complete');
      await user.press(builder.getByRole('button', { name: 'Done', exact: true }));
      await expectPhase(page, 'done');
      await expect(page.getByRole('button', { name: 'Flows 3/3' })).toBeVisible();
      expect(user.actions).toBeLessThanOrEqual(20);
    });

    test(`a view with its zoom, cursor and plots is sent in 2 actions by ${way}`, async ({
      page,
      browser,
    }) => {
      const user = new User(page, way);
      await user.start();
      await user.openBench();
      const plot = panel(page, 'queue').getByRole('slider');
      await plot.focus();
      for (const key of ['+', '+', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Enlarge Queue' }).click();
      const before = user.actions;
      await user.press(page.getByRole('button', { name: 'Share', exact: true }));
      const link = page.getByRole('textbox', { name: /Link to this view/ });
      await expect(link).toHaveValue(/view\.plots/);
      const address = await link.inputValue();
      await user.press(page.getByRole('button', { name: 'Copy' }));
      expect(user.actions - before).toBeLessThanOrEqual(2);

      const context = await browser.newContext({ serviceWorkers: 'block' });
      const other = await context.newPage();
      await other.goto(address);
      await expectPhase(other, 'done');
      await expect(other.locator('.stack [data-panel]')).toHaveCount(1);
      const seen = panel(other, 'queue').getByRole('slider');
      const now = Number(
        await page.locator('[data-panel="queue"]').getByRole('slider').getAttribute('aria-valuenow'),
      );
      await expect.poll(async () => Number(await seen.getAttribute('aria-valuenow'))).toBeCloseTo(now, 5);
      const window = (one: Page) => one.getByRole('img', { name: /^Overview of/ }).getAttribute('aria-label');
      await expect.poll(() => window(other)).toBe(await window(page));
      await context.close();
    });
  });
}
