/**
 * The frame's entry point. It reads the address, connects to the host page, and waits until the frame is near the
 * visible area or the host sends a request. Only then does it load the lab.
 */
import { originOf, themeNamed } from '../hosted/early';
import { HostConnection } from './hostConnection';
import { Opening } from './opening';

const place = document.getElementById('lab');
if (place === null) throw new Error('The page has no element with the id "lab".');
const query = new URLSearchParams(window.location.search);
const theme = themeNamed(query.get('theme') ?? '') ?? 'system';
if (theme !== 'system') document.documentElement.dataset.theme = theme;
// An empty address, as in the shell, leaves out what comes after the `#`, where a changed lesson is.
for (const link of place.querySelectorAll('a')) link.href = window.location.href;

if (window.origin === 'null') {
  // A frame with an opaque origin can't start workers, and the engine runs in a worker.
  place.dataset.stopped = 'true';
} else {
  place.dataset.waits = 'true';
  void open(place, new HostConnection(window, originOf(query.get('origin') ?? '')));
}

// Not at the top level: the lab's script imports modules of this file, and would wait for its end.
async function open(place: HTMLElement, host: HostConnection): Promise<void> {
  await Promise.race([near(document.documentElement), host.firstRequest]);
  const opening = new Opening(place, host);
  try {
    const { startFrame } = await import('./start');
    await startFrame(place, host, opening);
  } catch (error) {
    opening.fail(error);
  }
}

function near(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });
}
