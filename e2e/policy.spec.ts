/** The content security policy: its text on every built page, and that the main pages don't violate it. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { CHECK } from './check';
import { expect, expectPhase, openMore, panel, test } from './lab';

const PAGES = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
);

function policyOf(html: string): Map<string, string[]> {
  const [, text = ''] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html) ?? [];
  return new Map(
    text.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
}

test('every page has the policy, which allows no other sources', () => {
  expect(PAGES.length).toBeGreaterThan(20);
  for (const file of PAGES) {
    const html = readFileSync(join('dist', file), 'utf8');
    const policy = policyOf(html);
    expect(policy.get('default-src'), file).toEqual(["'none'"]);
    expect(policy.get('script-src'), file).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get('style-src'), file).toEqual(["'self'"]);
    expect(policy.get('object-src'), file).toEqual(["'none'"]);
    expect(policy.get('base-uri'), file).toEqual(["'self'"]);
    expect(policy.get('form-action'), file).toEqual(["'none'"]);
    const sources = [...policy.values()].flat();
    expect(new Set(sources), file).toEqual(new Set(["'none'", "'self'", "'wasm-unsafe-eval'", 'data:']));
    expect(policy.get('img-src'), 'only a picture may be data').toContain('data:');
    // Elements before the policy aren't subject to it.
    expect(html.indexOf('Content-Security-Policy'), file).toBeLessThan(html.search(/<(script|link|style)\b/));
    // The page contains nothing that the policy forbids.
    expect(html.match(/<style\b|<script(?![^>]*\bsrc=)|\sstyle="|\son\w+="/g), file).toBeNull();
  }
});

test("a page's scripts and styles have the hashes of the build", () => {
  for (const file of PAGES) {
    const html = readFileSync(join('dist', file), 'utf8');
    const tags = html.match(/<script [^>]*src=[^>]*>|<link rel="stylesheet"[^>]*>/g) ?? [];
    // Skip the frame's inline style: it's for sandboxes without an origin, where no hash can be checked.
    expect(tags.length, file).toBeGreaterThanOrEqual(file.startsWith('embed/') ? 1 : 2);
    for (const tag of tags) {
      const [, address = ''] = /(?:src|href)="([^"]+)"/.exec(tag) ?? [];
      const content = readFileSync(join('dist', dirname(file), address));
      expect(tag, file).toContain(
        `integrity="sha256-${createHash('sha256').update(content).digest('base64')}"`,
      );
    }
  }
});

test("an engine that differs from the build's doesn't run", async ({ page, lab }) => {
  lab.expectErrors(/integrity|Failed to fetch/);
  await page.route('**/vegaslab_bg-*.wasm', async (route) => {
    const body = await (await route.fetch()).body();
    // Add a custom section of one byte: a valid module with another hash.
    await route.fulfill({
      body: Buffer.concat([body, Buffer.from([0, 2, 1, 97])]),
      contentType: 'application/wasm',
    });
  });
  await page.goto('#/bench');
  await expect(page.getByRole('alert')).toContainText("didn't load");
});

/** Records violations of the policy. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const found: string[] = [];
  await page.exposeFunction('noteViolation', (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { noteViolation(text: string): void }).noteViolation(
        `${location.href}: ${violatedDirective} ${blockedURI} ${sample}`,
      ),
    );
  });
  return () => Promise.resolve(found);
}

test("the main pages don't violate the policy", CHECK, async ({ page }) => {
  const violations = await watch(page);
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enlarge the network' }).click();
  await expect(panel(page, 'network').locator('canvas')).toBeVisible();
  await page.keyboard.press('Escape');
  await openMore(panel(page, 'queue'));
  await panel(page, 'queue').getByRole('button', { name: 'Export' }).click();
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    panel(page, 'queue').getByRole('button', { name: 'PNG' }).click(),
  ]);
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.goto('#/figure-1');
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.goto('#/papers?paper=low-2000');
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.goto('#/evidence');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto('#/sweep?scenario=ahn-fig1-vr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('V-R');
  for (const place of ['', 'many-links/', 'rem/', 'on-trial/', 'glossary/', 'model/', 'report/']) {
    await page.goto(`lessons/${place}`);
    await expect(page.locator('html')).toHaveAttribute('data-alive', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await violations()).toEqual([]);
});

test('the policy is in force', async ({ page, lab }) => {
  lab.expectErrors(/Content Security Policy/);
  const violations = await watch(page);
  await page.goto('#/privacy');
  await page.evaluate(() => {
    const style = document.createElement('p');
    style.setAttribute('style', 'color: red');
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(style, script);
    void fetch('https://elsewhere.example/').catch(() => {});
  });
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect.poll(async () => (await violations()).length).toBe(3);
});
