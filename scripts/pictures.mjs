// npm run pictures: draws the kept pictures of the lab's look again. Review the difference before you commit it.
import { mkdirSync, rmSync } from 'node:fs';
import { main, must, ROOT, tool } from './child.mjs';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';

const KEPT = `${ROOT}e2e/pictures`;

await main(async () => {
  await setUp();
  await buildWasm();
  await must('The production build', ...tool('vite', ['build']));
  // A picture that no test draws any more goes away.
  rmSync(KEPT, { recursive: true, force: true });
  mkdirSync(KEPT);
  process.env.WRITE_PICTURES = '1';
  process.env.VEGASLAB_CHECK = '1';
  await must(
    'Drawing the pictures',
    ...tool('playwright', ['test', 'e2e/pictures.spec.ts', '--reporter=line']),
  );
});
