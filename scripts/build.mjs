// npm run build: the static site in dist/, ready for any folder of any web server.
import { main } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildWasm();
  const { build } = await import('vite');
  await build();
});
