// npm run goldens: rewrites the golden traces and the golden ns-2 scripts. Review the diff before you commit it.
import { main, must } from '../child.mjs';
import { cargo } from '../engine.mjs';
import { checkRust } from '../setup.mjs';

await main(async () => {
  await checkRust();
  process.env.WRITE_GOLDENS = '1';
  await must(
    'Writing the goldens',
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
      // The paths of the two tests that write goldens contain this word.
      'golden',
    ]),
  );
});
