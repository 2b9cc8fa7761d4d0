// Builds and loads the engine. Every cargo call goes through this module, so that all use the same target folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { must, ROOT } from './child.mjs';
import { setUp, together, WASM_TARGET } from './setup.mjs';

export const TARGET = `${ROOT}engine-wasm/target`;

export const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/** The native command line, built by `BUILD_CLI`. */
export const CLI = `${TARGET}/release/vegaslab${SUFFIX}`;

/** The program for the engine's maintenance tasks, built by `BUILD_XTASK`. */
export const XTASK = `${TARGET}/debug/xtask${SUFFIX}`;

/** The program that prints the native engine's results, built by `BUILD_PROOF`. */
export const DIGESTS = `${TARGET}/debug/digests${SUFFIX}`;

/** The program that checks random scenarios, built by `BUILD_SOAK`. */
export const SOAK = `${TARGET}/soak/soak${SUFFIX}`;

/** The program that changes scenarios at random and checks them as bytes, built by `BUILD_SOAK`. */
export const MUTATIONS = `${TARGET}/soak/mutations${SUFFIX}`;

/**
 * Arguments of a cargo call. Overrides a target folder in the user's configuration, because the scripts use the built
 * programs.
 * @param {string} command
 * @param {readonly string[]} [args]
 * @param {string} [target]
 */
export function cargo(command, args = [], target = TARGET) {
  return [command, '--manifest-path', `${ROOT}engine-wasm/Cargo.toml`, '--target-dir', target, ...args];
}

// An up-to-date build prints nothing. The bindings are built along with xtask and proof, so that cargo enables the same
// features as for the tests and compiles each crate only once.
const BINDINGS = ['bindings', 'bindings-theory', 'bindings-capture', 'bindings-export'].flatMap((name) => [
  '-p',
  `vegaslab-${name}`,
]);
export const BUILD_CLI = cargo('build', ['--quiet', '--release', '-p', 'vegaslab-cli']);
export const BUILD_WASM = cargo('build', ['--quiet', '--release', '--target', WASM_TARGET, ...BINDINGS]);
export const BUILD_XTASK = cargo('build', ['--quiet', '-p', 'xtask', ...BINDINGS]);
/** The part of xtask that makes the wasm package. It isn't optimized, because it runs once. */
const BUILD_PACKER = cargo('build', [
  ...['--quiet', '-p', 'xtask', '--no-default-features'],
  ...['--config', 'profile.dev.package.vegaslab-sim.opt-level=0'],
]);
export const BUILD_PROOF = cargo('build', ['--quiet', '-p', 'vegaslab-proof', '-p', 'xtask', ...BINDINGS]);
export const BUILD_SOAK = cargo('build', [
  '--quiet',
  '--profile',
  'soak',
  '-p',
  'vegaslab-proof',
  '--bin',
  'soak',
  '--bin',
  'mutations',
]);

/** Builds the native command line. Prints nothing to standard output, and nothing at all if it is up to date. */
export async function buildCli() {
  if (!existsSync(CLI)) console.error('Building the native engine (the first time takes a minute) …');
  await must('The native build', 'cargo', BUILD_CLI, { stdoutToStderr: true });
}

/** Prepares a fresh clone and builds the engine for the browser, which compiles while npm installs packages. */
export async function setUpEngine() {
  await setUp(() => compileWasm(BUILD_PACKER));
  await packWasm();
}

/** Builds the engine for the browser into web/engine/pkg. Takes about a second if it is up to date. */
export async function buildWasm() {
  // All of xtask, which the tests and the types need anyway.
  await compileWasm(BUILD_XTASK);
  await packWasm();
}

/**
 * Compiles the engine and the packer at the same time, because linking the engine uses one core.
 * @param {readonly string[]} packer
 */
async function compileWasm(packer) {
  if (!existsSync(`${ROOT}web/engine/pkg`))
    console.error('Building the engine (the first time takes a minute or two) …');
  await together([
    must('The wasm build', 'cargo', BUILD_WASM, { stdoutToStderr: true }),
    must('Building xtask', 'cargo', packer, { stdoutToStderr: true }),
  ]);
}

const packWasm = () => must('The wasm package', XTASK, ['wasm'], { stdoutToStderr: true });

/**
 * Loads the browser's package under Node: the engine with its memory, the theory, the reader of captures, the writer of files, and the catalogue.
 * The package must have been built, so its modules are imported dynamically.
 */
export async function loadEngine() {
  const [engine, theory, capture, exporter] = await Promise.all([
    import('../web/engine/pkg/vegaslab.js'),
    import('../web/engine/pkg/theory.js'),
    import('../web/engine/pkg/capture.js'),
    import('../web/engine/pkg/export.js'),
  ]);
  /** @param {string} name */
  const wasm = (name) => readFile(`${ROOT}web/engine/pkg/${name}_bg.wasm`);
  const { memory } = await engine.default({ module_or_path: await wasm('vegaslab') });
  await theory.default({ module_or_path: await wasm('theory') });
  await capture.default({ module_or_path: await wasm('capture') });
  await exporter.default({ module_or_path: await wasm('export') });
  /** @type {import('../web/engine/schema').Catalogue} */
  const catalogue = JSON.parse(await readFile(`${ROOT}web/engine/pkg/catalogue.json`, 'utf8'));
  return { engine, theory, capture, exporter, memory, catalogue };
}

/** The engine's module, to start it once more. */
export const readEngine = () => readFile(`${ROOT}web/engine/pkg/vegaslab_bg.wasm`);

const SCENARIOS = `${ROOT}content/scenarios`;

/** The names of the scenarios in content/scenarios. */
export function scenarioNames() {
  return readdirSync(SCENARIOS).map((file) => file.replace(/\.json$/, ''));
}

/**
 * The text of a named scenario's file.
 * @param {string} name
 */
export function scenarioText(name) {
  return readFileSync(`${SCENARIOS}/${name}.json`, 'utf8');
}

/**
 * @param {string} what the name of the task in the error message
 * @param {readonly string[]} args
 */
export async function xtask(what, args) {
  await must('Building xtask', 'cargo', BUILD_XTASK, { stdoutToStderr: true });
  await must(what, XTASK, args, { stdoutToStderr: true });
}

/**
 * The summary in the golden trace of a named scenario. Golden traces, which the native tests compare, shorten long
 * lists.
 * @param {string} name
 * @returns {import('../web/engine/schema').Summary}
 */
export function goldenOf(name) {
  const text = readFileSync(`${ROOT}engine-wasm/sim/tests/goldens/${name}.txt`, 'utf8');
  return JSON.parse(text.slice(0, text.indexOf('\n}') + 2));
}
