/** A host page on another origin, for embeds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from './lab';

interface Host {
  /** Serves a page or script at a path and returns its address. */
  serve(path: string, html: string): string;
  origin: string;
}

export const test = base.extend<{ host: Host }>({
  host: async ({ lab }, use) => {
    const pages = new Map<string, string>();
    const server = createServer((request, response) => {
      const html = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
      response
        .writeHead(html === undefined ? 404 : 200, { 'content-type': typeOf(request.url) })
        .end(html ?? 'not found');
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    // The lab is at 127.0.0.1, so this name and port make another origin and another site.
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    lab.allowOrigin(origin);
    // Browsers request it automatically.
    pages.set('/favicon.ico', '');
    await use({
      origin,
      serve: (path, html) => {
        pages.set(path, html);
        return origin + path;
      },
    });
    server.close();
    server.closeAllConnections();
  },
});

function typeOf(path = ''): string {
  return `${path.endsWith('.js') ? 'text/javascript' : 'text/html'}; charset=utf-8`;
}

export { expect };
