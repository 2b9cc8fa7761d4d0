/** Tests the cache with two successive releases and a fake browser. */
import { beforeEach, expect, it } from 'vitest';
import type { Release } from './release';
import { type BrowserApi, ReleaseCache } from './releaseCache';

const root = 'https://host.example/lab/';
const first: Release = {
  version: '1',
  files: {
    'index.html': ['sha256-p1', 10],
    'assets/a-1.js': ['sha256-a', 20],
    'assets/b-1.js': ['sha256-b', 30],
  },
};
const second: Release = {
  version: '2',
  files: {
    'index.html': ['sha256-p2', 11],
    'assets/a-1.js': ['sha256-a', 20],
    'assets/b-2.js': ['sha256-c', 40],
  },
};

const urlOf = (request: RequestInfo | URL) =>
  typeof request === 'string' ? request : request instanceof URL ? request.href : request.url;

/** A fake of `CacheStorage` with the methods that `ReleaseCache` calls. */
class FakeCaches {
  readonly all = new Map<string, Map<string, string>>();
  open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, entries);
    return Promise.resolve({
      match: (request: RequestInfo) => {
        const text = entries.get(urlOf(request));
        return Promise.resolve(text === undefined ? undefined : new Response(text));
      },
      put: async (request: RequestInfo, response: Response) =>
        void entries.set(urlOf(request), await response.text()),
      keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
    });
  }
  match = (request: RequestInfo, { cacheName = '' } = {}) => {
    const text = this.all.get(cacheName)?.get(urlOf(request));
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  };
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
}

let caches: FakeCaches;
/** Requested paths. */
let requested: string[];
/** Digests of the files on the host, by address. */
let host: Map<string, string>;

function fakeBrowser(): BrowserApi {
  const fetch = (request: RequestInfo | URL, init?: RequestInit) => {
    const url = urlOf(request);
    requested.push(url.slice(root.length));
    const digest = host.get(url);
    if (digest === undefined) return Promise.resolve(new Response('', { status: 404 }));
    if (digest !== init?.integrity) return Promise.reject(new TypeError('another digest'));
    return Promise.resolve(new Response(digest));
  };
  return { caches: caches as unknown as CacheStorage, fetch: fetch as typeof globalThis.fetch };
}

function publish({ files }: Release): void {
  host = new Map(
    Object.entries(files).map(([file, [digest]]) => [root + file.replace(/index\.html$/, ''), digest]),
  );
}

const releaseCacheOf = (release: Release) => new ReleaseCache(release, root, fakeBrowser());
const names = () => [...caches.all.keys()].map((name) => name.replace(/.*:/, ''));

beforeEach(() => {
  caches = new FakeCaches();
  requested = [];
  publish(first);
});

it('the cache of a release fetches each file once, and reports the number and size of cached files', async () => {
  const releaseCache = releaseCacheOf(first);
  expect(await releaseCache.status()).toMatchObject({ files: 0, of: 3, bytes: 0 });
  await releaseCache.fill();
  expect(requested.sort()).toEqual(['', 'assets/a-1.js', 'assets/b-1.js']);
  expect(await releaseCache.status()).toMatchObject({ files: 3, of: 3, bytes: 60, version: '1' });
  await releaseCache.fill();
  expect(requested.length).toBe(3);
  expect(await (await releaseCache.find('index.html'))?.text()).toBe('sha256-p1');
});

it('the cache of a release keeps cached files when another fails, and fetches only the missing ones next time', async () => {
  const releaseCache = releaseCacheOf(first);
  host.delete(`${root}assets/b-1.js`);
  await expect(releaseCache.fill()).rejects.toThrow('assets/b-1.js: 404');
  expect((await releaseCache.status()).files).toBe(2);
  publish(first);
  requested = [];
  await releaseCache.fill();
  expect(requested).toEqual(['assets/b-1.js']);
});

it('the cache of a release caches what only makers of packages and other sites load once it has been used', async () => {
  const release: Release = {
    version: '1',
    files: {
      ...first.files,
      'one-file/shared.js': ['sha256-o', 3_000_000],
      'preview.png': ['sha256-q', 9],
    },
  };
  publish(release);
  const releaseCache = releaseCacheOf(release);
  await releaseCache.fill();
  expect(requested.sort()).toEqual(['', 'assets/a-1.js', 'assets/b-1.js']);
  expect(await releaseCache.status()).toMatchObject({ files: 3, of: 3, bytes: 60 });
  await releaseCache.store('one-file/shared.js');
  expect(await (await releaseCache.find('one-file/shared.js'))?.text()).toBe('sha256-o');
  expect(await releaseCache.status()).toMatchObject({ files: 3, of: 3 });
});

it('the cache of a release rejects a file of another release', async () => {
  publish(second);
  await expect(releaseCacheOf(first).store('index.html')).rejects.toThrow('another digest');
  expect((await releaseCacheOf(first).status()).files).toBe(0);
});

it('the cache of a release copies unchanged files from the earlier release', async () => {
  await releaseCacheOf(first).fill();
  publish(second);
  requested = [];
  const next = releaseCacheOf(second);
  expect(await next.earlierIsWhole()).toBe(true);
  await next.fill();
  expect(requested.sort()).toEqual(['', 'assets/b-2.js']);
  expect(await (await next.find('assets/a-1.js'))?.text()).toBe('sha256-a');
  expect(await (await next.earlier(`${root}assets/b-1.js`))?.text()).toBe('sha256-b');
});

it('the cache of a release reports whether the earlier release caches all files', async () => {
  await releaseCacheOf(first).store('index.html');
  expect(await releaseCacheOf(second).earlierIsWhole()).toBe(false);
  expect(await releaseCacheOf(first).earlierIsWhole()).toBe(false);
});

it('the cache of a release when activated, deletes all earlier caches except the last active one', async () => {
  await releaseCacheOf(first).fill();
  await releaseCacheOf(first).activate();
  // This release was never active, so no page uses it.
  await releaseCacheOf({ ...second, version: '1b' }).store('assets/a-1.js');
  publish(second);
  await releaseCacheOf(second).fill();
  await releaseCacheOf(second).activate();
  expect(names()).toEqual(['1', '2']);
  await releaseCacheOf({ ...second, version: '3' }).activate();
  expect(names()).toEqual(['2', '3']);
});

it('the cache of a release does not delete caches of other labs or programs', async () => {
  await caches.open('vegaslab-files:/lab/inner/:1');
  await caches.open('another program');
  await releaseCacheOf(first).activate();
  expect([...caches.all.keys()]).toContain('vegaslab-files:/lab/inner/:1');
  expect([...caches.all.keys()]).toContain('another program');
});

it('the lessons are cached first, in the order of the release', async () => {
  const release: Release = {
    version: '3',
    files: {
      'assets/a-1.js': ['sha256-a', 20],
      'index.html': ['sha256-p1', 10],
      'lessons/index.html': ['sha256-l', 10],
      'lessons/rem/index.html': ['sha256-r', 10],
      'lessons/rem/figure.json': ['sha256-f', 10],
    },
  };
  publish(release);
  await releaseCacheOf(release).fill();
  expect(requested.slice(0, 2)).toEqual(['lessons/', 'lessons/rem/']);
  expect(requested).toHaveLength(5);
});
