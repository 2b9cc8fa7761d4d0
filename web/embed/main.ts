/**
 * The frame's entry point. It reads the address, connects to the host page, and waits until the frame is near the
 * visible area or the host sends a request. Only then does it load the lab.
 */
import { originOf, themeNamed } from './frameParameters';
import { HostConnection } from './hostConnection';

const place = document.getElementById('lab');
if (place === null) throw new Error('The page has no element with the id "lab".');
const query = new URLSearchParams(window.location.search);
const theme = themeNamed(query.get('theme') ?? '') ?? 'system';
if (theme !== 'system') document.documentElement.dataset.theme = theme;

if (window.origin === 'null') {
  // A frame with an opaque origin can't start workers, and the engine runs in a worker.
  place.dataset.stopped = 'true';
} else {
  const host = new HostConnection(window, originOf(query.get('origin') ?? ''));
  place.dataset.waits = 'true';
  await Promise.race([near(document.documentElement), host.firstRequest]);
  const { start } = await import('./start');
  await start(place, host);
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
