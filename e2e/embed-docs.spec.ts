/** Runs the examples of docs/embedding.md unchanged, each in a page of another origin. */

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { checkUnless } from './check';
import { expect, test } from './host';

const DOCS = readFileSync('docs/embedding.md', 'utf8');
const EXAMPLES = new Map(
  [...DOCS.matchAll(/^```html (\w+)\n(.*?)^```$/gms)].map(([, name = '', html = '']) => [name, html]),
);

const PROMISED: Record<string, (page: Page) => Promise<void>> = {
  plain: async (page) => {
    const embed = page.frameLocator('iframe');
    await expect(embed.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
    await expect(embed.locator('[data-panel]')).toHaveCount(1);
    await expect(embed.getByRole('textbox', { name: 'alpha, exact' })).toBeEnabled();
  },
  height: async (page) => {
    const height = () =>
      page.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).clientHeight);
    await expect.poll(height).toBeGreaterThan(500);
  },
  drive: async (page) => {
    const status = page.locator('#status');
    const seconds = async () => Number(/[\d.]+/.exec((await status.textContent()) ?? '')?.[0]);
    await expect(status).toHaveText(/^done after/);
    const reno = await seconds();
    await page.getByRole('button', { name: 'Vegas' }).click();
    await expect.poll(seconds).not.toBe(reno);
    const time = page.frameLocator('iframe').getByRole('slider', { name: 'Time', exact: true });
    await expect(time).toHaveAttribute('aria-valuetext', '2.00 s');
    await expect(time).toHaveAttribute('max', '6');
    await page.getByRole('button', { name: 'Reno' }).click();
    await expect.poll(seconds).toBe(reno);
  },
  module: async (page) => {
    const refusal = /Vegas sender.*: refused: .*alpha.*allowed/;
    await expect(page.locator('#status')).toHaveText(refusal);
  },
  answers: async (page) => {
    const predict = async () => {
      const embed = page.frameLocator('iframe');
      await embed.getByRole('radio', { name: 'It repeats, at once' }).check();
      await embed.getByRole('button', { name: 'Lock my prediction' }).first().click();
      await embed
        .locator('[data-predict="stall"]')
        .getByRole('button', { name: 'Continue without a prediction' })
        .click();
    };
    await predict();
    await expect(page.locator('#status')).toHaveText('above: true; 1 of 2 predictions');
    await page.reload();
    await expect(page.frameLocator('iframe').locator('[data-verdict="right"]')).toBeVisible();
  },
};

test('every example has a test', () => {
  expect([...EXAMPLES.keys()]).toEqual(Object.keys(PROMISED));
});

for (const [name, promised] of Object.entries(PROMISED)) {
  test(`the example ${name} works`, checkUnless(name === 'drive'), async ({ page, host, baseURL }) => {
    const html = (EXAMPLES.get(name) ?? '').replaceAll('https://lab.example/', baseURL ?? '');
    expect(html, 'the example contains a frame').toContain('<iframe');
    host.serve('/vegaslab-v1.js', readFileSync('dist/sdk/v1.js', 'utf8'));
    await page.goto(
      host.serve('/page', `<!doctype html><html lang="en"><title>${name}</title>${html}</html>`),
    );
    await promised(page);
  });
}

test('the docs name every parameter', async () => {
  const { BUILDER_FIELDS } = await import('../web/deliver/embed/builderFields');
  for (const { name } of BUILDER_FIELDS) expect(DOCS, name).toContain(`| \`${name}\` |`);
});
