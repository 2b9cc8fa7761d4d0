// Runs content/evidence/ns2-packets-battery.json in Debian's ns-2 and in our engine, and writes
// content/evidence/ns2-packets.json. The test of the results does both.
import { must, ROOT, run as runProgram, Stop } from '../child.mjs';
import { cargo } from '../engine.mjs';

/** @param {string[]} args none */
export async function run(args) {
  if (args.length > 0) throw new Stop(`evidence ns2-packets takes no arguments; you gave ${args.join(' ')}`);
  const { code } = await runProgram('ns', [`${ROOT}scripts/evidence/version.tcl`]);
  if (code !== 0) throw new Stop('ns-2 is not installed (Debian: apt-get install ns2).');
  await must(
    'The comparison with ns-2',
    'cargo',
    cargo('test', ['--quiet', '-p', 'vegaslab-ns2', '--test', 'packets']),
    { env: { WRITE_EVIDENCE: '1' } },
  );
}
