import { main } from './child.mjs';
import { writeFindings } from './findings.mjs';
import { checkRust } from './setup.mjs';

await main(async () => {
  await checkRust();
  await writeFindings();
});
