// node scripts/build/npm-package.mjs [FOLDER]: makes the npm package in a folder, .cache/npm-package/ by default. `npm pack` and `npm publish`
// take it from there. Its own files are in web/deliver/element/package/.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { main, ROOT } from '../child.mjs';
import { buildWasm } from '../engine.mjs';
import { declarationsOf } from './declarations.mjs';
import { buildWidget, WIDGET, WIDGET_NOTICES } from './element.mjs';
import { sdk } from './embed-pages.mjs';
import { NOTICES } from './notices.mjs';

export const PACKAGE = `${ROOT}.cache/npm-package`;

/** The files of the package that aren't built. */
const OWN = `${ROOT}web/deliver/element/package`;

/** Builds the package. @param {string} folder */
export async function buildPackage(folder = PACKAGE) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(OWN, folder, { recursive: true });
  cpSync(`${ROOT}LICENSE`, join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  await buildWidget();
  cpSync(WIDGET, join(folder, 'vegas-lab.js'));
  cpSync(WIDGET_NOTICES, join(folder, NOTICES));
  writeFileSync(join(folder, 'sdk.js'), await sdk('es'));
  const types = await typesOf();
  for (const [path, text] of types) {
    const file = join(folder, 'types', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const anywidget = `declare const widget: { render(context: { model: object; el: HTMLElement }): () => void };\n`;
  writeFileSync(
    join(folder, 'vegas-lab.d.ts'),
    `export * from './types/deliver/element/vegasLab.js';\n/** The module for anywidget. */\n${anywidget}export default widget;\n`,
  );
  writeFileSync(join(folder, 'sdk.d.ts'), `export * from './types/deliver/sdk/v1.js';\n`);
  return folder;
}

/** The declarations. The panels' names are spelled out, because their registry needs React's. */
export async function typesOf() {
  const { runnerImport } = await import('vite');
  const registry = 'lab/panels/registry';
  const unstyled = {
    name: 'unstyled',
    enforce: /** @type {const} */ ('pre'),
    resolveId: (/** @type {string} */ id) => (id.endsWith('.css') ? '\0unstyled' : null),
    load: (/** @type {string} */ id) => (id === '\0unstyled' ? '' : null),
  };
  const config = { configFile: /** @type {const} */ (false), root: ROOT, plugins: [unstyled] };
  const { module } = await runnerImport(`${ROOT}web/${registry}.ts`, config);
  const names = module.PANEL_NAMES.map((/** @type {string} */ name) => `'${name}'`).join(' | ');
  return declarationsOf(['deliver/element/vegasLab', 'deliver/sdk/v1'], {
    [registry]: `export type PanelName = ${names};\n`,
  });
}

function manifest() {
  const { name, version, license, keywords } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  return {
    name,
    version,
    description:
      'A packet simulator for TCP congestion control as a custom element, and the SDK for its frames',
    license,
    keywords,
    type: 'module',
    exports: {
      '.': { types: './vegas-lab.d.ts', default: './vegas-lab.js' },
      './sdk': { types: './sdk.d.ts', default: './sdk.js' },
      './react': { types: './react.d.ts' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    types: './vegas-lab.d.ts',
    customElements: 'custom-elements.json',
    // Importing the element defines it.
    sideEffects: ['./vegas-lab.js'],
    publishConfig: { access: 'public', provenance: true },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => {
    await buildWasm();
    const folder = await buildPackage(process.argv[2]);
    for (const file of ['vegas-lab.js', 'sdk.js']) {
      const bytes = readFileSync(join(folder, file));
      const [raw, compressed] = [bytes, gzipSync(bytes)].map(
        ({ length }) => `${(length / 1000).toFixed(1)} kB`,
      );
      console.log(`${join(folder, file)}: ${raw}, ${compressed} compressed`);
    }
  });
