/**
 * The frame, before anything of the lab is loaded: it reads its address, takes up the line to the page around, and waits until it comes
 * near the screen or the host asks for something. Whatever it shows comes after that.
 */
import { HostLine } from './hostLine';
import { readParameters } from './parameters';

const place = document.getElementById('lab');
if (place === null) throw new Error('The page has no element called lab.');
const { parameters, problems } = readParameters(new URLSearchParams(window.location.search));
if (parameters.theme !== 'system') document.documentElement.dataset.theme = parameters.theme;

if (window.origin === 'null') {
  // A frame without an origin of its own may start no worker, and the engine lives in one.
  place.dataset.stopped = 'true';
} else {
  const line = new HostLine(window, parameters.origin);
  place.dataset.waits = 'true';
  await Promise.race([near(document.documentElement), line.wanted]);
  const { start } = await import('./start');
  await start(place, parameters, problems, line);
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
