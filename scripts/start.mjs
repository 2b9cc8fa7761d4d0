// npm start: from a fresh clone to the lab on a local address.
import { main } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildWasm();
  // Imported late: on a fresh clone it is not there before setUp has installed it.
  const { createServer } = await import('vite');
  const server = await createServer();
  await server.listen();
  const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
  console.log(`\nVegas Lab is at ${address}  (Ctrl-C stops it)`);
});
