/**
 * The page's side of working without a network: has the service worker keep the lab's files, and hears of new releases. Where there can be
 * no worker - in a frame, in a file, where storage is forbidden, where a lesson was packed for another host - nothing happens.
 */
import { Observable } from '../base/observable';
import { notice } from './notice';
import type { FromServiceWorker, ToServiceWorker } from './protocol';
import { cachePrefix } from './release';

export interface Keeping {
  /** `all` files are cached; `visited` only, if the browser asks to save data; `none` if caching is impossible. */
  what: 'none' | 'all' | 'visited';
  /** Null until the worker has answered. */
  kept: FromServiceWorker | null;
}

export const keeping = new Observable<Keeping>({ what: 'none', kept: null });

let registration: ServiceWorkerRegistration | null = null;

/** The lab's folder. */
function rootAddress(): string {
  return new URL(document.documentElement.dataset.root ?? './', window.location.href.replace(/[?#].*$/, ''))
    .href;
}

/** True for the lab's own page in a tab of its own. A packaged page has no manifest, and an embedded one has a parent. */
function mayKeep(): boolean {
  return (
    window.top === window.self &&
    /^https?:$/.test(window.location.protocol) &&
    document.querySelector('link[rel="manifest"]') !== null
  );
}

function wantsLittle(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

export async function keepFiles(): Promise<void> {
  if (!mayKeep()) return;
  // The page that confirms deletion doesn't cache files again; a worker that was still filling the cache might have, so delete once more.
  if (window.location.hash.startsWith('#/privacy?deleted')) return forgetFiles();
  try {
    const workers = navigator.serviceWorker;
    workers.addEventListener('message', ({ data }: MessageEvent<FromServiceWorker>) => {
      if (data?.type === 'kept') keeping.set({ ...keeping.value, kept: data });
    });
    registration = (await workers.register(`${rootAddress()}sw.js`)) ?? null;
    if (registration === null) return;
    hearOfNewer(registration);
    await workers.ready;
    if (wantsLittle()) keepVisited();
    else keepEverything();
  } catch {
    // No storage, or no worker beside this page: the lab works as it does without.
    keeping.set({ what: 'none', kept: null });
  }
}

export function keepEverything(): void {
  keeping.set({ ...keeping.value, what: 'all' });
  send(registration?.active, { type: 'keep everything' });
}

/** Caches the files loaded before the worker started, and those opened from now on. */
function keepVisited(): void {
  keeping.set({ ...keeping.value, what: 'visited' });
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  send(registration?.active, { type: 'keep visited', addresses: [window.location.href, ...loaded] });
}

function send(worker: ServiceWorker | null | undefined, message: ToServiceWorker): void {
  worker?.postMessage(message);
}

function hearOfNewer(of: ServiceWorkerRegistration): void {
  const offer = () => {
    if (of.waiting !== null && of.active !== null) notice.set('newer');
  };
  offer();
  of.addEventListener('updatefound', () => of.installing?.addEventListener('statechange', offer));
  // A lab that stays open for days asks when it is looked at again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') of.update().catch(() => {});
  });
}

/** Longest wait for the files of a release that the reader has asked for. */
const PATIENCE_MS = 20_000;

/** Lets the newest release take over, if there is one; the page has to be loaded again then. */
export async function takeNewest(): Promise<void> {
  if (registration === null) return;
  await registration.update().catch(() => {});
  await settled(registration.installing);
  const { waiting } = registration;
  if (waiting === null) return;
  send(waiting, { type: 'take over' });
  await settled(waiting, 'activated');
}

/** Waits until a worker is what it is to be, or has failed, or patience ends. */
function settled(worker: ServiceWorker | null, state: ServiceWorkerState = 'installed'): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker === null || worker.state === state || worker.state === 'redundant') resolve();
    };
    worker?.addEventListener('statechange', look);
    setTimeout(resolve, PATIENCE_MS);
    look();
  });
}

/** Takes away the files and the worker of this lab. */
export async function forgetFiles(): Promise<void> {
  try {
    const found = await navigator.serviceWorker.getRegistration(rootAddress());
    await found?.unregister();
    const prefix = cachePrefix(rootAddress());
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  } catch {
    // Without storage there is nothing to delete.
  }
}
