// node scripts/check/serve-static.mjs PORT /sub/folder/: a minimal static web server that serves dist/ from a sub-folder.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createGzip } from 'node:zlib';
import { main, ROOT } from '../child.mjs';

/** Media types by extension. @type {Record<string, string>} */
export const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Extensions of files to compress. */
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.wasm', '.webmanifest']);

/**
 * @param {{ port?: number, base: string, compressed?: boolean, folder?: string, breaks?: (path: string) => boolean }} options port 0 selects a free port; `base` starts and
 *   ends with a slash; `compressed` enables gzip, as on most hosts, for measurements of size and time; `folder` replaces dist/;
 *   `breaks` says which answers end in the middle, by the path below `base`, as when a connection is lost
 * @returns {Promise<{ address: string, close: () => void }>}
 */
export function serveDist({
  port = 0,
  base,
  compressed = false,
  folder = join(ROOT, 'dist'),
  breaks = () => false,
}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.startsWith(base) ? fileFor(folder, path.slice(base.length)) : undefined;
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    const extension = extname(file);
    const headers = { 'content-type': TYPES[extension] ?? 'application/octet-stream' };
    if (compressed && COMPRESSIBLE.has(extension)) {
      response.writeHead(200, { ...headers, 'content-encoding': 'gzip' });
      createReadStream(file)
        .pipe(createGzip({ level: 9 }))
        .pipe(response);
      return;
    }
    if (breaks(path.slice(base.length))) {
      const { size } = statSync(file);
      response.writeHead(200, { ...headers, 'content-length': size });
      createReadStream(file, { end: Math.max(0, Math.floor(size / 2) - 1) })
        .on('end', () => response.destroy())
        .pipe(response, { end: false });
      return;
    }
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const bound = server.address();
      const actual = typeof bound === 'object' && bound ? bound.port : port;
      resolve({
        address: `http://127.0.0.1:${actual}${base}`,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

/** @param {string} folder @param {string} path relative to the folder */
function fileFor(folder, path) {
  const file = join(folder, normalize(`/${path === '' || path.endsWith('/') ? `${path}index.html` : path}`));
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [port, base = '/'] = process.argv.slice(2);
  await main(async () => {
    const { address } = await serveDist({ port: Number(port ?? 8080), base });
    console.log(`dist/ is at ${address}`);
  });
}
