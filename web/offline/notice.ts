/** Notices about releases: a newer one is available, or a file of this one is missing. */
import { Observable } from '../base/observable';

export const notice = new Observable<'newer' | 'gone' | null>(null);

/**
 * Once a page, when it begins. The rest, all that keeps files for the time without a network, comes when the page has loaded and has
 * nothing else to do.
 */
export function watchReleases(): void {
  // A release takes the files of the one before away; a page that was opened from that asks for one of them.
  window.addEventListener('vite:preloadError', () => notice.set('gone'));
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
}

/**
 * How long the reader's hand must have rested, from the time when the page has loaded. The first picture comes only then, from the engine, and
 * runs follow the hand: they share the line and the processor with nothing of ours.
 */
const REST_MS = 3000;

const HANDS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'] as const;

/** A page that never rests waits no longer than this. */
const AT_LATEST_MS = 4000;

function loaded(): void {
  // Safari has no way to ask.
  const idle = globalThis.requestIdleCallback ?? ((callback: () => void) => callback());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(begin, REST_MS);
  };
  const begin = () => {
    for (const hand of HANDS) window.removeEventListener(hand, wait, true);
    idle(keep, { timeout: AT_LATEST_MS });
  };
  for (const hand of HANDS) window.addEventListener(hand, wait, { capture: true, passive: true });
  wait();
}

function keep(): void {
  import('./offline').then(({ keepFiles }) => keepFiles()).catch(() => {});
}

/** Opens the newest release that there is. What the reader has done is kept, as at every reload. */
export async function reload(): Promise<void> {
  // The part that does this may be the one that is gone.
  await import('./offline').then(({ takeNewest }) => takeNewest()).catch(() => {});
  window.location.reload();
}
