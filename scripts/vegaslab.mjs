// npm run -s vegaslab -- …: builds the native command line if necessary and runs it. Standard output and the exit code
// are those of the program, so scripts can use them.
import { main, runAttached } from './child.mjs';
import { buildCli, CLI } from './engine.mjs';
import { checkRust } from './setup.mjs';

await main(async () => {
  await checkRust();
  await buildCli();
  // npm starts scripts in the project's folder. Run the program in the user's folder, so that relative file names work.
  return runAttached(CLI, process.argv.slice(2), { cwd: process.env.INIT_CWD });
});
