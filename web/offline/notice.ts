/** What a reader is to be told of releases: that there is a newer one, or that a part of this one is gone. */
import { Observable } from '../run/observable';

export const notice = new Observable<'newer' | 'gone' | null>(null);

/**
 * Once a page, when it begins. The rest, all that keeps files for the time without a network, comes when the page has loaded and has
 * nothing else to do.
 */
export function watchReleases(): void {
  // A release takes the files of the one before away; a page that was opened from that asks for one of them.
  window.addEventListener('vite:preloadError', () => notice.set('gone'));
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') rested();
  else window.addEventListener('load', rested, { once: true });
}

/** The first picture is made after the page has loaded; a page without one waits no longer than this. */
const AT_LATEST_MS = 4000;

function rested(): void {
  // Safari has no way to ask.
  const idle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000));
  idle(() => void import('./offline').then(({ keepFiles }) => keepFiles()).catch(() => {}), {
    timeout: AT_LATEST_MS,
  });
}

/** Opens the newest release that there is. What the reader has done is kept, as at every reload. */
export async function reload(): Promise<void> {
  // The part that does this may be the one that is gone.
  await import('./offline').then(({ takeNewest }) => takeNewest()).catch(() => {});
  window.location.reload();
}
