// What a lesson's page needs, for who takes it home: `packages.json` beside the pages names, for every lesson, each file that the page,
// and the bench that it leads to, can ever ask for. Chunks say what they import, also later; what a chunk only has the address of (a
// worker, the engine, the catalogue) is found by its name in the text, which no other file has.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from './child.mjs';
import { ENTRY } from './lesson-pages.mjs';

/** Pages that go with every lesson: the bench and what is around it, and those that lessons lead to. */
const PAGES = [
  'index.html',
  'lessons/index.html',
  'lessons/report/index.html',
  'lessons/glossary/index.html',
  'lessons/model/index.html',
];

/** Goes with every copy. */
const LICENSE = 'LICENSE.txt';

/**
 * @typedef {object} Built one file of the build
 * @property {string[]} imports files that it cannot be without
 * @property {string[]} later files that it may load
 * @property {string | null} lesson the lesson whose text it is, or whose experiments
 * @property {string | null} text null where none can be searched for names
 */

/** @returns {import('vite').Plugin} */
export function lessonPackages() {
  return {
    name: 'lesson-packages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entries = Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && one.isEntry && isPage(one.facadeModuleId ?? '') ? [one.fileName] : [],
        );
        // Bundles for workers and for the writer of the pages have no page.
        if (entries.length < 2) return;
        const files = new Map(Object.values(bundle).map((one) => [one.fileName, built(one)]));
        const names = readdirSync(`${ROOT}content/lessons`);
        const needed = names.map((name) => /** @type {const} */ ([name, filesFor(name, entries, files)]));
        const shared = [...files.keys()].filter((file) => needed.every(([, some]) => some.has(file))).sort();
        const lessons = Object.fromEntries(
          needed.map(([name, some]) => [
            name,
            [`lessons/${name}/index.html`, ...[...some].filter((file) => !shared.includes(file)).sort()],
          ]),
        );
        const list = { shared: [...PAGES, 'favicon.svg', LICENSE, ...shared], lessons };
        this.emitFile({ type: 'asset', fileName: LICENSE, source: readFileSync(`${ROOT}LICENSE`) });
        this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify(list) });
      },
    },
  };
}

/** @param {string} facade */
function isPage(facade) {
  return facade.endsWith(ENTRY) || facade.endsWith('/index.html') || facade.endsWith('web/main.tsx');
}

/** @param {any} one a file of the bundle @returns {Built} */
function built(one) {
  if (one.type === 'asset') {
    const text = /\.(js|css|json|svg)$/.test(one.fileName) ? Buffer.from(one.source).toString() : null;
    return { imports: [], later: [], lesson: null, text };
  }
  // Scenarios in a lesson's folder are everybody's: the bench lists them all.
  const texts = one.moduleIds.flatMap(
    (/** @type {string} */ id) => /content\/lessons\/([^/]+)\/lesson\.(?:ts|mdx)$/.exec(id)?.[1] ?? [],
  );
  return {
    imports: [...one.imports, ...(one.viteMetadata?.importedCss ?? [])],
    later: one.dynamicImports,
    lesson: texts[0] ?? null,
    text: one.code,
  };
}

/**
 * @param {string} name @param {string[]} entries @param {Map<string, Built>} files
 * @returns {Set<string>}
 */
export function filesFor(name, entries, files) {
  const found = new Set();
  const waiting = [...entries];
  // A chunk is reached by its importer only: names of chunks also stand in lists of what other lessons need.
  const addressed = [...files].filter(([file]) => isAsset(file, files)).map(([file]) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const one = files.get(file);
    if (one === undefined || found.has(file)) continue;
    found.add(file);
    waiting.push(...one.imports, ...one.later.filter((other) => isFor(name, files.get(other))));
    waiting.push(...addressed.filter((other) => one.text?.includes(basename(other))));
  }
  return found;
}

/** Whether a lesson has a use for a file. @param {string} name @param {Built | undefined} one */
function isFor(name, one) {
  return one !== undefined && (one.lesson === null || one.lesson === name);
}

/** Nothing that the graph of chunks knows. @param {string} file @param {Map<string, Built>} files */
function isAsset(file, files) {
  const chunks = new Set([...files.values()].flatMap(({ imports, later }) => [...imports, ...later]));
  return !chunks.has(file) && !/\.(map|html)$/.test(file);
}
