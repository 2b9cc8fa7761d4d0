// Prerenders the home page into index.html, which also serves the bench and all pages whose address follows `#`. A
// small script hides the home page for those before anything is painted.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ROOT } from './child.mjs';
import { prerendered } from './lesson-pages.mjs';

const OPENING = readFileSync(`${ROOT}web/opening.js`, 'utf8');

/** The script's name in the built site. */
export const OPENING_FILE = `assets/opening-${createHash('sha256').update(OPENING).digest('hex').slice(0, 8)}.js`;

/** @returns {import('vite').Plugin} */
export function homePage() {
  return {
    name: 'home-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path }) {
        if (path !== '/index.html') return html;
        const { home } = await prerendered();
        return {
          html: html.replace('<div id="lab"></div>', () => `<div id="lab">${home}</div>`),
          tags: [{ tag: 'script', attrs: { src: `./${OPENING_FILE}` }, injectTo: 'head' }],
        };
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: OPENING_FILE, source: OPENING });
    },
  };
}
