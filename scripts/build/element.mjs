// Builds the lab as an element: one module with the engine, the style sheets and everything else inside, which sends no
// request. The npm package (npm-package.mjs) and Python's widget use it. The widget's loader is a module of its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { main, ROOT } from '../child.mjs';
import { setUpEngine } from '../engine.mjs';
import { partOf } from '../rooms.mjs';
import { Bundled } from './notices.mjs';
import { picturesOfRuns } from './pictures-of-runs.mjs';

const PYTHON = `${ROOT}engine-wasm/python/python/vegaslab/`;

/** The bundle's place in Python's package. */
export const WIDGET = `${PYTHON}widget.js`;

/** The notices of the bundle, next to those of the Python module's crates. */
export const WIDGET_NOTICES = `${ROOT}engine-wasm/python/THIRD-PARTY-WIDGET.txt`;

/** The place of the widget's loader, which gets the bundle from the kernel. */
export const LOADER = `${PYTHON}loader.js`;

const PACKED = '?packed';

/** `import packed from './file?packed'` gives a file as gzip in base64. @returns {import('vite').Plugin} */
export function packed() {
  return {
    name: 'packed',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(PACKED)) return null;
      const file = id.slice(0, -PACKED.length);
      const text = gzipSync(readFileSync(file), { level: 9 }).toString('base64');
      return `export default ${JSON.stringify(text)};`;
    },
  };
}

/**
 * Removes the default addresses of wasm files from wasm-bindgen's modules. In a bundle that has the files already, Vite would
 * inline them once more.
 * @returns {import('vite').Plugin}
 */
export function withoutAddresses() {
  return {
    name: 'without-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/engine\/pkg\/\w+\.js(\?track)?$/.test(id)) return null;
      return { code: code.replace(/new URL\('\w+\.wasm', import\.meta\.url\)/, 'undefined'), map: null };
    },
  };
}

/**
 * The style sheets for a shadow tree: the rules for the page and its root are the element's, and an em of the page, which
 * differs between hosts, is 16 pixels. Fonts can't be loaded there.
 * @param {string} css
 */
export function stylesOfElement(css) {
  return css
    .replace(/@font-face\s*\{[^}]*\}/g, '')
    .replace(/:root\b/g, '.element')
    .replace(/(^|[\s,{}])(?:html|body)(?=[\s,{[:.])/g, '$1.element')
    .replace(/(-?(?:\d+\.)?\.?\d+)rem\b/g, (_, rem) => `${Number((16 * Number(rem)).toFixed(3))}px`);
}

/** Modules of the site that a bundle has its own version of, by the ends of their paths. This one has the engine inside. */
export const OWN_ENGINE = { '/createWorker': 'web/engine/packed/createWorker.ts' };

/**
 * The options of every bundle with the engine inside.
 * @param {Bundled} contained gets what its workers contain
 * @returns {Pick<import('vite').InlineConfig, 'define' | 'worker'>}
 */
export const inBrowsers = (contained) => ({
  define: { 'process.env.NODE_ENV': '"production"' },
  worker: { format: 'es', plugins: () => [packed(), withoutAddresses(), contained.plugin()] },
});

/** The modules of the bundle in the place of the site's. @param {Record<string, string>} replaced @returns {import('vite').Plugin} */
export function ownModules(replaced) {
  return {
    name: 'own-modules',
    enforce: 'pre',
    resolveId(id) {
      const [, file] = Object.entries(replaced).find(([end]) => id.endsWith(end)) ?? [];
      return file === undefined ? null : `${ROOT}${file}`;
    },
  };
}

/** Parts of rooms whose translations the bundle doesn't need. */
const LEFT_OUT = new Set([
  ...[
    'site',
    'assignments',
    'classroom',
    'course',
    'embed',
    'evidence',
    'gallery',
    'home',
    'import',
    'offline',
    'packages',
  ],
  ...[
    'bench',
    'palette',
    'presenting',
    'privacy',
    'sweep',
    'teach',
    'tour',
    'compare',
    'papers',
    'sound',
    'json',
  ],
]);

/**
 * Leaves these translations out, and the white space of scenarios. A module of such a part fails the build, because it would be without its
 * translations.
 * @returns {import('vite').Plugin}
 */
function smallTexts() {
  return {
    name: 'small-texts',
    enforce: 'pre',
    load(id) {
      const [, part = ''] = /\/web\/base\/words\/de\/(\w+)\.json$/.exec(id) ?? [];
      if (LEFT_OUT.has(part) || /\/content\/lessons\/[^/]+\/de\/about\.json$/.test(id)) return '{}';
      if (!/\/content\/(?:scenarios|archive|lessons)\/.*\.json\?raw$/.test(id)) return null;
      const text = JSON.stringify(JSON.parse(readFileSync(id.replace(/\?raw$/, ''), 'utf8')));
      return `export default ${JSON.stringify(text)};`;
    },
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const part = /\.tsx?$/.test(id) ? partOf(relative(ROOT, id)) : null;
        if (part !== null && LEFT_OUT.has(part))
          throw new Error(`${id} is in the bundle, but its translations aren't.`);
      }
    },
  };
}

