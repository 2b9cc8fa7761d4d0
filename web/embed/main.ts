/**
 * The frame before the lab loads. It reads its address, connects to the host page, and waits until it is near the
 * screen or the host sends a request. Only then does it load the lab.
 */
import { originOf, themeNamed } from './early';
import { HostLine } from './hostLine';

const place = document.getElementById('lab');
if (place === null) throw new Error('The page has no element with the id "lab".');
const query = new URLSearchParams(window.location.search);
const theme = themeNamed(query.get('theme') ?? '') ?? 'system';
if (theme !== 'system') document.documentElement.dataset.theme = theme;

if (window.origin === 'null') {
  // A frame without an origin of its own can't start workers, and the engine runs in one.
  place.dataset.stopped = 'true';
} else {
  const line = new HostLine(window, originOf(query.get('origin') ?? ''));
  place.dataset.waits = 'true';
  await Promise.race([near(document.documentElement), line.wanted]);
  const { start } = await import('./start');
  await start(place, query, line);
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
