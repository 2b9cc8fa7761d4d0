/** A host for packages: a folder on its own server, with a SCORM platform's API in the parent window. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { unzipSync } from 'fflate';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.xml': 'text/xml',
};

export interface Host {
  /** Ends with a slash. The package is in `package/`. */
  address: string;
  /** The package's files by their names. */
  files: Readonly<Record<string, Uint8Array>>;
  /** Requested files that don't exist. */
  missing: string[];
  /** The values that the platform received last. */
  kept(): Record<string, unknown>;
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => boolean;

export async function listening(answer: Answer): Promise<{ address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (!answer(request, Buffer.concat(pieces).toString(), response)) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${bound.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Unpacks a package into an empty folder and serves it. */
export async function hostOf(zip: Uint8Array): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'vegas-lab-package-'));
  const files = unzipSync(zip);
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, normalize(`/${name}`));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const missing: string[] = [];
  let kept: Record<string, unknown> = {};
  const server = await listening((request, body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, content: string | Buffer) =>
      Boolean(response.writeHead(200, { 'content-type': type }).end(content));
    if (pathname === '/commit') {
      kept = JSON.parse(body) as Record<string, unknown>;
      return send('application/json', '{"result":true,"errorCode":0}');
    }
    if (pathname === '/scorm.js')
      return send(
        'text/javascript',
        readFileSync(`node_modules/scorm-again/dist/${searchParams.get('of')}.js`),
      );
    if (pathname === '/player') return send('text/html', playerOf(searchParams.get('of') ?? '', kept));
    if (pathname === '/favicon.ico')
      return send('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const inside = decodeURIComponent(pathname.replace(/^\/package\//, '/'));
    const file = join(folder, normalize(inside.endsWith('/') ? `${inside}index.html` : inside));
    if (pathname.startsWith('/package/') && statSync(file, { throwIfNoEntry: false })?.isFile())
      return send(TYPES[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    missing.push(pathname);
    return false;
  });
  return {
    address: server.address,
    files,
    missing,
    kept: () => kept,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A platform's page: its run-time with stored data, and an empty frame. */
function playerOf(version: string, kept: Record<string, unknown>): string {
  const own = { 'cmi.core.session_time': undefined, 'cmi.session_time': undefined };
  const entry = version === 'scorm12' ? 'cmi.core.entry' : 'cmi.entry';
  const begun = Object.keys(kept).length > 0;
  const state = begun ? { ...kept, ...own, [entry]: 'resume' } : null;
  const [api, name] = version === 'scorm12' ? ['Scorm12API', 'API'] : ['Scorm2004API', 'API_1484_11'];
  return `<!doctype html><title>A platform</title><script src="scorm.js?of=${version}"></script>
<script>
  window.${name} = new ${api}({
    lmsCommitUrl: '/commit',
    dataCommitFormat: 'flattened',
    // Browsers don't wait for requests while a page closes.
    useAsynchronousCommits: true,
    asyncModeBeaconBehavior: 'on-terminate',
  });
  const state = ${JSON.stringify(state).replaceAll('<', '\\u003c')};
  if (state) window.${name}.loadFromFlattenedJSON(state);
</script>
<iframe name="lesson" style="width: 1200px; height: 700px"></iframe>`;
}
