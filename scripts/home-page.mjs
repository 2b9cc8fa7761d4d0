// Prerenders the home page into index.html, which also serves the bench and all pages whose address follows `#`. A
// small script hides the home page for those before anything is painted.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT } from './child.mjs';
import { prerendered } from './lesson-pages.mjs';

const OPENING = readFileSync(`${ROOT}web/opening.js`, 'utf8');

/** The script's name in the built site. */
export const OPENING_FILE = `assets/opening-${createHash('sha256').update(OPENING).digest('hex').slice(0, 8)}.js`;

/** The script of all other pages. */
const MAIN = 'web/main.tsx';

/** @returns {import('vite').Plugin} */
export function homePage() {
  return {
    name: 'home-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle = {} }) {
        if (path !== '/index.html') return html;
        const { home } = await prerendered();
        return {
          html: html.replace('<div id="lab"></div>', () => `<div id="lab">${home}</div>`),
          tags: [
            {
              tag: 'script',
              attrs: { src: `./${OPENING_FILE}`, 'data-files': filesOf(bundle, MAIN) },
              injectTo: 'head',
            },
          ],
        };
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: OPENING_FILE, source: OPENING });
    },
  };
}

/** Addresses of a module's chunk and of all that it needs at once, with spaces between. @param {any} bundle @param {string} module */
function filesOf(bundle, module) {
  const files = new Set();
  /** @param {any} chunk */
  const add = (chunk) => {
    if (chunk === undefined || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) files.add(file);
    for (const file of chunk.imports) add(bundle[file]);
  };
  add(Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)));
  return [...files].map((file) => `./${file}`).join(' ');
}
