// The Rust side as the scripts see it: every cargo call goes through here, so that there is one target folder.
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { must, ROOT } from './child.mjs';

const TARGET = `${ROOT}engine-wasm/target`;

const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/** The native command line's program, where `BUILD_CLI` puts it. */
export const CLI = `${TARGET}/release/vegaslab${SUFFIX}`;

/** The program of the engine's chores, where `BUILD_XTASK` puts it. */
export const XTASK = `${TARGET}/debug/xtask${SUFFIX}`;

/** The program that prints the native engine's results, where `BUILD_PROOF` puts it. */
export const DIGESTS = `${TARGET}/debug/digests${SUFFIX}`;

/** The program that proves random scenarios, where `BUILD_SOAK` puts it. */
export const SOAK = `${TARGET}/soak/soak${SUFFIX}`;

/**
 * Arguments of one cargo call. A target folder that the user's own configuration names is overruled,
 * because the scripts look for what was built.
 * @param {string} command
 * @param {readonly string[]} [args]
 */
export function cargo(command, args = []) {
  return [command, '--manifest-path', `${ROOT}engine-wasm/Cargo.toml`, '--target-dir', TARGET, ...args];
}

// No build prints anything when it's up to date. The bindings are built along with xtask and proof because cargo then chooses the
// features that it chooses for the tests, and compiles each crate once.
const BINDINGS = ['-p', 'vegaslab-bindings', '-p', 'vegaslab-bindings-theory'];
export const BUILD_CLI = cargo('build', ['--quiet', '--release', '-p', 'vegaslab-cli']);
export const BUILD_XTASK = cargo('build', ['--quiet', '-p', 'xtask', ...BINDINGS]);
export const BUILD_PROOF = cargo('build', ['--quiet', '-p', 'vegaslab-proof', '-p', 'xtask', ...BINDINGS]);
export const BUILD_SOAK = cargo('build', [
  '--quiet',
  '--profile',
  'soak',
  '-p',
  'vegaslab-proof',
  '--bin',
  'soak',
]);

/** Builds the native command line; prints nothing on standard output, and nothing at all if it is up to date. */
export async function buildCli() {
  if (!existsSync(CLI)) console.error('Building the native engine (the first time takes a minute) …');
  await must('The native build', 'cargo', BUILD_CLI, { stdoutToStderr: true });
}

/** Builds the engine for the browser into web/engine/pkg. Does nothing in about a second if it is up to date. */
export async function buildWasm() {
  if (!existsSync(`${ROOT}web/engine/pkg`))
    console.error('Building the engine (the first time takes a minute or two) …');
  await xtask('The wasm build', ['wasm']);
}

/**
 * The package that the browser loads, under Node: the engine with its memory, the theory, and the catalogue. It must have been
 * built: its modules are only then there.
 */
export async function loadEngine() {
  const [engine, theory] = await Promise.all([
    import('../web/engine/pkg/vegaslab.js'),
    import('../web/engine/pkg/theory.js'),
  ]);
  /** @param {string} name */
  const wasm = (name) => readFile(`${ROOT}web/engine/pkg/${name}_bg.wasm`);
  const { memory } = await engine.default({ module_or_path: await wasm('vegaslab') });
  await theory.default({ module_or_path: await wasm('theory') });
  /** @type {import('../web/engine/schema').Catalogue} */
  const catalogue = JSON.parse(await readFile(`${ROOT}web/engine/pkg/catalogue.json`, 'utf8'));
  return { engine, theory, memory, catalogue };
}

/**
 * Scenarios as the engine reads them, with nothing left out.
 * @param {Awaited<ReturnType<typeof loadEngine>>['engine']} engine
 */
export function readerOf(engine) {
  /** @param {string} text @returns {import('../web/engine/schema').Scenario} */
  const read = (text) => {
    const { scenario, problems } = JSON.parse(engine.check(text));
    if (scenario === null) throw new Error(JSON.stringify(problems));
    return scenario;
  };
  /** @param {string} name */
  const scenarioOf = (name) => read(readFileSync(`${ROOT}content/scenarios/${name}.json`, 'utf8'));
  return { read, scenarioOf };
}

/**
 * @param {string} what named in the message if it fails
 * @param {readonly string[]} args
 */
export async function xtask(what, args) {
  await must('Building xtask', 'cargo', BUILD_XTASK, { stdoutToStderr: true });
  await must(what, XTASK, args, { stdoutToStderr: true });
}

/**
 * The summary of a named scenario in its golden trace, which the native tests compare. Long lists are cut there.
 * @param {string} name
 * @returns {import('../web/engine/schema').Summary}
 */
export function goldenOf(name) {
  const text = readFileSync(`${ROOT}engine-wasm/sim/tests/goldens/${name}.txt`, 'utf8');
  return JSON.parse(text.slice(0, text.indexOf('\n}') + 2));
}
