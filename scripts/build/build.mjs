// npm run build: builds the static site in dist/, which any web server can serve from any folder.
import { cpSync } from 'node:fs';
import { main, must, ROOT, tool } from '../child.mjs';
import { setUpEngine } from '../engine.mjs';
import { writeReference } from '../python.mjs';
import { buildWidget, WIDGET_NOTICES } from './element.mjs';

await main(async () => {
  await setUpEngine();
  // The page on the Python package links to the reference only if there is one.
  const reference = `${ROOT}.cache/python/reference`;
  const written = await writeReference(reference);
  process.env.VITE_PYTHON_REFERENCE = written ? 'python/vegaslab.html' : '';
  await must('The production build', ...tool('vite', ['build']));
  // The element is for other sites: no page of the lab loads it, so it isn't among the release's files.
  await buildWidget(`${ROOT}dist/element/vegas-lab.js`);
  cpSync(WIDGET_NOTICES, `${ROOT}dist/element/THIRD-PARTY.txt`);
  if (written) cpSync(reference, `${ROOT}dist/python`, { recursive: true });
  else console.error('Without the API reference of the Python package; npm run python builds what it needs.');
});
