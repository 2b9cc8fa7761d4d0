// Writes the only script that runs before a page's first paint, web/site/beforePaint.js, with the lists of the files that it
// loads: one for the lab's main page, and one for the pages of the course.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from '../child.mjs';

const START = 'web/site/start.ts';

/** The module that loads the run that the build stored. */
const STORED_RUN = 'web/bench/defaultRun.ts';

/**
 * The modules of the pages that share a script: those of the main page, where `page` is every page but the home page, and
 * `bench` what the bench's default scenario needs besides; and those of the course. Each script lists the files of its own
 * pages only.
 */
const MODULES = {
  main: {
    home: [START, 'web/site/front.tsx'],
    page: [START, 'web/site/main.tsx'],
    bench: ['content/scenarios/ahn-fig1-rr.json?raw', STORED_RUN],
  },
  course: {
    course: [START, 'web/site/course/main.tsx', 'web/lessons/course/CoursePage.tsx'],
    play: [START, 'web/site/course/main.tsx', 'web/lessons/course/PlayPage.tsx'],
    lesson: [START, 'web/site/course/main.tsx', 'web/classroom/LessonPage.tsx'],
  },
};

/** The part of web/site/beforePaint.js that the build fills in. */
const FILES = '{ home: [], page: [], bench: [] }';

/** Its comments, each on lines of its own. */
const COMMENTS = /^ *\/[/*].*\n/gm;

/** The written scripts. @param {import('vite').Rollup.OutputBundle} bundle */
export function beforePaintFiles(bundle) {
  return Object.keys(bundle).filter((file) => /^assets\/beforePaint-[^.]*\.js$/.test(file));
}

/**
 * Writes the script of some pages, and returns its tag.
 * @param {{ emitFile(file: { type: 'asset', name: string, source: string }): string, getFileName(reference: string): string }} context
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {keyof typeof MODULES} pages
 * @returns {(root: string) => string} makes the tag for a page; `root` is the address of the lab's folder, relative to it
 */
export function beforePaint(context, bundle, pages) {
  const template = readFileSync(`${ROOT}web/site/beforePaint.js`, 'utf8');
  if (!template.includes(FILES)) throw new Error(`web/site/beforePaint.js must contain ${FILES}`);
  /** @type {Record<string, string[]>} */
  const files = Object.fromEntries(
    Object.entries(MODULES[pages]).map(([page, modules]) => [page, filesOf(bundle, modules)]),
  );
  const { page = [], bench } = files;
  if (bench) files.bench = bench.filter((file) => !page.includes(file));
  // The lists stay out of the page, which fits a connection's first round trip.
  const source = template.replace(COMMENTS, '').replace(FILES, () => JSON.stringify(files));
  const file = context.getFileName(context.emitFile({ type: 'asset', name: 'beforePaint.js', source }));
  return (root) => `<script src="${root}${file}"></script>`;
}

/** Removes the tags of modules, which the script loads when they don't delay the first paint. @param {string} html */
export function withoutModules(html) {
  return html.replace(/\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g, '');
}

/**
 * Addresses of modules' chunks and of all that they need at once, relative to the script. The first one is the first
 * module's.
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
  for (const module of modules) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk' && isOf(one, module));
    if (chunks.length === 0) throw new Error(`No chunk contains ${module}, which a page loads`);
    chunks.forEach(add);
    if (module !== STORED_RUN) continue;
    // The chunk also has assets that the page doesn't need at once.
    const assets = chunks.flatMap((one) =>
      one.type === 'chunk' ? [...(one.viteMetadata?.importedAssets ?? [])] : [],
    );
    for (const file of assets.filter((one) => one.endsWith('.bin'))) files.add(file);
  }
  return [...files].map((file) => posix.relative('assets', file));
}

/**
 * An entry of a page has the page as its facade, not the script; a module that is loaded later may have a facade only.
 * @param {import('vite').Rollup.OutputChunk} chunk @param {string} module */
function isOf(chunk, module) {
  return [...chunk.moduleIds, chunk.facadeModuleId].some((id) => id?.endsWith(module));
}
