// npm start: builds the lab, even in a fresh clone, and serves it at a local address.
import { main } from './child.mjs';
import { setUpEngine } from './engine.mjs';

await main(async () => {
  await setUpEngine();
  // Imported dynamically, because a fresh clone has no packages before.
  const { createServer } = await import('vite');
  const server = await createServer();
  await server.listen();
  const address = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0];
  console.log(`\nVegas Lab is at ${address}  (Ctrl-C stops it)`);
});
