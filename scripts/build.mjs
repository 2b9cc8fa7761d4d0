// npm run build: the static site in dist/, ready for any folder of any web server.
import { main, must, tool } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildWasm();
  await must('The production build', ...tool('vite', ['build']));
});
