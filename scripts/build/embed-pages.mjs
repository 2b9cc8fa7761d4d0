// Builds the files that other sites use: `embed/index.html`, the page for an iframe, and `sdk/`, a script for host
// pages with its types. Never rename them, because host pages that we can't change refer to them.
import { readFileSync } from 'node:fs';
import { ROOT } from '../child.mjs';
import { declarationsOf } from './declarations.mjs';
import { bundle } from './element.mjs';
import { Bundled } from './notices.mjs';

/** The entry script of the embedded page. */
export const EMBED_ENTRY = 'web/deliver/embed/main.ts';
const SDK = 'web/deliver/sdk/v1.ts';
const SHELL_STYLE = 'web/deliver/embed/shell.css';

/** @returns {import('vite').Plugin} */
export function embedPages() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'embed-pages',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname === '/sdk/v1.js') request.url = `/${SDK}`;
        if (!/^\/embed\/(index\.html)?$/.test(pathname)) return next();
        const html = framePage(`<script type="module" src="/${EMBED_ENTRY}"></script>`, `/${SHELL_STYLE}`);
        server
          .transformIndexHtml(pathname, html)
          .then((page) => response.setHeader('content-type', 'text/html').end(page))
          .catch(next);
      });
    },
    async generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(
        (one) => one.type === 'chunk' && one.isEntry && one.facadeModuleId?.endsWith(EMBED_ENTRY),
      );
      if (entry?.type !== 'chunk') return;
      const script = `<script type="module" crossorigin src="../${entry.fileName}"></script>`;
      const source = framePage(script, 'shell.css')
        .replace(/%(VITE_\w+)%/g, (_, name) => config.env[name])
        .replaceAll('%BASE_URL%', '../');
      this.emitFile({ type: 'asset', fileName: 'embed/index.html', source });
      const style = readFileSync(ROOT + SHELL_STYLE, 'utf8');
      this.emitFile({ type: 'asset', fileName: 'embed/shell.css', source: style });
      this.emitFile({ type: 'asset', fileName: 'sdk/v1.js', source: await sdk('es') });
      this.emitFile({ type: 'asset', fileName: 'sdk/v1.global.js', source: await sdk('iife') });
      for (const [fileName, text] of await sdkTypes())
        this.emitFile({ type: 'asset', fileName, source: text });
    },
  };
}

/** The lab's page with the shell of the embedded page inserted. @param {string} script @param {string} style */
function framePage(script, style) {
  const replacements = [
    ['<html lang="en">', '<html lang="en" data-root="../">'],
    // Links open the lab in a new tab, because it doesn't fit into a frame.
    ['<meta charset="utf-8">', '<meta charset="utf-8">\n    <base target="_blank">'],
    // `seal` adds no digest when `href` comes first. In a sandbox without an origin a digest can't be checked, and the
    // shell's style is needed most there.
    ['</head>', `  <link href="${style}" rel="stylesheet">\n  </head>`],
    ['<div id="lab"></div>', SHELL],
    [/<noscript>.*<\/noscript>/, ''],
    // The shell says the same.
    [/<template>.*<\/template>/s, ''],
    ['<script type="module" src="/web/site/start.ts"></script>', script],
  ];
  return replacements.reduce(
    (html, [from, to]) => {
      const next = html.replace(/** @type {string} */ (from), () => /** @type {string} */ (to));
      if (next === html) throw new Error(`index.html must contain ${from}, which the embedded page replaces`);
      return next;
    },
    readFileSync(`${ROOT}index.html`, 'utf8'),
  );
}

/** Shown after a delay if the embedded page doesn't start, because scripts are blocked or the server doesn't deliver them. */
const SHELL = `<div id="lab"><div class="shell">
      <p class="shell-name">Vegas Lab</p>
      <p class="shell-stopped">
        This part of Vegas Lab has not started. Maybe one of its files couldn’t be loaded: reload the page. Or the frame lacks JavaScript
        or, in its <code>sandbox</code>, <code>allow-scripts allow-same-origin</code>.
        <a href="" target="_blank" rel="noreferrer">Open it in a window of its own</a>.
      </p>
    </div></div>`;

/**
 * The SDK as a single file: as a module, or as a classic script, which a page may load from another origin without CORS
 * headers.
 * @param {'es' | 'iife'} format
 * @returns {Promise<string>}
 */
export async function sdk(format) {
  const [chunk] = await bundle({
    build: { lib: { entry: SDK, formats: [format], name: 'VegasLab' }, minify: true },
  });
  if (chunk?.type !== 'chunk' || chunk.imports.length > 0)
    throw new Error('the SDK must be a single file without imports');
  new Bundled().add([chunk]).mustBeEmpty(SDK);
  return chunk.code;
}

/** The SDK's type declarations: `sdk/v1.d.ts`, and the types that it uses in `sdk/types/`. @returns {Promise<[string, string][]>} */
async function sdkTypes() {
  const files = await declarationsOf(['deliver/sdk/v1']);
  return [
    ['sdk/v1.d.ts', "export * from './types/deliver/sdk/v1.js';\n"],
    ...[...files].map(([path, text]) => /** @type {[string, string]} */ ([`sdk/types/${path}`, text])),
  ];
}
