// npm run -s vegaslab -- …: the engine's own command line, built if need be. Standard output and the exit
// code are the program's own, so that they can be piped and tested.
import { main, runAttached } from './child.mjs';
import { buildCli, CLI } from './engine.mjs';
import { checkRust } from './setup.mjs';

await main(async () => {
  await checkRust();
  await buildCli();
  // npm starts scripts in the project's folder; a file name means what it meant where the user typed it.
  return runAttached(CLI, process.argv.slice(2), { cwd: process.env.INIT_CWD });
});
