// npm run evidence -- ns2|ns2-packets|linux: compares our engine with another implementation and writes the results.
import { main, Stop } from '../child.mjs';

/** @type {Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>>} */
const PEERS = {
  linux: () => import('./linux.mjs'),
  ns2: () => import('./ns2.mjs'),
  'ns2-packets': () => import('./ns2-packets.mjs'),
};

await main(async () => {
  const [peer, ...args] = process.argv.slice(2);
  const load = PEERS[peer ?? ''];
  if (load === undefined) {
    throw new Stop(
      `evidence needs the implementation to compare with; allowed: ${Object.keys(PEERS).join(', ')}`,
    );
  }
  await (await load()).run(args);
});
