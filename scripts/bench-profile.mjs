// node scripts/bench-profile.mjs: where the time of `vegaslab bench` goes, by source file of the engine. Linux only: needs
// perf and addr2line (Debian: apt-get install linux-perf binutils).
//
// Nearly everything is inlined into the loop, so functions say little. Each sample is attributed to the innermost of its
// inlined frames that lies in the engine's own files; what these call of Rust's library counts as theirs.
import { mkdirSync } from 'node:fs';
import { main, must, ROOT, run, Stop } from './child.mjs';
import { cargo } from './engine.mjs';

const PROGRAM = `${ROOT}engine-wasm/target/profiling/vegaslab`;
const SAMPLES = `${ROOT}.cache/perf.data`;
const SAMPLES_PER_S = 5_000;

await main(async () => {
  const profile = ['inherits="release"', 'debug="line-tables-only"'];
  const config = profile.flatMap((setting) => ['--config', `profile.profiling.${setting}`]);
  await must(
    'Building for the profile',
    'cargo',
    cargo('build', [...config, '--profile', 'profiling', '-p', 'vegaslab-cli']),
  );
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  await output('perf', [
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

  const places = await samplePlaces();
  const files = await owners([...new Set(places)]);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const place of places) {
    const file = files.get(place) ?? 'elsewhere';
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  for (const [file, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const percent = (100 * count) / places.length;
    if (percent >= 0.1) console.log(`${percent.toFixed(1).padStart(5)} %  ${file}`);
  }
});

/** Addresses of the program, as its file numbers them, one for each sample; 0 outside of it. */
async function samplePlaces() {
  const script = await output('perf', ['script', '-i', SAMPLES, '-F', 'ip', '--show-mmap-events']);
  const map = new RegExp(`\\[0x(\\w+)\\(0x(\\w+)\\) @ (\\w+) .*r-xp ${PROGRAM}`).exec(script);
  const segments = await output('readelf', ['-lW', PROGRAM]);
  const code = /LOAD +0x(\w+) 0x(\w+) .* R E /.exec(segments);
  if (!map || !code) throw new Stop('perf did not say where the program was loaded');
  const [start, length, offset] = [hex(map[1]), hex(map[2]), Number(map[3])];
  const shift = offset - start + hex(code[2]) - hex(code[1]);
  return [...script.matchAll(/^ +([0-9a-f]+) *$/gm)].map(([, text]) => {
    const address = hex(text);
    return address >= start && address < start + length ? address + shift : 0;
  });
}

/**
 * The engine's file to which the code at each address belongs.
 * @param {number[]} places
 */
async function owners(places) {
  const addresses = places.map((place) => `0x${place.toString(16)}`);
  const lines = await output('addr2line', ['-i', '-a', '-e', PROGRAM, ...addresses]);
  /** @type {Map<number, string>} */
  const files = new Map();
  let place = 0;
  for (const line of lines.split('\n')) {
    if (/^0x[0-9a-f]+$/.test(line)) place = hex(line.slice(2));
    const file = /engine-wasm\/(?:sim|cli)\/src\/([^:]+)/.exec(line)?.[1];
    if (file && !files.has(place)) files.set(place, file);
  }
  return files;
}

/** @param {string | undefined} digits */
function hex(digits) {
  return Number.parseInt(digits ?? '', 16);
}

/** @param {string} program @param {string[]} args */
async function output(program, args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Stop(`${program} failed: ${output.trim()}`);
  return output;
}
