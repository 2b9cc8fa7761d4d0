// npm start: builds the lab, even in a fresh clone, and serves it at a local address.
import { main } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildWasm();
  // Imported dynamically, because setUp has to install it in a fresh clone.
  const { createServer } = await import('vite');
  const server = await createServer();
  await server.listen();
  const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
  console.log(`\nVegas Lab is at ${address}  (Ctrl-C stops it)`);
});
