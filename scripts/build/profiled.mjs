// node scripts/build/profiled.mjs [--features embedded]: builds the native command line in two steps. The first program counts
// how often each branch of the engine is taken, in the bench's dumbbells and in every named scenario; the second one is
// compiled for these counts. Prints where it is. npm run bench -- engine measures both kinds of builds.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, must, outputOf, ROOT } from '../child.mjs';
import { cargo, SUFFIX, TARGET } from '../engine.mjs';
import { addToRust, checkRust } from '../setup.mjs';

const COUNTING = `${TARGET}/counting`;
const PROFILED = `${TARGET}/profiled`;
const COUNTS = `${TARGET}/counts`;
const PROFILE = `${COUNTS}/merged.profdata`;

/** The native command line, compiled for what it usually does. */
export const PROFILED_CLI = `${PROFILED}/release/vegaslab${SUFFIX}`;

/** Short runs: only the proportions of the counts matter, and the counting program is slow. */
const DUMBBELLS = [
  ['--flows', '10', '--duration', '20'],
  ['--flows', '1', '--duration', '10'],
  ['--flows', '1000', '--duration', '3'],
  ['--flows', '1000', '--duration', '1', '--wide'],
];

/** Prints nothing to standard output. @param {readonly string[]} [features] options of cargo */
export async function buildProfiledCli(features = []) {
  const merge = await profdata();
  const build = (/** @type {string} */ target) =>
    cargo('build', ['--quiet', '--locked', '--release', '-p', 'vegaslab-cli', ...features], target);
  console.error('Building the native engine with a profile (two builds, some minutes) …');
  await must('The counting build', 'cargo', build(COUNTING), {
    env: { CARGO_ENCODED_RUSTFLAGS: `-Cprofile-generate=${COUNTS}` },
    stdoutToStderr: true,
  });
  // Cargo's own helpers count, too.
  rmSync(COUNTS, { recursive: true, force: true });
  mkdirSync(COUNTS, { recursive: true });
  const program = `${COUNTING}/release/vegaslab${SUFFIX}`;
  for (const dumbbell of DUMBBELLS) await outputOf(program, ['bench', '--json', ...dumbbell]);
  const files = readdirSync(`${ROOT}content/scenarios`).filter((file) => file.endsWith('.json'));
  for (const file of files) await outputOf(program, ['run', file.replace('.json', ''), '--json']);
  await outputOf(program, ['series', 'ahn-fig1-vr', '--table', 'segments']);
  await outputOf(merge, ['merge', '-o', PROFILE, COUNTS]);
  await must('The build with the profile', 'cargo', build(PROFILED), {
    env: { CARGO_ENCODED_RUSTFLAGS: `-Cprofile-use=${PROFILE}` },
    stdoutToStderr: true,
  });
}

/** The program of Rust's toolchain that merges counts; adds it if it's missing. */
async function profdata() {
  await checkRust();
  const libraries = await outputOf('rustc', ['--print', 'target-libdir']);
  const program = `${dirname(libraries.trim())}/bin/llvm-profdata${SUFFIX}`;
  if (!existsSync(program)) await addToRust('component', 'llvm-tools');
  return program;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(async () => {
    await buildProfiledCli(process.argv.slice(2));
    console.log(PROFILED_CLI);
  });
