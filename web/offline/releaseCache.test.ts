/** Releases that come one after another, in a browser made of maps. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Release } from './release';
import { ReleaseCache, type World } from './releaseCache';

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

/** As much of the browser's as is used. */
class Caches {
  readonly all = new Map<string, Map<string, string>>();
  open(name: string) {
    const held = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, held);
    return Promise.resolve({
      match: (request: RequestInfo) => {
        const text = held.get(urlOf(request));
        return Promise.resolve(text === undefined ? undefined : new Response(text));
      },
      put: async (request: RequestInfo, response: Response) =>
        void held.set(urlOf(request), await response.text()),
      keys: () => Promise.resolve([...held.keys()].map((url) => ({ url }))),
    });
  }
  match = (request: RequestInfo, { cacheName = '' } = {}) => {
    const text = this.all.get(cacheName)?.get(urlOf(request));
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  };
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
}

let caches: Caches;
let asked: string[];
/** Files on the host: digests by address. */
let host: Map<string, string>;

function world(): World {
  const fetch = (request: RequestInfo | URL, init?: RequestInit) => {
    const url = urlOf(request);
    asked.push(url.slice(root.length));
    const has = host.get(url);
    if (has === undefined) return Promise.resolve(new Response('', { status: 404 }));
    if (has !== init?.integrity) return Promise.reject(new TypeError('another digest'));
    return Promise.resolve(new Response(has));
  };
  return { caches: caches as unknown as CacheStorage, fetch: fetch as typeof globalThis.fetch };
}

function publish({ files }: Release): void {
  host = new Map(
    Object.entries(files).map(([file, [digest]]) => [root + file.replace(/index\.html$/, ''), digest]),
  );
}

const releaseCacheOf = (release: Release) => new ReleaseCache(release, root, world());
const names = () => [...caches.all.keys()].map((name) => name.replace(/.*:/, ''));

beforeEach(() => {
  caches = new Caches();
  asked = [];
  publish(first);
});

describe('the shelf of a release', () => {
  it('keeps every file once, and says how much that is', async () => {
    const releaseCache = releaseCacheOf(first);
    expect(await releaseCache.status()).toMatchObject({ files: 0, of: 3, bytes: 0 });
    await releaseCache.fill();
    expect(asked.sort()).toEqual(['', 'assets/a-1.js', 'assets/b-1.js']);
    expect(await releaseCache.status()).toMatchObject({ files: 3, of: 3, bytes: 60, version: '1' });
    await releaseCache.fill();
    expect(asked.length).toBe(3);
    expect(await (await releaseCache.find('index.html'))?.text()).toBe('sha256-p1');
  });

  it('keeps what has come when something does not, and asks for the rest the next time', async () => {
    const releaseCache = releaseCacheOf(first);
    host.delete(`${root}assets/b-1.js`);
    await expect(releaseCache.fill()).rejects.toThrow('assets/b-1.js: 404');
    expect((await releaseCache.status()).files).toBe(2);
    publish(first);
    asked = [];
    await releaseCache.fill();
    expect(asked).toEqual(['assets/b-1.js']);
  });

  it('does not keep a file of another release', async () => {
    publish(second);
    await expect(releaseCacheOf(first).take('index.html')).rejects.toThrow('another digest');
    expect((await releaseCacheOf(first).status()).files).toBe(0);
  });

  it('takes what has stayed the same from the release before', async () => {
    await releaseCacheOf(first).fill();
    publish(second);
    asked = [];
    const next = releaseCacheOf(second);
    expect(await next.successorOfWhole()).toBe(true);
    await next.fill();
    expect(asked.sort()).toEqual(['', 'assets/b-2.js']);
    expect(await (await next.find('assets/a-1.js'))?.text()).toBe('sha256-a');
    expect(await (await next.earlier(`${root}assets/b-1.js`))?.text()).toBe('sha256-b');
  });

  it('knows whether the release before was kept whole', async () => {
    await releaseCacheOf(first).take('index.html');
    expect(await releaseCacheOf(second).successorOfWhole()).toBe(false);
    expect(await releaseCacheOf(first).successorOfWhole()).toBe(false);
  });

  it('in charge leaves only the last that was, which tabs may still have open', async () => {
    await releaseCacheOf(first).fill();
    await releaseCacheOf(first).serve();
    // A release that never was active, so no page uses it.
    await releaseCacheOf({ ...second, version: '1b' }).take('assets/a-1.js');
    publish(second);
    await releaseCacheOf(second).fill();
    await releaseCacheOf(second).serve();
    expect(names()).toEqual(['1', '2']);
    await releaseCacheOf({ ...second, version: '3' }).serve();
    expect(names()).toEqual(['2', '3']);
  });

  it('leaves alone what is not its lab’s', async () => {
    await caches.open('vegaslab-files:/lab/inner/:1');
    await caches.open('another program');
    await releaseCacheOf(first).serve();
    expect([...caches.all.keys()]).toContain('vegaslab-files:/lab/inner/:1');
    expect([...caches.all.keys()]).toContain('another program');
  });
});
