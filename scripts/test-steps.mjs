import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ROOT, run, tool } from './child.mjs';
import { BUILD_CLI, BUILD_XTASK, cargo, XTASK } from './engine.mjs';
import { checkFindings } from './findings.mjs';
import { compareNativeWithWasm } from './native-wasm.mjs';
import { rustfmt } from './rust-files.mjs';
import { cargoCount, playwrightCount, vitestCount, wholeCheck } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Count} Count */

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [needs] the step without whose success this one cannot say anything
 * @property {() => Promise<Count>} run
 */

/** Everything that must hold, in the order in which a failure is cheapest to learn of. @type {Step[]} */
export const STEPS = [
  { name: 'Rust format', run: async () => check(...(await rustfmt(['--check']))) },
  { name: 'Rust lints', run: () => check('cargo', clippy()) },
  { name: 'Rust tests', run: cargoTest },
  { name: 'generated types', run: () => xtask('types', '--check') },
  { name: 'wasm build', run: () => xtask('wasm') },
  { name: 'native build', run: () => check('cargo', BUILD_CLI) },
  { name: 'native = wasm', needs: 'wasm build', run: compareNativeWithWasm },
  { name: 'published numbers', needs: 'native build', run: checkFindings },
  { name: 'web format and lints', run: () => check(...tool('biome', ['check', '--error-on-warnings'])) },
  { name: 'type check', needs: 'wasm build', run: () => check(...tool('tsc', ['--noEmit'])) },
  { name: 'unit tests', needs: 'wasm build', run: vitest },
  { name: 'production build', needs: 'wasm build', run: () => check(...tool('vite', ['build'])) },
  { name: 'browser tests', needs: 'production build', run: () => playwright('playwright.config.ts') },
  { name: 'three engines', needs: 'production build', run: () => playwright('playwright.engines.config.ts') },
];

/** @param {string} program @param {readonly string[]} args */
async function check(program, args) {
  return wholeCheck((await run(program, args, { show: true })).code);
}

function clippy() {
  return [...cargo('clippy', ['--workspace', '--all-targets', '--locked']), '--', '--deny', 'warnings'];
}

/** @param {string[]} args */
async function xtask(...args) {
  const build = await check('cargo', BUILD_XTASK);
  return build.failed ? build : check(XTASK, args);
}

async function cargoTest() {
  const args = cargo('test', ['--workspace', '--no-fail-fast', '--locked', '--color', 'never']);
  const { code, output } = await run('cargo', args, { show: true });
  return cargoCount(output, code);
}

async function vitest() {
  const report = reportFile('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(...tool('vitest', ['run', ...reporters]), { show: true });
  return vitestCount(readReport(report), code);
}

/** @param {string} config */
async function playwright(config) {
  const report = reportFile('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { code } = await run(...tool('playwright', ['test', '--config', config, '--reporter=list,json']), {
    show: true,
    env,
  });
  return playwrightCount(readReport(report), code);
}

/** Where a runner shall write its report; the report of an earlier run is not mistaken for it. @param {string} name */
function reportFile(name) {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  rmSync(`${ROOT}.cache/${name}`, { force: true });
  return `${ROOT}.cache/${name}`;
}

/** @param {string} file @returns {any} */
function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
