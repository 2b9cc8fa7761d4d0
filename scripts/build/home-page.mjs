// Prerenders the home page into index.html, which also serves the bench and all pages whose address follows `#`. A
// small script, web/site/beforePaint.js, hides the home page for those before anything is painted, and loads the modules.
import { beforePaint, withoutModules } from './first-paint.mjs';
import { prerendered } from './lesson-pages.mjs';

/** @returns {import('vite').Plugin} */
export function homePage() {
  return {
    name: 'home-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        // Bundles of workers and of the prerenderer don't have the page.
        if (page?.type !== 'asset') return;
        const script = beforePaint(this, bundle, 'main')('./');
        const { home } = await prerendered();
        page.source = withoutModules(String(page.source))
          .replace('</head>', () => `  ${script}\n  </head>`)
          .replace('<div id="lab"></div>', () => `<div id="lab">${home}</div>`);
      },
    },
  };
}
