/**
 * The files of a release, as a browser keeps them. Each release has a cache of its own: a page that was opened from an earlier one
 * goes on finding its files, until nobody can have it open any more.
 */
import type { FromServiceWorker } from './protocol';
import { addressOf, cachePrefix, isNamedByContent, type Release } from './release';

/** Concurrent requests. Few, because the open page makes requests too. */
const AT_ONCE = 4;

/** In the cache of a release whose worker has been in charge. */
const SERVED = '@served';

/** Marks the cache of a release that was stored completely, so that the next release is stored completely too. */
const WHOLE = '@whole';

export interface World {
  caches: CacheStorage;
  fetch: typeof fetch;
}

export class ReleaseCache {
  private readonly release: Release;
  private readonly root: string;
  private readonly world: World;
  private readonly name: string;
  private filling: Promise<void> | null = null;

  /** `root` is the lab's folder, with a slash at the end. */
  constructor(release: Release, root: string, world: World) {
    this.release = release;
    this.root = root;
    this.world = world;
    this.name = cachePrefix(root) + release.version;
  }

  /** The stored answer, or undefined. */
  find(file: string): Promise<Response | undefined> {
    // Opening the cache would create it again after everything was deleted.
    return this.world.caches.match(this.key(file), { cacheName: this.name });
  }

  /** The same address in an earlier release. */
  async earlier(address: string): Promise<Response | undefined> {
    for (const name of await this.others()) {
      const found = await (await this.world.caches.open(name)).match(address, { ignoreSearch: true });
      if (found) return found;
    }
    return undefined;
  }

  /** An earlier release's copy of a file. */
  earlierFile(file: string): Promise<Response | undefined> {
    return this.earlier(this.key(file));
  }

  /** Keeps a file, unless it is kept already. Throws if it does not come, or is not the one that the release has. */
  async take(file: string): Promise<void> {
    const entry = this.release.files[file];
    if (entry === undefined || (await this.find(file)) !== undefined) return;
    const key = this.key(file);
    const same = isNamedByContent(file) ? await this.earlier(key) : undefined;
    await (await this.open()).put(key, same ?? (await this.fetchAs(file, entry[0])));
  }

  /** Keeps all files. What has come stays when one does not, so that the next try has less to do. */
  fill(told: () => void = () => {}): Promise<void> {
    this.filling ??= this.takeAll(told).finally(() => {
      this.filling = null;
    });
    return this.filling;
  }

  /** Returns whether an earlier release was cached completely. */
  async successorOfWhole(): Promise<boolean> {
    for (const name of await this.others())
      if (await (await this.world.caches.open(name)).match(this.key(WHOLE))) return true;
    return false;
  }

  /**
   * This release is in charge from now on. Of earlier ones only the last that was stays: pages opened from it may still be open in
   * other tabs.
   */
  async serve(): Promise<void> {
    const { caches } = this.world;
    let last: string | null = null;
    const others = await this.others();
    for (const name of others) if (await (await caches.open(name)).match(this.key(SERVED))) last = name;
    for (const name of others) if (name !== last) await caches.delete(name);
    await (await this.open()).put(this.key(SERVED), new Response(''));
  }

  async status(problem: string | null = null): Promise<FromServiceWorker> {
    const { files, version } = this.release;
    const keys = new Set((await (await this.open()).keys()).map(({ url }) => url));
    const kept = Object.entries(files).filter(([file]) => keys.has(this.key(file)));
    const bytes = kept.reduce((sum, [, [, size]]) => sum + size, 0);
    return { type: 'kept', version, files: kept.length, of: Object.keys(files).length, bytes, problem };
  }

  private async takeAll(told: () => void): Promise<void> {
    await (await this.open()).put(this.key(WHOLE), new Response(''));
    const waiting = Object.keys(this.release.files);
    const problems: unknown[] = [];
    let taken = 0;
    const takeSome = async () => {
      for (let file = waiting.shift(); file !== undefined && problems.length === 0; file = waiting.shift()) {
        await this.take(file).catch((problem) => problems.push(problem));
        taken += 1;
        if (taken % 20 === 0) told();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeSome));
    if (problems.length > 0) throw problems[0];
  }

  private async fetchAs(file: string, integrity: string): Promise<Response> {
    const response = await this.world.fetch(addressOf(file, this.root), {
      integrity,
      // A page has the same name in every release: whether the browser's copy is today's has to be asked.
      cache: isNamedByContent(file) ? 'default' : 'no-cache',
      priority: 'low',
    });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    // An answer to a detour is refused where a page is opened with it.
    return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
  }

  private open(): Promise<Cache> {
    return this.world.caches.open(this.name);
  }

  private key(file: string): string {
    return new URL(file, this.root).href;
  }

  /** Caches of this lab's other releases, the oldest first. */
  private async others(): Promise<string[]> {
    const prefix = cachePrefix(this.root);
    const names = await this.world.caches.keys();
    return names.filter((name) => name.startsWith(prefix) && name !== this.name);
  }
}
