import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { BROWSER } from '../browser.mjs';
import { buildPackage } from '../build/npm-package.mjs';
import { ROOT, run, tool } from '../child.mjs';
import { BUILD_SOAK, BUILD_WASM, BUILD_XTASK, cargo, MUTATIONS, SOAK, XTASK } from '../engine.mjs';
import { checkFindings } from '../evidence/findings.mjs';
import { PYTHON_3, testPython } from '../python.mjs';
import { compareNativeWithWasm } from './native-wasm.mjs';
import { hashOf, loadPass, savePass } from './passed.mjs';
import { rustfmt } from './rust-files.mjs';
import {
  benchCount,
  cargoCount,
  mutationsCount,
  playwrightCount,
  soakCount,
  vitestCount,
  wholeCheck,
} from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Count} Count */

/** The parts that `npm test -- PART` can run separately. */
export const PARTS = /** @type {const} */ (['rust', 'web', 'browser']);

/** @typedef {typeof PARTS[number]} Part */

/**
 * @typedef {object} Options
 * @property {boolean} everything true for `npm run check`: all seeds, all numbers, all browser tests, no remembered passes
 * @property {(text: string) => void} write prints the step's output
 */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly Part[]} parts the parts that include this step
 * @property {'rust' | 'web'} lane steps of the same lane run one after another, the two lanes in parallel
 * @property {readonly string[]} [needs] steps that must have passed before this one starts
 * @property {boolean} [alone] runs after all earlier steps of both lanes, because it needs both cores
 * @property {readonly import('../machine.mjs').Need<import('../browser.mjs').Machine>[]} [uses] programs that aren't part of the project
 * @property {boolean} [checkOnly] runs only in `npm run check`
 * @property {readonly string[]} [dependsOn] folders and files of the project; if they haven't changed since the step passed on this
 *   machine, it isn't run again
 * @property {(options: Options) => Promise<Count>} run
 */

/** Everything that the native tests depend on. */
const ENGINE = [
  'engine-wasm',
  ':(exclude)engine-wasm/python',
  'content',
  ':(exclude)content/lessons',
  'web/engine/generated',
  'scripts',
];

/** Within each lane, the cheapest failures come first. @type {readonly Step[]} */
export const STEPS = [
  {
    name: 'Rust format',
    parts: ['rust'],
    lane: 'rust',
    run: async (options) => check(options, ...(await rustfmt(['--check']))),
  },
  // Runs early, because it compiles on all cores what the other Rust steps use.
  { name: 'Rust tests', parts: ['rust'], lane: 'rust', dependsOn: ENGINE, run: cargoTest },
  {
    name: 'generated types',
    parts: ['rust'],
    lane: 'rust',
    dependsOn: ENGINE,
    run: (options) => xtask(options, 'types', '--check'),
  },
  {
    name: 'Rust lints',
    parts: ['rust'],
    lane: 'rust',
    dependsOn: ENGINE,
    run: lints,
  },
  { name: 'published numbers', parts: ['rust'], lane: 'rust', run: checkFindings },
  { name: 'random scenarios', parts: ['rust'], lane: 'rust', checkOnly: true, run: soak },
  { name: 'mutated scenarios', parts: ['rust'], lane: 'rust', checkOnly: true, run: mutations },
  {
    name: 'web format and lints',
    parts: ['web'],
    lane: 'web',
    run: (options) => check(options, ...tool('biome', ['check', '--error-on-warnings'])),
  },
  {
    name: 'wasm build',
    parts: ['rust', 'web', 'browser'],
    lane: 'web',
    run: packWasm,
  },
  {
    name: 'native = wasm',
    parts: ['rust'],
    lane: 'web',
    needs: ['wasm build'],
    dependsOn: ENGINE,
    run: compareNativeWithWasm,
  },
  {
    name: 'type check',
    parts: ['web'],
    lane: 'web',
    needs: ['wasm build'],
    run: (options) => check(options, ...tool('tsc', ['--noEmit'])),
  },
  {
    name: 'production build',
    parts: ['browser'],
    lane: 'web',
    needs: ['wasm build'],
    run: (options) => check(options, ...tool('vite', ['build'])),
  },
  {
    name: 'widget build',
    parts: ['browser'],
    lane: 'web',
    needs: ['wasm build'],
    run: async () => {
      await buildPackage();
      return wholeCheck(0);
    },
  },
  // Builds the engine once more, which takes more than a minute after a change.
  {
    name: 'Python package',
    parts: ['rust'],
    lane: 'rust',
    needs: ['wasm build', 'widget build'],
    uses: [PYTHON_3],
    dependsOn: ['engine-wasm', 'content', ':(exclude)content/lessons', 'web', 'scripts'],
    run: testPython,
  },
  { name: 'unit tests', parts: ['web'], lane: 'web', needs: ['wasm build'], run: vitest },
  {
    name: 'browser tests',
    parts: ['browser'],
    lane: 'web',
    needs: ['production build', 'widget build'],
    uses: [BROWSER],
    alone: true,
    run: (options) => playwright(options, 'playwright.config.ts'),
  },
  {
    name: 'three engines',
    parts: ['browser'],
    lane: 'web',
    needs: ['production build'],
    uses: [BROWSER],
    alone: true,
    run: (options) => playwright(options, 'playwright.engines.config.ts'),
  },
  {
    name: 'bench measures',
    parts: ['browser'],
    lane: 'web',
    needs: ['production build'],
    uses: [BROWSER],
    alone: true,
    checkOnly: true,
    run: bench,
  },
];

