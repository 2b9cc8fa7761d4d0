// Runs before the first paint of the main page. It sets the theme, hides the prerendered home page if the address is
// another page's, and loads the scripts: the home page's after the first paint, so that nothing competes with it,
// another page's at once. The build fills in the files (scripts/home-page.mjs).
((/** @type {{ home: string[], page: string[] }} */ files) => {
  /** Pages in the background are never painted, so start after this time at the latest. */
  const LATEST_MS = 500;

  const { dataset } = document.documentElement;
  const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  let begun = false;
  /** @param {string[]} addresses the first one is of the module that imports the others */
  const begin = async (addresses) => {
    if (begun) return;
    begun = true;
    for (const file of addresses) {
      const link = document.createElement('link');
      const style = file.endsWith('.css');
      Object.assign(link, {
        rel: style ? 'preload' : 'modulepreload',
        as: style ? 'style' : 'script',
        crossOrigin: '',
        href: file,
      });
      document.head.append(link);
    }
    await parsed;
    await import(new URL(addresses[0] ?? '', document.baseURI).href);
  };

  if (/^#?\/?(\?|$)/.test(location.hash)) {
    const beginHome = () => begin(files.home);
    new PerformanceObserver(beginHome).observe({ type: 'paint', buffered: true });
    setTimeout(beginHome, LATEST_MS);
  } else {
    dataset.opening = 'page';
    begin(files.page);
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
})({ home: [], page: [] });
