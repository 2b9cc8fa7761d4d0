/** The service worker when something fails: part of the cache is gone, the storage is full, an update is cut off. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { seal } from '../scripts/build/seal.mjs';
import { CHECK } from './check';
import { expectPhase } from './lab';
import { expect, expectWhole, type Host, keptFiles, listOf, test, visit } from './offlineHost';

/** Deletes cached files whose address contains one of the texts. Returns their number. */
function forget(page: Page, ...texts: string[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    let deleted = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (wanted.some((text) => request.url.includes(text)) && (await cache.delete(request))) deleted += 1;
    }
    return deleted;
  }, texts);
}

/** Publishes a release with a changed home page and a changed lesson. */
async function publishNext(host: Host): Promise<void> {
  for (const page of ['index.html', 'lessons/rem/index.html']) {
    const file = join(host.folder, page);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('<html lang="en"', '<html lang="en" data-next="yes"'),
    );
  }
  await seal(host.folder);
}

/** Looks for a new release. Resolves to the state that its worker reaches, or null if there is none. */
function update(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    const worker = registration?.installing ?? registration?.waiting ?? null;
    if (worker === null) return null;
    while (worker.state === 'parsed' || worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    return worker.state;
  });
}

async function limitStorage(page: Page, bytes?: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send(
    'Storage.overrideQuotaForOrigin',
    bytes === undefined ? { origin } : { origin, quotaSize: bytes },
  );
}

function usage(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
}

test(
  'what is missing in the cache is fetched again, or reported offline',
  CHECK,
  async ({ page, context, host, lab }) => {
    await visit(page, '#/bench?scenario=ahn-fig1-vr');
    await expectPhase(page, 'done');
    await test.step('with a network, the page opens and fills the cache again', async () => {
      expect(await forget(page, 'BenchPage-', 'vegaslab_bg-', 'lessons/', '/index.html')).toBeGreaterThan(20);
      const kept = await keptFiles(page);
      await page.reload();
      await expectPhase(page, 'done');
      await expect.poll(() => keptFiles(page)).toBeGreaterThan(kept);
      await expectWhole(page);
    });
    await test.step('without one, the page reports the missing part and goes on', async () => {
      expect(await forget(page, 'PapersPage-', 'lessons/rem/')).toBeGreaterThan(1);
      host.stop();
      await context.setOffline(true);
      lab.expectErrors(/ERR_|dynamically imported module|couldn’t be drawn|error occurred/i);
      await page.reload();
      await expectPhase(page, 'done');
      await page.getByRole('link', { name: 'Papers' }).click();
      await expect(page.getByText('Part of this page couldn’t be loaded. You may be offline')).toBeVisible();
      await page.getByRole('link', { name: 'Lab', exact: true }).click();
      await expectPhase(page, 'done');
      await page.goto('lessons/rem/');
      await expect(page.getByText('This page of Vegas Lab isn’t stored on your device yet')).toBeVisible();
      await page.goto('lessons/many-links/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
);

test('with a full storage the lab works, and says what is saved', CHECK, async ({ page, host }) => {
  // Storage can be limited only for an origin that a page has.
  await page.goto('favicon.svg');
  await limitStorage(page, 3_000_000);
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  await page.goto('#/privacy');
  await expect(page.getByText('Your browser has no room for the rest')).toBeVisible();
  const kept = await keptFiles(page);
  const list = Object.keys(listOf(readFileSync('dist/sw.js', 'utf8'))).length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(list);
  await page.goto('lessons/rem/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A price in marks');

  await test.step('with more room it saves the rest', async () => {
    await limitStorage(page);
    await page.goto('#/privacy');
    await expect(page.getByText('Everything is saved')).toBeVisible();
    await expectWhole(page);
  });
  host.stop();
});

test('a full storage delays no new version', CHECK, async ({ page, host }) => {
  await visit(page, '#/privacy');
  await publishNext(host);
  await limitStorage(page, (await usage(page)) + 50_000);
  expect(await update(page)).toBe('installed');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-next', 'yes');
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
});

test(
  'an update that is cut off leaves the old version whole, and the next one fetches the rest',
  CHECK,
  async ({ page, context, host, lab }) => {
    await visit(page, '#/bench?scenario=ahn-fig1-vr');
    await expectPhase(page, 'done');
    await publishNext(host);
    host.breaks = (path) => path === 'lessons/rem/';
    lab.expectErrors(/ERR_|integrity|Failed to/i);
    expect(await update(page)).toBe('redundant');
    await expect(page.getByText('A new version of the lab is ready')).toBeHidden();

    await test.step('the old version works offline', async () => {
      await context.setOffline(true);
      await page.reload();
      await expectPhase(page, 'done');
      await expect(page.locator('html')).not.toHaveAttribute('data-next');
      await page.goto('lessons/rem/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A price in marks');
      await expect(page.locator('html')).not.toHaveAttribute('data-next');
      await context.setOffline(false);
    });
    await test.step('the next attempt is offered whole', async () => {
      const fetched: string[] = [];
      host.breaks = (path) => {
        fetched.push(path);
        return false;
      };
      await page.goto('#/bench?scenario=ahn-fig1-vr');
      await expectPhase(page, 'done');
      expect(await update(page)).toBe('installed');
      await page.getByRole('button', { name: 'Reload' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-next', 'yes');
      expect(fetched.filter((path) => path.startsWith('assets/'))).toEqual([]);
      await page.goto('lessons/rem/');
      await expect(page.locator('html')).toHaveAttribute('data-next', 'yes');
    });
  },
);
