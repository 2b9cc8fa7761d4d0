// Runs before the first paint of the main page. If the address is another page's, it hides the prerendered home page and
// begins to load that page's files. It also sets the theme. The build gives it a name with its hash (scripts/home-page.mjs).
(() => {
  const { dataset } = document.documentElement;
  if (!/^#?\/?(\?|$)/.test(location.hash)) {
    dataset.opening = 'page';
    for (const file of document.currentScript?.dataset.files?.split(' ') ?? []) {
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
})();
