// npm run evidence -- ns2: runs our engine next to another implementation and writes what came out.
import { main, Stop } from './child.mjs';

/** @type {Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>>} */
const PEERS = { ns2: () => import('./evidence/ns2.mjs') };

await main(async () => {
  const [peer, ...args] = process.argv.slice(2);
  const load = PEERS[peer ?? ''];
  if (load === undefined) {
    throw new Stop(`evidence needs to know next to what; allowed: ${Object.keys(PEERS).join(', ')}`);
  }
  await (await load()).run(args);
});
