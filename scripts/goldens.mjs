// npm run goldens: writes the engine's golden traces anew. Review the difference before you commit it.
import { main, must } from './child.mjs';
import { cargo } from './engine.mjs';
import { checkRust } from './setup.mjs';

await main(async () => {
  await checkRust();
  process.env.WRITE_GOLDENS = '1';
  await must(
    'Writing the golden traces',
    'cargo',
    cargo('test', [
      '--quiet',
      '--package',
      'vegaslab-sim',
      '--test',
      'all',
      '--package',
      'vegaslab-ns2',
      '--test',
      'scripts',
      // The two tests that write instead of comparing have this in their names.
      'golden',
    ]),
  );
});
