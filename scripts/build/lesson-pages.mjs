// Builds the pages of the course: `lessons/<name>/index.html`, prerendered at build time. The development server serves
// the same pages without prerendered text.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { ROOT } from '../child.mjs';
import { beforePaint, withoutModules } from './first-paint.mjs';
import { lessonTexts } from './lesson-texts.mjs';
import { picturesOfRuns } from './pictures-of-runs.mjs';
import { oembedFile, oembedOf, previewTags, publicAddress } from './public-address.mjs';

const MAIN = 'web/site/course/main.tsx';

/** The modules of the course's pages. */
const PAGES = {
  course: 'web/lessons/course/CoursePage.tsx',
  lesson: 'web/classroom/LessonPage.tsx',
  play: 'web/lessons/course/PlayPage.tsx',
  report: 'web/lessons/course/ReportPage.tsx',
  glossary: 'web/lessons/course/GlossaryPage.tsx',
  model: 'web/lessons/course/ModelPage.tsx',
};

/** The style sheet that the map of the course and the game wait for. Other pages of the course wait for all of theirs. */
const SMALL_STYLES = /\/styles-/;
const SMALL_PAGES = ['course', 'play'];

const PRERENDERER = 'web/site/course/prerender.tsx';
const OUT = `${ROOT}.cache/prerender`;

/** @typedef {import('../../web/site/course/prerender').WrittenPage} WrittenPage */

/** @returns {import('vite').Plugin} */
export function lessonPages() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'lesson-pages',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const [, name] = /^\/lessons\/(?:([a-z\d-]+)\/)?(?:index\.html)?$/.exec(pathname) ?? [];
        if (
          !pathname.startsWith('/lessons/') ||
          (name === undefined && pathname.replace('index.html', '') !== '/lessons/')
        )
          return next();
        const page = name === undefined ? 'course' : name in PAGES ? name : 'lesson';
        const data = { page, name: name ?? '', root: '/' };
        const html = fillTemplate(template(), { data, title: 'Lessons', description: '', body: '' });
        server
          .transformIndexHtml(pathname, html)
          .then((page) => response.setHeader('content-type', 'text/html').end(page))
          .catch(next);
      });
    },
    generateBundle: {
      // Vite's own steps remove chunks that only had styles.
      order: 'post',
      async handler(_, bundle) {
        const chunkOf = (/** @type {string} */ module) =>
          Object.values(bundle).find(
            (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(module)),
          );
        // Bundles of workers and of the prerenderer don't have the pages.
        if (chunkOf('web/site/start.ts') === undefined) return;
        const { pages, snippetOf } = await prerendered();
        const address = publicAddress();
        const html = template().replace(/%(VITE_\w+)%/g, (_, name) => config.env[name]);
        const scriptIn = beforePaint(this, bundle, 'course');
        for (const page of pages) {
          const { root = '', name = '', page: kind = '' } = page.data;
          const modules = [MAIN, PAGES[/** @type {keyof typeof PAGES} */ (kind)]];
          const styles = new Set(modules.flatMap((module) => stylesOf(bundle, chunkOf(module))));
          const links = [...styles]
            .filter((file) => !SMALL_PAGES.includes(kind) || SMALL_STYLES.test(file))
            .map((file) => `<link rel="stylesheet" crossorigin href="${root}${file}">`);
          const head = [previewTags({ ...page, name }, address), ...links, scriptIn(root)];
          const source = withoutModules(fillTemplate(html, page))
            .replaceAll('%BASE_URL%', root)
            .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`);
          this.emitFile({ type: 'asset', fileName: `${page.folder}index.html`, source });
          if (address !== null && name !== '') {
            const response = oembedOf({ title: page.title, name }, address, snippetOf);
            this.emitFile({ type: 'asset', fileName: oembedFile(name), source: response });
          }
        }
      },
    },
  };
}

/** Style sheets of a chunk and of its imports. @param {any} bundle @param {any} chunk @returns {string[]} */
function stylesOf(bundle, chunk) {
  const files = new Set();
  const seen = new Set();
  /** @param {any} one */
  const visit = (one) => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    for (const name of one.imports ?? []) visit(bundle[name]);
    for (const file of one.viteMetadata?.importedCss ?? []) files.add(file);
  };
  visit(chunk);
  return [...files];
}

function template() {
  return readFileSync(`${ROOT}index.html`, 'utf8');
}

/**
 * @param {string} html
 * @param {Pick<WrittenPage, 'data' | 'title' | 'description' | 'body'>} page
 */
function fillTemplate(html, { data, title, description, body }) {
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${value}"`)
    .join('');
  return html
    .replace('<html lang="en">', () => `<html lang="en"${attributes}>`)
    .replace('<title>Vegas Lab</title>', () => `<title>${escaped(title)} · Vegas Lab</title>`)
    .replace(
      /(<meta\s+name="description"\s+content=")[^"]*"/,
      (_, before) => `${before}${escaped(description)}"`,
    )
    .replace('<div id="lab"></div>', () => `<div id="lab">${body}</div>`);
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The prerendered pages. They are rendered once per build. @returns {ReturnType<typeof prerenderPages>} */
export function prerendered() {
  rendering ??= prerenderPages();
  return rendering;
}

/** @type {ReturnType<typeof prerenderPages> | undefined} */
let rendering;

/** Bundles the prerenderer for Node and runs it. */
async function prerenderPages() {
  const { default: react } = await import('@vitejs/plugin-react');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [lessonTexts(), react(), picturesOfRuns()],
    build: {
      ssr: PRERENDERER,
      outDir: OUT,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'prerenderer.mjs' } },
    },
  });
  /** @type {typeof import('../../web/site/course/prerender')} */
  const { writeHome, writePages, snippetOf } = await import(`${OUT}/prerenderer.mjs`);
  // The address is computed, so that this module stays out of the bundled configuration: it needs the built engine.
  const address = new URL('scripts/check/simulated.mjs', pathToFileURL(ROOT)).href;
  /** @type {typeof import('../check/simulated.mjs')} */
  const { simulateText } = await import(address);
  return { home: await writeHome(), pages: await writePages(simulateText), snippetOf };
}
