// npm run format: formats every source file.
import { main, must, tool } from '../child.mjs';
import { addRustLints, setUp } from '../setup.mjs';
import { rustfmt } from './rust-files.mjs';

await main(async () => {
  await setUp();
  await addRustLints();
  await must('rustfmt', ...(await rustfmt()));
  await must('biome', ...tool('biome', ['check', '--write']));
});
