// Writes `packages.json`, which lists for every lesson the files that its page, and the bench that it links to, can
// request. Lesson packages are made from this list. Imports, also dynamic ones, are known from the chunks. A file that
// a chunk only has the URL of (a worker, the engine, the catalogue) is found by searching the chunk's text for its
// name, which is unique.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from '../child.mjs';
import { beforePaintFiles } from './first-paint.mjs';
import { NOTICES } from './notices.mjs';

/** Pages included with every lesson: the bench's page and the pages that lessons link to. */
const PAGES = [
  'index.html',
  'lessons/index.html',
  'lessons/report/index.html',
  'lessons/glossary/index.html',
  'lessons/model/index.html',
];

/** Included with every lesson. */
const LICENSE = 'LICENSE.txt';

/**
 * @typedef {object} BuiltFile
 * @property {string[]} imports files that it needs at once
 * @property {string[]} dynamicImports files that it may load later
 * @property {string | null} lesson the lesson whose text or experiments it contains; '' if it's for teachers only
 * @property {string | null} text null if it can't contain names of files
 */

/** @param {import('./notices.mjs').Bundled} bundled what the site contains @returns {import('vite').Plugin} */
export function lessonPackages(bundled) {
  return {
    name: 'lesson-packages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entries = Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && one.isEntry && isPage(one.facadeModuleId ?? '') ? [one.fileName] : [],
        );
        // Bundles of workers and of the prerenderer have no pages.
        if (entries.length === 0) return;
        const files = new Map(Object.values(bundle).map((one) => [one.fileName, builtFile(one)]));
        const names = readdirSync(`${ROOT}content/lessons`);
        const needed = names.map((name) => /** @type {const} */ ([name, filesFor(name, entries, files)]));
        const shared = [...files.keys()].filter((file) => needed.every(([, some]) => some.has(file))).sort();
        const lessons = Object.fromEntries(
          needed.map(([name, some]) => [
            name,
            [`lessons/${name}/index.html`, ...[...some].filter((file) => !shared.includes(file)).sort()],
          ]),
        );
        const list = {
          shared: [...PAGES, ...beforePaintFiles(bundle), 'favicon.svg', LICENSE, NOTICES, ...shared],
          lessons,
        };
        this.emitFile({ type: 'asset', fileName: LICENSE, source: readFileSync(`${ROOT}LICENSE`) });
        this.emitFile({ type: 'asset', fileName: NOTICES, source: bundled.notices() });
        this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify(list) });
      },
    },
  };
}

/** @param {string} facade */
function isPage(facade) {
  return facade.endsWith('/index.html') || facade.endsWith('web/site/main.tsx');
}

/** @param {any} one a file of the bundle @returns {BuiltFile} */
export function builtFile(one) {
  if (one.type === 'asset') {
    const text = /\.(js|css|json|svg)$/.test(one.fileName) ? Buffer.from(one.source).toString() : null;
    return { imports: [], dynamicImports: [], lesson: null, text };
  }
  // Ignore the scenarios in a lesson's folder: the bench lists those of all lessons.
  const texts = one.moduleIds.flatMap(
    (/** @type {string} */ id) =>
      /content\/lessons\/([^/]+)\/(?:lesson\.(?:ts|mdx(?:\?blocks)?)|de\/(?:lesson\.mdx|texts\.json))$/.exec(
        id,
      )?.[1] ?? [],
  );
  return {
    imports: [...one.imports, ...(one.viteMetadata?.importedCss ?? [])],
    dynamicImports: one.dynamicImports,
    // Students can unpack a package, so what gives answers away is in none.
    lesson: one.moduleIds.some((/** @type {string} */ id) => id.endsWith('/teach.json'))
      ? ''
      : (texts[0] ?? null),
    text: one.code,
  };
}

/**
 * @param {string} name @param {string[]} entries @param {Map<string, BuiltFile>} files
 * @returns {Set<string>}
 */
export function filesFor(name, entries, files) {
  const found = new Set();
  const waiting = [...entries];
  // Search the texts for assets only. Chunks are reached by imports, and their names also appear in the preload lists
  // of other lessons.
  const assets = [...files].filter(([file]) => isAsset(file, files)).map(([file]) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const one = files.get(file);
    if (one === undefined || found.has(file)) continue;
    found.add(file);
    waiting.push(...one.imports, ...one.dynamicImports.filter((other) => isFor(name, files.get(other))));
    waiting.push(...assets.filter((other) => one.text?.includes(basename(other))));
  }
  return found;
}

/** Returns true unless a file belongs to another lesson, or to teachers. @param {string} name @param {BuiltFile | undefined} one */
function isFor(name, one) {
  return one !== undefined && (one.lesson === null || one.lesson === name);
}

/** Returns true if no chunk imports the file. @param {string} file @param {Map<string, BuiltFile>} files */
function isAsset(file, files) {
  const chunks = new Set(
    [...files.values()].flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
  );
  return !chunks.has(file) && !/\.(map|html)$/.test(file);
}
