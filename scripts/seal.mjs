// The last step of a build, when every file is there: the pages say which script and style they were made with, and the service worker
// learns what the release consists of. Doing it again to a changed folder makes another release of it; the tests do.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { build } from 'vite';
import { ROOT } from './child.mjs';

const WORKER = 'web/offline/serviceWorker.ts';
const WORKER_FILE = 'sw.js';
const QUERY = '?integrity';

/** As `integrity` takes it. @param {string | Buffer} content */
export function integrityOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** `import integrity from './file?integrity'` gives the digest of a file. @returns {import('vite').Plugin} */
export function integrity() {
  return {
    name: 'integrity',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(integrityOf(readFileSync(file)))};`;
    },
  };
}

/** Seals the build. @returns {import('vite').Plugin} */
export function sealed() {
  let folder = '';
  return {
    name: 'sealed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // A build that failed has no page.
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
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    define: { RELEASE: JSON.stringify({ version, files: listed }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { input: `${ROOT}${WORKER}`, output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
}

/** Entry scripts and style sheets with their digests. @param {string} html @param {string} folder that of the page */
function withIntegrity(html, folder) {
  return html.replace(/<(?:script|link rel="stylesheet") [^>]*>/g, (tag) => {
    const [, address] = /\b(?:src|href)="([^":]+)"/.exec(tag) ?? [];
    const file = address && join(folder, address);
    if (!file || !existsSync(file)) return tag;
    const integrity = integrityOf(readFileSync(file));
    return tag.replace(/ integrity="[^"]*"/, '').replace(/>$/, ` integrity="${integrity}">`);
  });
}

/** Paths below a folder, with slashes. @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join(posix.sep));
}
