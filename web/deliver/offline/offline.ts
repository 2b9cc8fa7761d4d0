/**
 * The page's side of offline support: asks the service worker to cache the lab's files, and watches for new releases. It does
 * nothing where a service worker isn't possible: in a frame, in a page opened from disk, where storage is blocked, or in a lesson
 * packaged for another host.
 */
import { Observable } from '../../base/observable';
import { offlineProgress } from '../../ui/offlineProgress';
import { cachePrefix } from './release';
import type { CacheStatus } from './releaseCache';
import type { PageMessage } from './serviceWorker';

export interface OfflineState {
  /** `all` files are cached; `visited` only, if the browser asks to save data; `none` if caching is impossible. */
  mode: 'none' | 'all' | 'visited';
  /** Null until the worker has answered. */
  cache: CacheStatus | null;
}

export const offlineState = new Observable<OfflineState>({ mode: 'none', cache: null });

let registration: ServiceWorkerRegistration | null = null;

/** The address of the lab's folder. */
function rootAddress(): string {
  return new URL(document.documentElement.dataset.root ?? './', window.location.href.replace(/[?#].*$/, ''))
    .href;
}

/** True for the lab's own page in its own tab. A packaged page has no manifest, and an embedded one has a parent. */
function canCache(): boolean {
  return (
    window.top === window.self &&
    /^https?:$/.test(window.location.protocol) &&
    document.querySelector('link[rel="manifest"]') !== null
  );
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Notes that everything has been deleted, for the page that loads next. */
export function noteDeletion(): void {
  window.history.replaceState({ deleted: true }, '', '#/privacy?deleted');
}

/** True if everything was deleted just before this page loaded. A link to its address, or a way back to it, deletes nothing. */
export const wasDeleted = takeNote();

function takeNote(): boolean {
  // Pages are prerendered without a history.
  const noted = globalThis.history?.state?.deleted === true;
  if (noted) window.history.replaceState(null, '');
  return noted;
}

/** Registers the service worker and asks it to cache files. `onUpdate` is called when a newer release is ready. */
export async function cacheFiles(onUpdate: () => void): Promise<void> {
  if (!canCache()) return;
  // On the page that confirms deletion, don't cache files again. A worker that was still filling the cache may have added some
  // after the deletion, so delete once more.
  if (wasDeleted) return deleteFiles();
  try {
    const workers = navigator.serviceWorker;
    workers.addEventListener('message', ({ data }: MessageEvent<CacheStatus>) => {
      if (data?.type !== 'kept') return;
      offlineState.set({ ...offlineState.value, cache: data });
      if (offlineState.value.mode === 'all') offlineProgress.set({ files: data.files, of: data.of });
    });
    registration = (await workers.register(`${rootAddress()}sw.js`)) ?? null;
    if (registration === null) return;
    watchForUpdates(registration, onUpdate);
    await workers.ready;
    if (savesData()) cacheVisited();
    else cacheEverything();
  } catch {
    // Storage is blocked, or the host has no worker file. The lab works, but only online.
    offlineState.set({ mode: 'none', cache: null });
  }
}

export function cacheEverything(): void {
  offlineState.set({ ...offlineState.value, mode: 'all' });
  send(registration?.active, { type: 'keep everything' });
}

/** Caches the files loaded before the worker started, and those opened from now on. */
function cacheVisited(): void {
  offlineState.set({ ...offlineState.value, mode: 'visited' });
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  send(registration?.active, { type: 'keep visited', addresses: [window.location.href, ...loaded] });
}

function send(worker: ServiceWorker | null | undefined, message: PageMessage): void {
  worker?.postMessage(message);
}

function watchForUpdates(watched: ServiceWorkerRegistration, onUpdate: () => void): void {
  const report = () => {
    if (watched.waiting !== null && watched.active !== null) onUpdate();
  };
  report();
  watched.addEventListener('updatefound', () => watched.installing?.addEventListener('statechange', report));
  // A tab may stay open for days. Check for updates whenever the user returns to it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') watched.update().catch(() => {});
  });
}

/** Longest wait for a new release to install or activate after the user has asked for it. */
const UPDATE_TIMEOUT_MS = 20_000;

/** Activates the newest release if one is available. The page has to reload afterwards. */
export async function activateNewest(): Promise<void> {
  if (registration === null) return;
  await registration.update().catch(() => {});
  await reachesState(registration.installing, 'installed');
  const { waiting } = registration;
  if (waiting === null) return;
  send(waiting, { type: 'take over' });
  await reachesState(waiting, 'activated');
}

/** Resolves when a worker reaches the state, when it fails, or after the timeout. */
function reachesState(worker: ServiceWorker | null, state: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker === null || worker.state === state || worker.state === 'redundant') resolve();
    };
    worker?.addEventListener('statechange', check);
    setTimeout(resolve, UPDATE_TIMEOUT_MS);
    check();
  });
}

/** Deletes the cached files and the service worker of this lab. */
export async function deleteFiles(): Promise<void> {
  try {
    const found = await navigator.serviceWorker.getRegistration(rootAddress());
    await found?.unregister();
    const prefix = cachePrefix(rootAddress());
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  } catch {
    // Without storage there is nothing to delete.
  }
}
