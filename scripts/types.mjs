// npm run types: generates web/engine/generated from the Rust types; --check fails if it is out of date.
import { main } from './child.mjs';
import { xtask } from './engine.mjs';
import { checkRust } from './setup.mjs';

await main(async () => {
  await checkRust();
  await xtask('Writing the TypeScript types', ['types', ...process.argv.slice(2)]);
});
