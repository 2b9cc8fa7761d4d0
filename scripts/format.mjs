// npm run format: formats every source file.
import { main, must, tool } from './child.mjs';
import { rustfmt } from './rust-files.mjs';
import { addRustLints, setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await addRustLints();
  await must('rustfmt', ...(await rustfmt()));
  await must('biome', ...tool('biome', ['check', '--write']));
});
