// Writes the only script that runs before a page's first paint, web/beforePaint.js, with the lists of the files that it
// loads. All pages share it: the lab's main page and the pages of the course.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { ROOT } from './child.mjs';

const START = 'web/start.ts';

/** The modules that a page loads, by the page's kind: `page` is every page of the main page but the home page. */
const MODULES = {
  home: [START, 'web/front.tsx'],
  page: [START, 'web/main.tsx'],
  course: [START, 'web/course/main.tsx', 'web/course/CoursePage.tsx'],
  play: [START, 'web/course/main.tsx', 'web/course/PlayPage.tsx'],
  lesson: [START, 'web/course/main.tsx', 'web/course/LessonPage.tsx'],
};

/** The part of web/beforePaint.js that the build fills in. */
const FILES = '{ home: [], page: [] }';

/** The script's file, once it's written. @param {import('vite').Rollup.OutputBundle} bundle */
export function beforePaintFile(bundle) {
  return Object.keys(bundle).find((file) => /^assets\/beforePaint-[^.]*\.js$/.test(file));
}

/**
 * Writes the script, or finds the one that another page has written. Returns its file.
 * @param {{ emitFile(file: { type: 'asset', name: string, source: string }): string, getFileName(reference: string): string }} context
 * @param {import('vite').Rollup.OutputBundle} bundle
 */
export function beforePaint(context, bundle) {
  const written = beforePaintFile(bundle);
  if (written !== undefined) return written;
  const template = readFileSync(`${ROOT}web/beforePaint.js`, 'utf8');
  if (!template.includes(FILES)) throw new Error(`web/beforePaint.js must contain ${FILES}`);
  const files = Object.fromEntries(
    Object.entries(MODULES).map(([page, modules]) => [page, filesOf(bundle, modules)]),
  );
  // The lists stay out of the page, which fits a connection's first round trip.
  const source = template.replace(FILES, () => JSON.stringify(files));
  return context.getFileName(context.emitFile({ type: 'asset', name: 'beforePaint.js', source }));
}

/** The tag of the script. @param {string} file @param {string} root the address of the lab's folder, relative to the page */
export function beforePaintTag(file, root) {
  return `<script src="${root}${file}"></script>`;
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
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && isOf(one, module));
    if (chunk === undefined) throw new Error(`No chunk contains ${module}, which a page loads`);
    add(chunk);
  }
  return [...files].map((file) => posix.relative('assets', file));
}

/** An entry of a page has the page as its facade, not the script. @param {import('vite').Rollup.OutputChunk} chunk @param {string} module */
function isOf(chunk, module) {
  return chunk.moduleIds.some((id) => id.endsWith(module));
}
