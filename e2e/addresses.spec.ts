/**
 * Published addresses open the same page forever. content/addresses.json lists each address with a selector that only
 * its page has. Lines are added and never changed. web/run/share/oldLinks.test.ts tests the parameters of bench links.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CHECK } from './check';
import { expect, test } from './lab';

interface Published {
  made: string;
  /** Relative to the lab's folder. */
  address: string;
  /** A selector that only this page has. */
  shows: string;
}

const PUBLISHED: Published[] = JSON.parse(readFileSync('content/addresses.json', 'utf8'));

// Tracing would copy a long page at every step.
test.use({ trace: 'off' });

/** True for prerendered pages, which can be recognized without their script. */
function isWritten(address: string): boolean {
  if (address.includes('#/')) return false;
  const file = `dist/${address.replace(/[?#].*$/, '').replace(/(^|\/)$/, '$1index.html')}`;
  return /<h1\b/.test(readFileSync(file, 'utf8'));
}

async function opens(page: Page, { address, shows }: Published): Promise<void> {
  // Starts from about:blank, because changing only the fragment doesn't load the page.
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.locator(shows), address).toBeAttached();
  expect(await page.getByRole('alert').allTextContents(), address).toEqual([]);
}

test('every old address of a script-drawn page still opens', CHECK, async ({ page }) => {
  for (const one of PUBLISHED.filter(({ address }) => !isWritten(address))) await opens(page, one);
});

test('every old address of a prerendered page still opens', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const written = PUBLISHED.filter(({ address }) => isWritten(address));
  expect(written.length).toBeGreaterThan(20);
  for (const one of written) await opens(page, one);
  await context.close();
});

test('every built page is a lesson or has an address in the list', () => {
  const lessons = readdirSync('content/lessons').map((name) => `lessons/${name}/`);
  const pages = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)index\.html$/.test(file))
    .map((file) => file.replace(/index\.html$/, ''));
  const published = PUBLISHED.map(({ address }) => address.replace(/(index\.html)?[?#].*$/, ''));
  const listed = new Set([...lessons, ...published]);
  expect(
    pages.filter((page) => !listed.has(page)),
    'add a line to content/addresses.json',
  ).toEqual([]);
});
