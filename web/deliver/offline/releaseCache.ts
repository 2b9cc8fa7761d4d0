/**
 * Caches the files of a release. Each release has its own cache, so that pages opened from the previous release still find their
 * files.
 */
import { addressOf, cachePrefix, isLesson, isNamedByContent, isOnDemand, type Release } from './release';

/** Concurrent requests. Few, because the open page makes requests too. */
const AT_ONCE = 4;

/** Marks the cache of a release whose worker has been active. */
const SERVED = '@served';

/** Marks a cache that gets the files of its release, not only visited ones. The next release then does the same. */
const WHOLE = '@whole';

/** The browser functions that a cache uses; tests pass fakes. */
export interface BrowserApi {
  caches: CacheStorage;
  fetch: typeof fetch;
}

/** The worker's answer to the page: how much of the release is cached. */
export interface CacheStatus {
  type: 'kept';
  version: string;
  /** Number of cached files, out of `of`. */
  files: number;
  of: number;
  /** Total size of the cached files before compression. */
  bytes: number;
  /** Why the last attempt to cache files failed: the browser has no room, or a file couldn't be loaded. Null if it didn't. */
  problem: 'full' | 'failed' | null;
}

/** True for the error of a full storage. */
export function isFull(problem: unknown): boolean {
  return problem instanceof Error && problem.name === 'QuotaExceededError';
}

export class ReleaseCache {
  private readonly release: Release;
  private readonly root: string;
  private readonly browser: BrowserApi;
  private readonly name: string;
  private filling: Promise<void> | null = null;

  /** `root` is the lab's folder, with a slash at the end. */
  constructor(release: Release, root: string, browser: BrowserApi) {
    this.release = release;
    this.root = root;
    this.browser = browser;
    this.name = cachePrefix(root) + release.version;
  }

  /** The cached response, or undefined. */
  find(file: string): Promise<Response | undefined> {
    // Opening the cache would create it again after everything was deleted.
    return this.browser.caches.match(this.key(file), { cacheName: this.name });
  }

  /** The response that an earlier release has cached for the address. */
  async earlier(address: string): Promise<Response | undefined> {
    for (const name of await this.otherCaches()) {
      const found = await (await this.browser.caches.open(name)).match(address, { ignoreSearch: true });
      if (found) return found;
    }
    return undefined;
  }

  /** The copy of a file that an earlier release has cached. */
  earlierFile(file: string): Promise<Response | undefined> {
    return this.earlier(this.key(file));
  }

  /** Caches a file unless it's cached already. Rejects if the file can't be fetched or its digest isn't the release's. */
  async store(file: string): Promise<void> {
    const entry = this.release.files[file];
    if (entry === undefined || (await this.find(file)) !== undefined) return;
    const key = this.key(file);
    const unchanged = isNamedByContent(file) ? await this.earlier(key) : undefined;
    await (await this.open()).put(key, unchanged ?? (await this.fetchAs(file, entry[0])));
  }

  /** Caches all files except those on demand, the lessons' pages first. If one fails, those already cached stay, so that the next attempt fetches fewer. */
  fill(onProgress: () => void = () => {}): Promise<void> {
    this.filling ??= this.storeAll(onProgress).finally(() => {
      this.filling = null;
    });
    return this.filling;
  }

  /** Returns whether an earlier release caches all of its files. */
  async earlierIsWhole(): Promise<boolean> {
    for (const name of await this.otherCaches())
      if (await (await this.browser.caches.open(name)).match(this.key(WHOLE))) return true;
    return false;
  }

  /**
   * Marks this release as active and deletes the caches of earlier releases, except the one that was active last: other tabs may
   * still have pages open from it.
   */
  async activate(): Promise<void> {
    const { caches } = this.browser;
    let last: string | null = null;
    const others = await this.otherCaches();
    for (const name of others) if (await (await caches.open(name)).match(this.key(SERVED))) last = name;
    for (const name of others) if (name !== last) await caches.delete(name);
    await (await this.open()).put(this.key(SERVED), new Response(''));
  }

  /** Counts the files that `fill` caches. */
  async status(problem: CacheStatus['problem'] = null): Promise<CacheStatus> {
    const { files, version } = this.release;
    const keys = new Set((await (await this.open()).keys()).map(({ url }) => url));
    const wanted = this.wanted();
    const cached = wanted.filter((file) => keys.has(this.key(file)));
    const bytes = cached.reduce((sum, file) => sum + (files[file]?.[1] ?? 0), 0);
    return { type: 'kept', version, files: cached.length, of: wanted.length, bytes, problem };
  }

  /** The lessons come first: people open them in class right after the first visit, and their pages have texts and pictures without scripts. */
  private wanted(): string[] {
    const files = Object.keys(this.release.files).filter((file) => !isOnDemand(file));
    return [...files.filter(isLesson), ...files.filter((file) => !isLesson(file))];
  }

  private async storeAll(onProgress: () => void): Promise<void> {
    await (await this.open()).put(this.key(WHOLE), new Response(''));
    const waiting = this.wanted();
    const problems: unknown[] = [];
    let done = 0;
    const storeNext = async () => {
      for (let file = waiting.shift(); file !== undefined && problems.length === 0; file = waiting.shift()) {
        await this.store(file).catch((problem) => problems.push(problem));
        done += 1;
        if (done % 20 === 0) onProgress();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
    if (problems.length > 0) throw problems[0];
  }

  private async fetchAs(file: string, integrity: string): Promise<Response> {
    const response = await this.browser.fetch(addressOf(file, this.root), {
      integrity,
      // A page has the same name in every release, so revalidate the browser's own copy of it.
      cache: isNamedByContent(file) ? 'default' : 'no-cache',
      priority: 'low',
    });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    // Browsers refuse a redirected response when they open a page, so copy it into a new one.
    return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
  }

  private open(): Promise<Cache> {
    return this.browser.caches.open(this.name);
  }

  private key(file: string): string {
    return new URL(file, this.root).href;
  }

  /** The names of the caches of this lab's other releases, oldest first. */
  private async otherCaches(): Promise<string[]> {
    const prefix = cachePrefix(this.root);
    const names = await this.browser.caches.keys();
    return names.filter((name) => name.startsWith(prefix) && name !== this.name);
  }
}
