/** The first script of the main page. It loads the code of the home page or of everything else. */
import './ui/styles';
import { parseRoute } from './share/route';

/** Pages in the background get no animation frames, so start after this time at the latest. */
const LATEST_MS = 500;

if (parseRoute(window.location.hash).page === '') {
  // The prerendered home page is painted first. A second call does nothing, because the module is already loaded.
  const begin = () => void import('./front');
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, LATEST_MS);
} else void import('./main');
