/** The embed builder and the links to it. */
import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, test } from './host';
import { openBench, openPrerendered } from './lab';

const snippet = (page: Page) => page.getByRole('textbox', { name: 'HTML to copy' });

test('an embed is built, previewed, and shown in another page', CHECK, async ({ page, host }) => {
  await page.goto('#/embed?lesson=reading-a-trace');
  const preview = page.frameLocator('.builder-preview iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Reading a trace');
  await page.getByRole('radio', { name: 'A bench' }).check();
  await page.getByRole('combobox', { name: /^Scenario/ }).selectOption('ahn-fig1-vr');
  await page.getByRole('checkbox', { name: 'rtt', exact: true }).check();
  await page.getByRole('textbox', { name: /^Controls/ }).fill('flows.0.sender.avoidance.beta');
  await page.getByRole('combobox', { name: 'Colors theme' }).selectOption('dark');
  await expect(preview.locator('[data-panel="rtt"]')).toBeVisible();
  await expect(preview.locator('[data-panel]')).toHaveCount(1);
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
  await test.step('an invalid value is reported at its field', async () => {
    const height = page.getByRole('textbox', { name: /^Height/ });
    await height.fill('4');
    await expect(height).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[data-parameter="height"]')).toContainText('Allowed: pixels, 100 to 10000');
    await height.fill('');
    await expect(snippet(page)).not.toHaveValue(/height=4/);
  });
  await expectNoFindings(page);
  const html = await snippet(page).inputValue();
  for (const attribute of ['title="', 'loading="lazy"', 'sandbox="allow-scripts allow-same-origin'])
    expect(html).toContain(attribute);
  await page.reload();
  await expect(snippet(page), 'the address of the page has it all').toHaveValue(html);
  await page.setViewportSize({ width: 360, height: 800 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over).toBeLessThanOrEqual(0);

  await page.goto(
    host.serve('/course', `<!doctype html><html lang="en"><title>A course</title>${html}</html>`),
  );
  const frame = page.locator('iframe');
  await expect(page.frameLocator('iframe').locator('[data-panel="rtt"] canvas')).toBeVisible();
  await expect
    .poll(() => frame.evaluate((one) => [one.style.height, one.getAttribute('height')]))
    .toEqual([expect.stringMatching(/^\d{3,}px$/), '640']);
});

test('bench and lessons link to the builder with their present state', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('textbox', { name: 'seed, exact' }).fill('4');
  await page.getByText('Share', { exact: true }).click();
  await expect(page.getByLabel('Link to this view')).toHaveValue(/seed=4/);
  await page.getByRole('link', { name: 'Embed in a page' }).click();
  await expect(snippet(page)).toHaveValue(/embed\/\?scenario=ahn-fig1-vr&amp;of=\w+&amp;seed=4/);
  await expect(page.frameLocator('.builder-preview iframe').locator('[data-panel]')).toHaveCount(2);
  await openPrerendered(page, 'lessons/rem/');
  await page.getByRole('link', { name: 'For teachers' }).click();
  await page.locator('[data-plan="rem"]').getByRole('link', { name: 'Embed', exact: true }).click();
  await expect(snippet(page)).toHaveValue(/embed\/\?lesson=rem"/);
});

test('lesson pages carry the data of link previews', async ({ page }) => {
  await page.goto('lessons/rem/');
  const title = page.locator('meta[property="og:title"]');
  await expect(title).toHaveAttribute('content', 'A price in marks');
  // Elements that need the public address exist only if the build got it.
  await expect(page.locator('link[type="application/json+oembed"]')).toHaveCount(0);
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
});
