/** A lab on a web server of its own, whose files and answers a test can change, with the service worker on. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serveDist } from '../scripts/check/serve-static.mjs';
import { isOnDemand } from '../web/deliver/offline/release';
import { test as base, expect } from './lab';

/** A web server that can stop, or serve another release. */
export interface Host {
  /** The served folder: a copy of the build. */
  folder: string;
  /** Stops answering. */
  stop(): void;
  /** Says which answers end in the middle, by the path in the lab; none at first. */
  breaks: (path: string) => boolean;
}

export const test = base.extend<{ host: Host }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
  host: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'vegaslab-'));
    cpSync('dist', folder, { recursive: true });
    const { address, close } = await serveDist({
      base: BASE,
      folder,
      breaks: (path) => host.breaks(path),
    });
    HOSTS.set(folder, address);
    const host: Host = { folder, stop: close, breaks: () => false };
    await use(host);
    close();
    rmSync(folder, { recursive: true });
  },
  baseURL: async ({ host }, use) => use(HOSTS.get(host.folder)),
  serviceWorkers: 'allow',
});

const BASE = '/another/course/';
const HOSTS = new Map<string, string>();

/** Opens a page and waits until everything is cached. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await expectWhole(page);
}

/** Expects everything to be cached that isn't loaded on demand. */
export async function expectWhole(page: Page): Promise<void> {
  const files = Object.keys(listOf(readFileSync('dist/sw.js', 'utf8'))).filter((file) => !isOnDemand(file));
  expect(files.length).toBeGreaterThan(100);
  await expect.poll(() => keptFiles(page), { message: 'files that are kept' }).toBe(files.length);
}

/** The service worker's list of files. */
export function listOf(worker: string): Record<string, unknown> {
  const found = [...worker.matchAll(/[`"']?([\w./-]+\.\w+)[`"']?:\[[`"']sha256-/g)];
  return Object.fromEntries(found.map(([, file = '']) => [file, true]));
}

/** Number of the build's files in the browser's caches, without bookkeeping entries. */
export function keptFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let files = 0;
    for (const name of await caches.keys())
      files += (await (await caches.open(name)).keys()).filter(({ url }) => !url.includes('@')).length;
    return files;
  });
}

export { expect };
