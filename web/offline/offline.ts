/**
 * The page's side of working without a network: has the service worker keep the lab's files, and hears of new releases. Where there can be
 * no worker - in a frame, in a file, where storage is forbidden, where a lesson was packed for another host - nothing happens.
 */
import { Observable } from '../base/observable';
import { notice } from './notice';
import type { FromServiceWorker, ToServiceWorker } from './protocol';
import { cachePrefix } from './release';

export interface Keeping {
  /** `all` files are to be kept, or, as the browser asks to save data, only what is `visited`; `none` if nothing can be. */
  what: 'none' | 'all' | 'visited';
  /** Null until the worker has told. */
  kept: FromServiceWorker | null;
}

export const keeping = new Observable<Keeping>({ what: 'none', kept: null });

let registration: ServiceWorkerRegistration | null = null;

/** The lab's folder. */
function rootAddress(): string {
  return new URL(document.documentElement.dataset.root ?? './', window.location.href.replace(/[?#].*$/, ''))
    .href;
}

/** Whether this page is the lab's own, on a server, in a tab of its own: a packed or embedded one has no manifest or has a page around it. */
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
  // Who has just deleted everything is not given it back by the page that says so; a worker that was busy then may have been.
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

/** What has been loaded before the worker was there, and from now on what is opened. */
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

/** How long a reader who wants the new release waits for its files, at most. */
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
    // Where nothing can be kept there is nothing to take away.
  }
}
