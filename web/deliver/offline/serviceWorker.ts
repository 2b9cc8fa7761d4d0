/**
 * The service worker. It answers the lab's requests from its cache, so that the lab works offline. The last build step
 * (scripts/build/seal.mjs) bundles it as `sw.js`, next to index.html.
 *
 * All files of a page come from the active release; a page never mixes two releases. A new release waits until no page of the old
 * one is open, or until the user asks for it.
 */
import { type Release, resolveAddress } from './release';
import { type CacheStatus, isFull, ReleaseCache } from './releaseCache';

/** Defined by the build. */
declare const RELEASE: Release;
const release: Release = RELEASE;

/** Messages from the page. */
export type PageMessage =
  /** Cache every file of the release. */
  | { type: 'keep everything' }
  /** Cache these addresses, which the page loaded before the worker started. */
  | { type: 'keep visited'; addresses: string[] }
  /** Activate this release now. */
  | { type: 'take over' };

// TypeScript's DOM types don't include service workers, so declare the parts of their global scope that we use.
interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PageMessageEvent extends WorkerEvent {
  data: PageMessage;
}
interface Client {
  postMessage(message: unknown): void;
}
interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void>; matchAll(options: { includeUncontrolled: boolean }): Promise<Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessageEvent) => void): void;
}
const scope = self as unknown as Scope;

const root = scope.registration.scope;
const releaseCache = new ReleaseCache(release, root, { caches, fetch: (...args) => fetch(...args) });

// On the first visit, cache nothing yet. The page asks for it later, when it's idle, and says whether to save data.
scope.addEventListener('install', (event) => {
  event.waitUntil(install());
});

/** Caches the new release if the old one is cached. If that fails, the old release stays, and the browser tries again later. */
async function install(): Promise<void> {
  if (!(await releaseCache.earlierIsWhole())) return;
  await releaseCache.fill().catch((problem) => {
    // Two releases don't fit. Trying again wouldn't help, and an old release must not stay forever.
    if (!isFull(problem)) throw problem;
  });
}

scope.addEventListener('activate', (event) => {
  // With a full storage, pages load from the network.
  event.waitUntil(
    releaseCache
      .activate()
      .catch(() => {})
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const target = resolveAddress(request.url, root, release);
  if (target === null) return;
  if (target.kind === 'folder') event.respondWith(Promise.resolve(Response.redirect(target.to)));
  else if (target.kind === 'file') event.respondWith(fileFor(event, target.file));
  else event.respondWith(answerUnlisted(request));
});

async function fileFor(event: RequestEvent, file: string): Promise<Response> {
  const found = await releaseCache.find(file);
  if (found) return found;
  try {
    const response = await fetch(event.request);
    // Fetch the file again, from the browser's HTTP cache, to check its digest: only files of this release may be stored.
    event.waitUntil(releaseCache.store(file).catch(() => {}));
    return response;
  } catch (problem) {
    const earlier = await releaseCache.earlierFile(file);
    if (earlier) return earlier;
    if (event.request.mode === 'navigate') return notStored();
    throw problem;
  }
}

/** Says why a page is missing, in place of the browser's own error page. The worker has no catalogue of translations. */
function notStored(): Response {
  const paragraph = (language: string, words: string) => `<p lang="${language}">${words}</p>`;
  const text = [
    paragraph(
      'en',
      'This page of Vegas Lab isn’t stored on your device yet, and there’s no connection. Go back, or reload once you’re online.',
    ),
    paragraph(
      'de',
      'Diese Seite von Vegas Lab ist noch nicht auf Ihrem Gerät gespeichert, und es gibt keine Verbindung. Gehen Sie zurück, oder laden Sie neu, sobald Sie online sind.',
    ),
  ];
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vegas Lab</title><body>${text.join('')}`;
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Answers a request for a file that this release doesn't have: from an earlier release's cache, or from the network. */
async function answerUnlisted(request: Request): Promise<Response> {
  if (request.mode !== 'navigate') return (await releaseCache.earlier(request.url)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (problem) {
    const earlier = await releaseCache.earlier(request.url);
    if (earlier) return earlier;
    throw problem;
  }
}

scope.addEventListener('message', (event) => {
  switch (event.data.type) {
    case 'keep everything':
      event.waitUntil(reportAfter(() => releaseCache.fill(() => void report())));
      break;
    case 'keep visited':
      event.waitUntil(reportAfter(() => storeAll((event.data as { addresses: string[] }).addresses)));
      break;
    case 'take over':
      event.waitUntil(scope.skipWaiting());
      break;
  }
});

/** Runs a task that caches files, then reports the status to the pages. */
async function reportAfter(task: () => Promise<void>): Promise<void> {
  const problem = await task().then(
    (): CacheStatus['problem'] => null,
    (reason) => (isFull(reason) ? 'full' : 'failed'),
  );
  await report(problem);
}

async function storeAll(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const target = resolveAddress(address, root, release);
    if (target?.kind === 'file') await releaseCache.store(target.file);
  }
}

async function report(problem: CacheStatus['problem'] = null): Promise<void> {
  const status = await releaseCache.status(problem);
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true }))
    client.postMessage(status);
}
