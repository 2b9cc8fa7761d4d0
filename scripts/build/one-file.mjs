// Builds the parts of a lesson's single file, which opens from a disk without a server: what all lessons need, each
// lesson's own part, the style sheets, and the digests of all of them. web/deliver/packages/oneFile.ts puts a lesson together.
//
// Browsers load no modules from `file:` addresses. So the chunks are CommonJS modules inside classic scripts, and the engine
// is inside like in the element's bundle.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from '../child.mjs';
import { bundle, inBrowsers, OWN_ENGINE, ownModules, packed, withoutAddresses } from './element.mjs';
import { builtFile, filesFor } from './lesson-packages.mjs';
import { lessonTexts } from './lesson-texts.mjs';
import { Bundled } from './notices.mjs';
import { picturesOfRuns } from './pictures-of-runs.mjs';
import { integrityOf } from './seal.mjs';

const ENTRY = 'web/deliver/packages/file/main.tsx';
const FOLDER = 'one-file/';

/** Finds the chunks by their names. A chunk runs when it's first required. */
const LOADER = `var vegasLab={chunks:{},done:{},require:function(path){var name=path.split('/').pop(),known=vegasLab.done[name];
if(known)return known.exports;var made=vegasLab.done[name]={exports:{}};
vegasLab.chunks[name](made,made.exports,vegasLab.require);return made.exports}};
`;

/** @returns {import('vite').Plugin} */
export function oneFile() {
  return {
    name: 'one-file',
    apply: 'build',
    generateBundle: {
      // After Vite has compressed the style sheets, which would change a digest, and after packages.json is written, because a package
      // must not contain the parts of other lessons.
      order: 'post',
      async handler(_, site) {
        // Bundles of workers and of the prerenderer have no pages.
        const files = Object.values(site);
        if (!files.some((one) => one.type === 'chunk' && one.isEntry && one.name === 'index')) return;
        for (const [fileName, source] of await partsOfFiles())
          this.emitFile({ type: 'asset', fileName: FOLDER + fileName, source });
      },
    },
  };
}

/** @returns {Promise<[string, string][]>} */
export async function partsOfFiles() {
  const { default: react } = await import('@vitejs/plugin-react');
  const contained = new Bundled();
  const output = await bundle({
    ...inBrowsers(contained),
    plugins: [
      ownModules({ ...OWN_ENGINE, '/evidence/runs': 'web/deliver/element/evidenceRuns.ts' }),
      packed(),
      withoutAddresses(),
      lessonTexts(),
      react(),
      picturesOfRuns(),
      contained.plugin(),
    ],
    build: {
      lib: { entry: ROOT + ENTRY, formats: ['cjs'], fileName: 'main' },
      cssCodeSplit: false,
      minify: true,
      rollupOptions: { output: { chunkFileNames: '[name]-[hash].js', entryFileNames: 'main.js' } },
    },
  });
  const chunks = output.filter((one) => one.type === 'chunk');
  const style = output.flatMap((one) =>
    one.fileName.endsWith('.css') && one.type === 'asset' ? [one.source] : [],
  );
  const files = new Map(chunks.map((one) => [one.fileName, builtFile(one)]));
  const names = readdirSync(`${ROOT}content/lessons`);
  const needed = names.map((name) => /** @type {const} */ ([name, filesFor(name, ['main.js'], files)]));
  const shared = [...files.keys()].filter((file) => needed.every(([, some]) => some.has(file)));
  const textOf = (/** @type {string[]} */ some) =>
    chunks
      .flatMap(({ fileName, code }) => (some.includes(fileName) ? [moduleOf(fileName, code)] : []))
      .join('');
  /** @type {[string, string][]} */
  const parts = [
    ['shared.js', `${comment(contained.notices())}${LOADER}${textOf(shared)}`],
    // Vite puts the sheets in another order than the site's; the layers' order must come first.
    ['style.css', [readFileSync(`${ROOT}web/ui/layers.css`, 'utf8'), ...style].join('\n')],
    ...names.map((name, place) => {
      const own = [...(needed[place]?.[1] ?? [])].filter((file) => !shared.includes(file));
      return /** @type {[string, string]} */ ([
        `lessons/${name}.js`,
        `${textOf(own)}vegasLab.require('./main.js');`,
      ]);
    }),
  ];
  const digests = Object.fromEntries(parts.map(([file, text]) => [file, integrityOf(text)]));
  return [...parts, ['digests.json', JSON.stringify(digests)]];
}

/** A text that ends neither the comment nor the script that it's in. @param {string} text */
const comment = (text) =>
  `/*!\n${text.replace(/\*\/|<(?=\/script|!--)/gi, (end) => `${end[0]} ${end.slice(1)}`)}*/\n`;

/** A chunk as an entry of the loader's table. @param {string} fileName @param {string} code */
function moduleOf(fileName, code) {
  const inside = code
    .replace(/\/\/# sourceMappingURL=.*\n?/g, '')
    // A page's parser ends a script at these.
    .replace(/<\/(script)/gi, '<\\/$1')
    .replace(/<!--/g, '<\\!--')
    // Other chunks are in the same table.
    .replace(
      /\bimport\((["'`]\.\/[^"'`]+["'`])\)/g,
      (_, path) => `Promise.resolve().then(()=>require(${path}))`,
    );
  return `vegasLab.chunks[${JSON.stringify(basename(fileName))}]=function(module,exports,require){${inside}\n};\n`;
}
