// npm run pictures: redraws the reference pictures of the lab. Review the diff before you commit it.
import { mkdirSync, rmSync } from 'node:fs';
import { main, must, ROOT, tool } from '../child.mjs';
import { setUpEngine } from '../engine.mjs';

const PICTURES = `${ROOT}e2e/pictures`;

await main(async () => {
  await setUpEngine();
  await must('The production build', ...tool('vite', ['build']));
  // Delete them first, so that pictures that no test draws anymore disappear.
  rmSync(PICTURES, { recursive: true, force: true });
  mkdirSync(PICTURES);
  process.env.WRITE_PICTURES = '1';
  process.env.VEGASLAB_CHECK = '1';
  await must(
    'Drawing the pictures',
    ...tool('playwright', ['test', 'e2e/pictures.spec.ts', '--reporter=line']),
  );
});
