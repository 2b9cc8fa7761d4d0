/**
 * The service worker: answers the lab's requests from its cache, so that the lab works without a network. It is a file of its own, `sw.js`
 * beside the lab's page, written when everything else has been built (scripts/seal.mjs).
 *
 * All files of a page come from the active release; a page never mixes two. A new release waits until
 * no page of the old one is open, or until a reader asks for it.
 */
import type { ToServiceWorker } from './protocol';
import { meaningOf, type Release } from './release';
import { ReleaseCache } from './releaseCache';

/** Written in by the build. */
declare const RELEASE: Release;
const release: Release = RELEASE;

// The page is compiled with the DOM's types, which have no service worker: this is all of its scope that we use.
interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Asked extends Extendable {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PageMessage extends Extendable {
  data: ToServiceWorker;
}
interface Client {
  postMessage(message: unknown): void;
}
interface Scope {
  registration: { scope: string };
  clients: { claim(): Promise<void>; matchAll(options: { includeUncontrolled: boolean }): Promise<Client[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
}
const scope = self as unknown as Scope;

const root = scope.registration.scope;
const releaseCache = new ReleaseCache(release, root, { caches, fetch: (...args) => fetch(...args) });

// The first time nothing is loaded yet: the page says when it has its first picture, and whether data is to be saved.
scope.addEventListener('install', (event) => {
  event.waitUntil(releaseCache.successorOfWhole().then((whole) => (whole ? releaseCache.fill() : undefined)));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(releaseCache.serve().then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const meaning = meaningOf(request.url, root, release);
  if (meaning === null) return;
  if (meaning.kind === 'folder') event.respondWith(Promise.resolve(Response.redirect(meaning.to)));
  else if (meaning.kind === 'file') event.respondWith(fileFor(event, meaning.file));
  else event.respondWith(unlisted(request));
});

async function fileFor(event: Asked, file: string): Promise<Response> {
  const found = await releaseCache.find(file);
  if (found) return found;
  try {
    const response = await fetch(event.request);
    // Fetches it again from the browser's cache and checks its digest, so that only files of this release are stored.
    event.waitUntil(releaseCache.take(file).catch(() => {}));
    return response;
  } catch (problem) {
    const earlier = await releaseCache.earlierFile(file);
    if (earlier) return earlier;
    throw problem;
  }
}

/** Something of an earlier release, or nothing of the lab's. */
async function unlisted(request: Request): Promise<Response> {
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
      event.waitUntil(keep(() => releaseCache.fill(() => void tell())));
      break;
    case 'keep visited':
      event.waitUntil(keep(() => visited((event.data as { addresses: string[] }).addresses)));
      break;
    case 'take over':
      event.waitUntil(scope.skipWaiting());
      break;
  }
});

async function keep(how: () => Promise<void>): Promise<void> {
  const problem = await how().then(
    () => null,
    (reason) => String(reason),
  );
  await tell(problem);
}

async function visited(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const meaning = meaningOf(address, root, release);
    if (meaning?.kind === 'file') await releaseCache.take(meaning.file);
  }
}

async function tell(problem: string | null = null): Promise<void> {
  const status = await releaseCache.status(problem);
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true }))
    client.postMessage(status);
}
