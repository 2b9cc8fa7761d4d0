// Prerenders the home page into index.html, which also serves the bench and all pages whose address follows `#`. A
// small script, web/beforePaint.js, hides the home page for those before anything is painted, and loads the modules.
import { readFileSync } from 'node:fs';
import { ROOT } from './child.mjs';
import { prerendered } from './lesson-pages.mjs';

const START = 'web/start.ts';
const HOME = 'web/front.tsx';
const OTHER_PAGES = 'web/main.tsx';

/** The part of web/beforePaint.js that the build fills in. */
const FILES = '{ home: [], page: [] }';

/** The file of the script before the first paint. @param {import('vite').Rollup.OutputBundle} bundle */
export function beforePaintFile(bundle) {
  return Object.keys(bundle).find((file) => /^assets\/beforePaint-[^.]*\.js$/.test(file));
}

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
        // Browsers warn about a preload of what the page has already loaded.
        const isNew = (/** @type {string} */ file) =>
          !file.endsWith('.css') || !String(page.source).includes(file);
        const files = {
          home: filesOf(bundle, [START, HOME]).filter(isNew),
          page: filesOf(bundle, [START, OTHER_PAGES]).filter(isNew),
        };
        const template = readFileSync(`${ROOT}web/beforePaint.js`, 'utf8');
        if (!template.includes(FILES)) throw new Error(`web/beforePaint.js must contain ${FILES}`);
        // The lists stay out of the page, which fits a connection's first round trip.
        const source = template.replace(FILES, () => JSON.stringify(files));
        const reference = this.emitFile({ type: 'asset', name: 'beforePaint.js', source });
        const { home } = await prerendered();
        page.source = String(page.source)
          // web/beforePaint.js loads them when they don't delay the first paint.
          .replace(/\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g, '')
          .replace('</head>', () => `  <script src="./${this.getFileName(reference)}"></script>\n  </head>`)
          .replace('<div id="lab"></div>', () => `<div id="lab">${home}</div>`);
      },
    },
  };
}

/**
 * Addresses of modules' chunks and of all that they need at once. The first one is the first module's.
 * @param {import('vite').Rollup.OutputBundle} bundle @param {string[]} modules
 */
function filesOf(bundle, modules) {
  /** @type {Set<string>} */
  const files = new Set();
  /** @param {import('vite').Rollup.OutputAsset | import('vite').Rollup.OutputChunk | undefined} chunk */
  const add = (chunk) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
    for (const file of chunk.imports) add(bundle[file]);
  };
  for (const module of modules)
    add(Object.values(bundle).find((one) => one.type === 'chunk' && isOf(one, module)));
  return [...files].map((file) => `./${file}`);
}

/** An entry of a page has the page as its facade, not the script. @param {import('vite').Rollup.OutputChunk} chunk @param {string} module */
function isOf(chunk, module) {
  return chunk.moduleIds.some((id) => id.endsWith(module));
}