/** Puts the text of all style sheets in the place of ELEMENT_STYLES. @returns {import('vite').Plugin} */
function inlineStyles() {
  return {
    name: 'inline-styles',
    enforce: 'post',
    generateBundle(_, bundle) {
      // The lowest layer: nothing is inherited from the page.
      let css = '@layer page { .element { all: initial; display: block; } }\n';
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue;
        css += file.source;
        delete bundle[name];
      }
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll('ELEMENT_STYLES', () => JSON.stringify(stylesOfElement(css)));
    },
  };
}

/**
 * Bundles a library in memory, apart from the site's configuration.
 * @param {import('vite').InlineConfig} config
 */
export async function bundle(config) {
  // Imported here, because a fresh clone runs this script's importers before it has packages.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    ...config,
    build: { write: false, ...config.build },
  });
  const [output] = [result].flat();
  if (output === undefined || !('output' in output)) throw new Error('Vite built nothing.');
  return output.output;
}

/** Builds the module, and writes what it contains to WIDGET_NOTICES. */
export async function buildWidget(file = WIDGET) {
  const { default: react } = await import('@vitejs/plugin-react');
  const contained = new Bundled();
  const output = await bundle({
    ...inBrowsers(contained),
    plugins: [
      ownModules({ ...OWN_ENGINE, '/evidence/runs': 'web/deliver/element/evidenceRuns.ts' }),
      smallTexts(),
      packed(),
      withoutAddresses(),
      picturesOfRuns(),
      react(),
      inlineStyles(),
      contained.plugin(),
    ],
    build: {
      lib: { entry: `${ROOT}web/deliver/element/bundle.ts`, formats: ['es'], fileName: 'widget' },
      cssCodeSplit: false,
      minify: true,
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
  const files = output.map((one) => one.fileName);
  const [chunk] = output;
  if (chunk === undefined || chunk.type !== 'chunk' || files.length !== 1)
    throw new Error(`The bundle must be one module; it has ${files.join(', ')}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, chunk.code);
  writeFileSync(WIDGET_NOTICES, contained.notices());
}

/** Builds the widget's loader. */
export async function buildLoader() {
  const [chunk, ...others] = await bundle({
    build: {
      lib: { entry: `${ROOT}web/deliver/element/loader.ts`, formats: ['es'], fileName: 'loader' },
      minify: true,
    },
  });
  if (chunk === undefined || chunk.type !== 'chunk' || others.length > 0)
    throw new Error('The loader must be one module.');
  new Bundled().add([chunk]).mustBeEmpty('loader.js');
  writeFileSync(LOADER, chunk.code);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => {
    await setUpEngine();
    await buildWidget();
    await buildLoader();
    for (const file of [WIDGET, LOADER]) {
      const bytes = readFileSync(file);
      console.log(
        `${file}: ${Math.round(bytes.length / 1000)} kB, ${Math.round(gzipSync(bytes).length / 1000)} kB compressed`,
      );
    }
  });
