/** Fixtures of every browser test: the lab's page, with checks for errors and for requests that leave the machine. */
import { test as base, expect, type Frame, type Locator, type Page } from '@playwright/test';

interface Lab {
  page: Page;
  /** Errors on the console that a test causes on purpose. */
  expectErrors(pattern: RegExp): void;
  /** Another origin that a test contacts on purpose: a host page's. */
  allowOrigin(origin: string): void;
}

/** Marks the first visit as over, except after everything was deleted: then nothing may be stored. */
export function skipFirstVisit(): void {
  // Neither an empty page nor a sandbox has storage.
  if (self.origin === 'null') return;
  if (!location.hash.endsWith('?deleted')) localStorage.setItem('vegaslab:first-visit', 'done');
}

export const test = base.extend<{ lab: Lab; firstVisit: boolean }>({
  /** True for tests of the hints that a first visit shows. */
  firstVisit: [false, { option: true }],
  lab: [
    async ({ page, baseURL, firstVisit }, use) => {
      const errors: string[] = [];
      const elsewhere: string[] = [];
      const allowed = [new URL(baseURL ?? '').origin];
      const expected: RegExp[] = [];
      if (!firstVisit) await page.addInitScript(skipFirstVisit);
      page.on('console', (message) => {
        // Tests without a service worker block it (playwright.config.ts).
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol !== 'data:' && url.protocol !== 'blob:' && !allowed.includes(url.origin)) {
          elsewhere.push(request.url());
        }
      });
      await use({
        page,
        expectErrors: (pattern) => expected.push(pattern),
        allowOrigin: (origin) => allowed.push(origin),
      });
      expect(elsewhere, 'requests to other hosts').toEqual([]);
      const surprising = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
      expect(surprising, 'console errors and warnings').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Opens a prerendered page and waits until its script has taken over: before that, a button is in sight but a click does nothing.
 */
export async function openPrerendered(page: Page | Frame, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('data-alive', 'true');
}

/** @param scenario a scenario's name, optionally followed by changes as in a link */
export async function openBench(page: Page, scenario: string): Promise<void> {
  await page.goto(`#/bench?scenario=${scenario}`);
  // If the bench is already open, the phase is "done" for the earlier scenario until the new one has replaced it.
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', scenario.split('&')[0] ?? '');
  await expectPhase(page, 'done');
}

/** The button with the name of the scenario on the bench. */
export function scenarioButton(page: Page): Locator {
  return page.locator('button[data-scenario]');
}

/** Opens another scenario of the gallery. */
export async function chooseScenario(page: Page, name: string): Promise<void> {
  await scenarioButton(page).click();
  await page.getByRole('dialog', { name: 'Scenarios' }).locator(`a[data-scenario="${name}"]`).click();
}

/** Expects the status line to show this phase. */
export async function expectPhase(page: Page, phase: string): Promise<void> {
  // The gallery over the bench has a status of its own.
  await expect(page.locator('[role="status"][data-phase]')).toHaveAttribute('data-phase', phase, {
    timeout: 60_000,
  });
}

export function panel(page: Page, name: string): Locator {
  return page.locator(`[data-panel="${name}"]`);
}

/** Elements that show the current run. Panels and tables off the screen follow when a drag pauses. */
const CURRENT = '[data-outdated="false"]';

/** Opens a tab of the bench's details. */
export async function openDetails(page: Page, tab: string): Promise<void> {
  const details = page.getByRole('complementary', { name: 'Details' });
  // While the page opens, they may appear by themselves right before the click on the button, which then closes them.
  await expect(async () => {
    if (!(await details.isVisible()))
      await page.getByRole('button', { name: 'Details', exact: true }).click();
    await details.getByRole('tab', { name: tab }).click({ timeout: 5_000 });
  }).toPass();
}

/** Drops a file on the bench, which offers that while the file is over it. */
export async function dropFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file));
      return transfer;
    },
    [name, Buffer.from(content).toString('base64')] as const,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await expect(page.getByText('Drop a scenario (JSON)')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

/** Opens the menu of flows, in which each can be hidden. */
export async function openFlows(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Flows \d/ }).click();
}

/** Shows a plot that is hidden, by its title in the menu of plots. */
export async function showPlot(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Plots', exact: true }).click();
  await page.getByRole('checkbox', { name: title, exact: true }).check();
  await page.keyboard.press('Escape');
}

/** Unfolds what a plot's menu has: its description, its table and its exports. */
export async function openMore(place: Locator): Promise<void> {
  await place.getByRole('button', { name: /^.*More about / }).click();
}

/** A metric in the table of flows, in the details' tab "Results". */
export function figure(page: Page, name: string): Locator {
  return page.locator(`${CURRENT} tr[data-metric="${name}"] td`).first();
}

export function digest(page: Page): Locator {
  return page.locator('[data-testid=digest]');
}

/** Number of canvas pixels close to a token's color. */
export async function inkOf(place: Locator, token: string, canvas = 'canvas'): Promise<number> {
  return await place.locator(canvas).evaluate((element, name) => {
    const canvas = element as HTMLCanvasElement;
    // The color is that of the place: senders have colors of their own. Reads from a copy, because reading can change how the browser draws a canvas.
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (context === null) throw new Error('no canvas context');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const hex = getComputedStyle(element).getPropertyValue(`--${name}`).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if ((data[i + 3] ?? 0) < 128) continue;
      if (wanted.every((value, channel) => Math.abs(value - (data[i + channel] ?? 0)) < 24)) count += 1;
    }
    return count;
  }, token);
}

/** Chooses a sender's preset from the list. */
export async function chooseSender(page: Page, preset: string): Promise<void> {
  await page.locator('.sender-card .floats').click();
  await page.locator(`[role="option"][data-value="${preset}"]`).click();
}

/** Expects the controls to be those of a sender's preset. */
export async function expectSender(page: Page, preset: string): Promise<void> {
  await expect(page.locator('.sender-card')).toHaveAttribute('data-preset', preset);
}

/** Unfolds a group of controls. */
export async function openGroup(page: Page, title: string): Promise<void> {
  await page.locator('.fold > summary', { hasText: title }).click();
}

export async function openEditor(page: Page): Promise<Locator> {
  await openDetails(page, 'JSON');
  return page.getByRole('textbox', { name: 'Scenario as JSON' });
}