/**
 * Runs a step, or reports that it passed earlier on this machine with the same files.
 * @param {Step} step
 * @param {Options} options
 * @returns {Promise<Count>}
 */
export async function perform(step, options) {
  if (!step.dependsOn || options.everything) return step.run(options);
  const record = `${ROOT}.cache/passed/${step.name.replaceAll(' ', '-')}.json`;
  const hash = await hashOf(step.dependsOn);
  const last = loadPass(record, hash);
  if (last) return { passed: last.passed, failed: 0, why: `unchanged since they passed here at ${last.at}` };
  const count = await step.run(options);
  if (count.failed === 0) savePass(record, { hash, at: new Date().toISOString(), passed: count.passed });
  return count;
}

/** @param {Options} options @param {string} program @param {readonly string[]} args */
async function check({ write }, program, args) {
  return wholeCheck((await run(program, args, { write })).code);
}

/** The lints of all crates, then of the command line as a release has it, with its content inside. @param {Options} options */
async function lints(options) {
  const all = await check(options, 'cargo', clippy('--workspace', '--all-targets'));
  if (all.failed > 0) return all;
  return check(options, 'cargo', clippy('-p', 'vegaslab-cli', '--features', 'embedded'));
}

/** @param {string[]} args */
function clippy(...args) {
  return [...cargo('clippy', [...args, '--locked']), '--', '--deny', 'warnings'];
}

/** @param {Options} options */
async function packWasm(options) {
  const build = await check(options, 'cargo', BUILD_WASM);
  return build.failed ? build : xtask(options, 'wasm');
}

/** @param {Options} options @param {string[]} args */
async function xtask(options, ...args) {
  const build = await check(options, 'cargo', BUILD_XTASK);
  return build.failed ? build : check(options, XTASK, args);
}

/** @param {Options} options */
async function cargoTest({ everything, write }) {
  // `--all-targets` skips the slow search for documentation tests; there are none.
  const args = cargo('test', [
    '--workspace',
    '--all-targets',
    '--no-fail-fast',
    '--locked',
    '--color',
    'never',
  ]);
  const { code, output } = await run('cargo', args, { write, env: environment(everything) });
  return cargoCount(output, code);
}

/** Number of random scenarios that `npm run check` tests. */
const RANDOM_SCENARIOS = 100_000;

/** @param {Options} options */
async function soak({ write }) {
  const build = await run('cargo', BUILD_SOAK, { write });
  if (build.code !== 0) return wholeCheck(build.code);
  const { code, output } = await run(SOAK, ['0', `${RANDOM_SCENARIOS}`, `${availableParallelism()}`], {
    write,
  });
  return soakCount(output, code);
}

/** Number of changed scenario texts that `npm run check` tests. */
const MUTATED_SCENARIOS = 100_000;

/** @param {Options} options */
async function mutations({ write }) {
  const build = await run('cargo', BUILD_SOAK, { write });
  if (build.code !== 0) return wholeCheck(build.code);
  // The nightly check tries other changes each night.
  const seed = process.env.VEGASLAB_FUZZ_SEED ?? '1';
  const files = [`${ROOT}engine-wasm/fuzz/seeds`, `${ROOT}content/scenarios`];
  const { code, output } = await run(MUTATIONS, [`${MUTATED_SCENARIOS}`, seed, ...files], { write });
  return mutationsCount(output, code);
}

/** @param {Options} options */
async function vitest({ everything, write }) {
  const report = reportFile('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(...tool('vitest', ['run', ...reporters]), {
    write,
    env: environment(everything),
  });
  return vitestCount(readReport(report), code);
}

/** @param {Options} options @param {string} config */
async function playwright({ everything, write }, config) {
  const report = reportFile('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...environment(everything) };
  const args = ['test', '--config', config, '--reporter=list,json'];
  const { code } = await run(...tool('playwright', args), { write, env });
  return playwrightCount(readReport(report), code);
}

/** Measures briefly with each part of the bench. Its times have no limits. @param {Options} options */
async function bench({ write }) {
  const { code, output } = await run(process.execPath, [`${ROOT}scripts/bench/bench.mjs`, '--brief'], {
    write,
  });
  return benchCount(output, code);
}

/** The environment that makes the runners skip nothing. @param {boolean} everything @returns {Record<string, string>} */
function environment(everything) {
  return everything ? { VEGASLAB_CHECK: '1' } : {};
}

/** The path of a runner's report; deletes an earlier report. @param {string} name */
function reportFile(name) {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  rmSync(`${ROOT}.cache/${name}`, { force: true });
  return `${ROOT}.cache/${name}`;
}

/** @param {string} file @returns {any} */
function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
