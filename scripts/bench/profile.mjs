// node scripts/bench/profile.mjs: profiles `vegaslab bench` by source file of the engine. Linux only: needs perf and
// addr2line (Debian: apt-get install linux-perf binutils).
//
// Nearly everything is inlined into the loop, so a profile by function is useless. Each sample is attributed to the
// innermost of its inlined frames that is in the engine's own files; calls into Rust's library count for their callers.
import { mkdirSync } from 'node:fs';
import { main, must, outputOf, ROOT, Stop } from '../child.mjs';
import { cargo } from '../engine.mjs';

const PROGRAM = `${ROOT}engine-wasm/target/profiling/vegaslab`;
const SAMPLES = `${ROOT}.cache/perf.data`;
const SAMPLES_PER_S = 5_000;

await main(async () => {
  const profile = ['inherits="release"', 'debug="line-tables-only"'];
  const config = profile.flatMap((setting) => ['--config', `profile.profiling.${setting}`]);
  await must(
    'The profiling build',
    'cargo',
    cargo('build', [...config, '--profile', 'profiling', '-p', 'vegaslab-cli']),
  );
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  await outputOf('perf', [
    'record',
    '--quiet',
    '-F',
    `${SAMPLES_PER_S}`,
    '-o',
    SAMPLES,
    PROGRAM,
    'bench',
    ...process.argv.slice(2),
  ]);

  const addresses = await sampleAddresses();
  const files = await sourceFilesOf([...new Set(addresses)]);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const address of addresses) {
    const file = files.get(address) ?? 'elsewhere';
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  for (const [file, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const percent = (100 * count) / addresses.length;
    if (percent >= 0.1) console.log(`${percent.toFixed(1).padStart(5)} %  ${file}`);
  }
});

/** The address of each sample in the program's file; 0 outside the program. */
async function sampleAddresses() {
  const script = await outputOf('perf', ['script', '-i', SAMPLES, '-F', 'ip', '--show-mmap-events']);
  const map = new RegExp(`\\[0x(\\w+)\\(0x(\\w+)\\) @ (\\w+) .*r-xp ${PROGRAM}`).exec(script);
  const segments = await outputOf('readelf', ['-lW', PROGRAM]);
  const code = /LOAD +0x(\w+) 0x(\w+) .* R E /.exec(segments);
  if (!map || !code) throw new Stop('perf did not report where the program was loaded');
  const [start, length, offset] = [hex(map[1]), hex(map[2]), Number(map[3])];
  const shift = offset - start + hex(code[2]) - hex(code[1]);
  return [...script.matchAll(/^ +([0-9a-f]+) *$/gm)].map(([, text]) => {
    const address = hex(text);
    return address >= start && address < start + length ? address + shift : 0;
  });
}

/**
 * The engine's source file of the code at each address.
 * @param {number[]} addresses
 */
async function sourceFilesOf(addresses) {
  const digits = addresses.map((address) => `0x${address.toString(16)}`);
  const lines = await outputOf('addr2line', ['-i', '-a', '-e', PROGRAM, ...digits]);
  /** @type {Map<number, string>} */
  const files = new Map();
  let address = 0;
  for (const line of lines.split('\n')) {
    if (/^0x[0-9a-f]+$/.test(line)) address = hex(line.slice(2));
    const file = /engine-wasm\/(?:sim|cli)\/src\/([^:]+)/.exec(line)?.[1];
    if (file && !files.has(address)) files.set(address, file);
  }
  return files;
}

/** @param {string | undefined} digits */
function hex(digits) {
  return Number.parseInt(digits ?? '', 16);
}
