// The last step of a build: adds the digests of scripts and style sheets to the pages, and builds the service worker
// with the list of the release's files. Sealing a changed folder again makes another release; the tests rely on this.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../child.mjs';
import { Bundled } from './notices.mjs';

const WORKER = 'web/deliver/offline/serviceWorker.ts';
const WORKER_FILE = 'sw.js';
const INTEGRITY_QUERY = '?integrity';

/** The digest of a file, in the format of the `integrity` attribute. @param {string | Buffer} content */
export function integrityOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** `import integrity from './file?integrity'` gives the digest of a file. @returns {import('vite').Plugin} */
export function integrity() {
  return {
    name: 'integrity',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(INTEGRITY_QUERY)) return null;
      const file = id.slice(0, -INTEGRITY_QUERY.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(integrityOf(readFileSync(file)))};`;
    },
  };
}

/** Seals the folder after a build. @returns {import('vite').Plugin} */
export function sealBuild() {
  let folder = '';
  return {
    name: 'seal-build',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // There is no page if the build failed.
        if (existsSync(join(folder, 'index.html'))) await seal(folder);
      },
    },
  };
}

/** @param {string} folder the built site */
export async function seal(folder) {
  const files = filesIn(folder).filter((file) => !file.endsWith('.map') && file !== WORKER_FILE);
  for (const file of files.filter((one) => one.endsWith('.html'))) {
    const path = join(folder, file);
    writeFileSync(path, withIntegrity(readFileSync(path, 'utf8'), dirname(path)));
  }
  /** @type {Record<string, [string, number]>} */
  const listed = {};
  for (const file of files.sort()) {
    const content = readFileSync(join(folder, file));
    listed[file] = [integrityOf(content), content.length];
  }
  const version = createHash('sha256').update(JSON.stringify(listed)).digest('hex').slice(0, 16);
  const contained = new Bundled();
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [contained.plugin()],
    define: { RELEASE: JSON.stringify({ version, files: listed }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { input: `${ROOT}${WORKER}`, output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
  contained.mustBeEmpty(WORKER_FILE);
}

/** Adds digests to the tags of scripts and style sheets. @param {string} html @param {string} folder of the page */
function withIntegrity(html, folder) {
  return html.replace(/<(?:script|link rel="stylesheet") [^>]*>/g, (tag) => {
    const [, address] = /\b(?:src|href)="([^":]+)"/.exec(tag) ?? [];
    const file = address && join(folder, address);
    if (!file || !existsSync(file)) return tag;
    const integrity = integrityOf(readFileSync(file));
    return tag.replace(/ integrity="[^"]*"/, '').replace(/>$/, ` integrity="${integrity}">`);
  });
}

/** Paths of all files in a folder, relative to it, with slashes. @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join(posix.sep));
}
