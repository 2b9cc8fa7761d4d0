// npm run types: generates web/engine/generated from the Rust types, and the scenarios' JSON Schema from the catalogue.
// --check fails if the types are out of date; schema.test.mjs compares the schema.
import { main } from '../child.mjs';
import { xtask } from '../engine.mjs';
import { checkRust } from '../setup.mjs';
import { writeSchema } from './schema.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  await checkRust();
  await xtask('Writing the TypeScript types', ['types', ...args]);
  if (!args.includes('--check')) await writeSchema();
});
