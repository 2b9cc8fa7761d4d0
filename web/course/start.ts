/** The first script of a course page. It lets the text paint before it loads the code of the interactive parts. */

/** Pages in the background get no animation frames, so start after this time at the latest. */
const LATEST_MS = 500;

/** A second call does nothing, because the module is already loaded. */
const begin = () => void import('./main');

requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST_MS);
