/**
 * An address opens the same page for ever. content/addresses.json holds addresses as they were published, and a mark by which the page is
 * known that each must open; lines are added to it and none is ever changed or taken away. For what links to the bench carry there is
 * web/share/oldLinks.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from './lab';

interface Published {
  made: string;
  /** Below the lab's folder. */
  address: string;
  /** A selector of something that only this page has. */
  shows: string;
}

const PUBLISHED: Published[] = JSON.parse(readFileSync('content/addresses.json', 'utf8'));

test('every address that was published opens what it did', async ({ page }) => {
  for (const { address, shows } of PUBLISHED) {
    // From nowhere, so that no page stays that only its address has changed of.
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator(shows), address).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible();
    expect(await page.getByRole('alert').allTextContents(), address).toEqual([]);
  }
});

test('every page that is built has an address in the list', () => {
  const pages = readdirSync('dist', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)index\.html$/.test(file))
    .map((file) => file.replace(/index\.html$/, ''));
  const listed = new Set(PUBLISHED.map(({ address }) => address.replace(/(index\.html)?[?#].*$/, '')));
  expect(
    pages.filter((page) => !listed.has(page)),
    'add a line to content/addresses.json',
  ).toEqual([]);
});
