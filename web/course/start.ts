/** The first script of a page of the course: lets the text be painted, and then fetches what makes the page alive. */

/** A page in the background paints nothing. */
const LATEST_MS = 500;

/** The second time nothing happens: it is there. */
const begin = () => void import('./main');

requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST_MS);
