// Runs before the first paint of every page. It sets the theme, and loads the scripts: those of a prerendered page after
// the first paint, so that nothing competes with it. On the main page, it hides the prerendered home page if the address
// is another page's, and loads that page's scripts at once; for the bench's default scenario, its text and its stored run
// too. The build fills in the files (scripts/build/first-paint.mjs).
((/** @type {Record<string, string[]>} */ files) => {
  /** Pages in the background are never painted, so start after this time at the latest. */
  const LATEST_MS = 500;

  const { dataset } = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  let begun = false;
  /** @param {string[]} addresses the first one is of the module that imports the others */
  const begin = async (addresses = []) => {
    if (begun) return;
    begun = true;
    const [first = '', ...others] = addresses.map((file) => new URL(file, script).href);
    const linked = new Set([...document.styleSheets].map(({ href }) => href));
    for (const file of [first, ...others]) {
      if (linked.has(file)) continue;
      const link = document.createElement('link');
      const [, ending = ''] = /\.(\w+)$/.exec(file) ?? [];
      Object.assign(link, {
        rel: ending === 'js' ? 'modulepreload' : 'preload',
        as: { js: 'script', css: 'style' }[ending] ?? 'fetch',
        crossOrigin: '',
        href: file,
      });
      document.head.append(link);
    }
    await parsed;
    await import(first).catch((error) => {
      missing = error;
      throw error;
    });
  };

  // Shows the message in the HTML if a page doesn't start: its scripts may be what's missing.
  /** @type {unknown} */
  let missing;
  addEventListener('vite:preloadError', ({ payload }) => {
    missing = payload;
  });
  addEventListener('unhandledrejection', async ({ reason }) => {
    await parsed;
    /** @type {any} */
    const place = document.getElementById('lab');
    // An empty page has failed whatever the reason is.
    if (dataset.alive || (reason !== missing && place.firstChild)) return;
    delete dataset.opening;
    /** @type {any} */
    const failure = document.querySelector('template')?.content.firstElementChild;
    const [words, button] = failure.children;
    if (reason !== missing) words.textContent = `This page couldn’t be drawn. ${reason.message}`;
    button.onclick = () => location.reload();
    place.prepend(failure);
  });

  // Pages of the course without a list of their own load what the list of lessons loads.
  const course = dataset.page && (files[dataset.page] ?? files.course);
  if (course || /^#?\/?(\?|$)/.test(location.hash)) {
    const beginAfterPaint = () => begin(course || files.home);
    new PerformanceObserver(beginAfterPaint).observe({ type: 'paint', buffered: true });
    setTimeout(beginAfterPaint, LATEST_MS);
  } else {
    dataset.opening = 'page';
    begin([...(files.page ?? []), ...((/^#\/?bench\??$/.test(location.hash) && files.bench) || [])]);
  }

  let choice = null;
  try {
    choice = localStorage.getItem('vegaslab:theme');
  } catch {
    // Storage is blocked.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'dark' : 'light';
})({ home: [], page: [], bench: [] });
