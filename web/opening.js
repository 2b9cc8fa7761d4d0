// Runs before the first paint of the main page. It hides the prerendered home page if the address is another page's, and
// sets the theme. The build gives it a name with its hash (scripts/home-page.mjs).
(() => {
  const { dataset } = document.documentElement;
  if (!/^#?\/?(\?|$)/.test(location.hash)) dataset.opening = 'page';
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
