// npm run build: builds the static site in dist/, which any web server can serve from any folder.
import { main, must, tool } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await buildWasm();
  await must('The production build', ...tool('vite', ['build']));
});
