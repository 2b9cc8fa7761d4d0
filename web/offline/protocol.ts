/** Messages between the page and its service worker. */

export type ToServiceWorker =
  /** Keep every file of the release. */
  | { type: 'keep everything' }
  /** Keep these, of what the page has loaded before there was a worker; tell how much is kept. */
  | { type: 'keep visited'; addresses: string[] }
  /** The reader wants the new version now. */
  | { type: 'take over' };

export interface FromServiceWorker {
  type: 'kept';
  version: string;
  /** Files that are kept, and how many there are. */
  files: number;
  of: number;
  /** Of all that are kept, before compression. */
  bytes: number;
  /** Why no more are kept than these, if a try has just failed. */
  problem: string | null;
}
