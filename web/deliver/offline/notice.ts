/** The notice that asks the user to reload, and the start of offline support once the page is idle. */
import { Observable } from '../../base/observable';

/** `update`: a newer release is ready. `missing file`: a lazily loaded file of this release failed to load. */
export const notice = new Observable<'update' | 'missing file' | null>(null);

/** Call once when the page starts. Offline support itself loads later: after the page has loaded and is idle. */
export function watchReleases(): void {
  watchMissingFiles();
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') waitUntilIdle();
  else window.addEventListener('load', waitUntilIdle, { once: true });
}

/** Reports files that fail to load. A page of an earlier release may request files that a new one has deleted from the host. */
export function watchMissingFiles(): void {
  window.addEventListener('vite:preloadError', () => notice.set('missing file'));
}

/**
 * Time without input before offline support starts, counted from the page's load event at the earliest. The engine loads after
 * that event, and every input starts a run; caching must not compete with them for network and CPU.
 */
const QUIET_MS = 3000;

const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'input'] as const;

/** Longest wait for the browser to become idle after the input has paused. */
const IDLE_TIMEOUT_MS = 4000;

function waitUntilIdle(): void {
  // Safari doesn't have requestIdleCallback.
  const idle = globalThis.requestIdleCallback ?? ((callback: () => void) => callback());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(finish, QUIET_MS);
  };
  const finish = () => {
    for (const type of INPUT_EVENTS) window.removeEventListener(type, restartTimer, true);
    idle(startOffline, { timeout: IDLE_TIMEOUT_MS });
  };
  for (const type of INPUT_EVENTS)
    window.addEventListener(type, restartTimer, { capture: true, passive: true });
  restartTimer();
}

function startOffline(): void {
  import('./offline').then(({ cacheFiles }) => cacheFiles(() => notice.set('update'))).catch(() => {});
}

/** Reloads the page with the newest release. Like any reload, it keeps the user's work. */
export async function reload(): Promise<void> {
  // `offline` may be the file that is missing.
  await import('./offline').then(({ activateNewest }) => activateNewest()).catch(() => {});
  window.location.reload();
}
