// npm run python: builds the Python package and tests it, in a virtual environment of its own in .cache/python.
// npm run python -- --write writes its generated files first; any other arguments are pytest's: -m check runs the tests
// that take long. Also writes the API reference for `npm run build`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildLoader, buildWidget } from './build/element.mjs';
import { NOTICES, noticesOf } from './build/notices.mjs';
import { buildPyodideWheel, testPyodide } from './build/pyodide.mjs';
import { testJupyterLab } from './check/jupyter.mjs';
import { hashOf } from './check/passed.mjs';
import { pytestCount, wholeCheck } from './check/test-counts.mjs';
import { main, must, ROOT, run, runAttached, Stop } from './child.mjs';
import { BUILD_PROOF, buildWasm } from './engine.mjs';
import { apt, aptCommand, demand, MACHINE, provide } from './machine.mjs';
import { setUp } from './setup.mjs';

/** @typedef {import('./check/test-counts.mjs').Count} Count */

const PACKAGE = 'engine-wasm/python';
const MANIFEST = `${ROOT}${PACKAGE}/Cargo.toml`;
const REQUIREMENTS = `${PACKAGE}/tests/requirements.txt`;

const CACHE = `${ROOT}.cache/python`;
const WHEELS = `${CACHE}/wheels`;
const STUBS = `${CACHE}/stubs`;
const REPORT = `${CACHE}/pytest.xml`;
const PYODIDE_REPORT = `${CACHE}/pyodide.xml`;
/** Records which requirements are installed. */
const INSTALLED = `${CACHE}/installed`;

const VENV = `${CACHE}/venv/${process.platform === 'win32' ? 'Scripts' : 'bin'}`;
const PYTHON = `${VENV}/python`;
const MATURIN = `${VENV}/maturin`;

/** JupyterLab's environment. */
const JUPYTER = `${CACHE}/jupyter`;

/** Programs that may be Python 3.11 or later; VEGASLAB_PYTHON can name another. */
const PYTHONS = ['python3.13', 'python3.12', 'python3.11', 'python3', 'python'];

/** @type {import('./machine.mjs').Need} */
export const PYTHON_3 = {
  name: 'Python',
  optional: true,
  async find({ run }) {
    const wanted = process.env.VEGASLAB_PYTHON;
    // Debian's Python comes without the modules that make virtual environments.
    const code = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';
    for (const at of wanted ? [wanted] : PYTHONS) if ((await run(at, ['-c', code])).code === 0) return { at };
    return { missing: 'no Python 3.11 or later that has the modules venv and ensurepip' };
  },
  ways: [apt('python3', 'python3-venv')],
  toType: ({ apt }) => {
    const install = apt ? aptCommand('python3', 'python3-venv') : 'install it from https://python.org';
    return `${install}, or name one in VEGASLAB_PYTHON`;
  },
};

/** Makes the virtual environment, unless it has what the requirements say. */
async function makeEnvironment() {
  const python = await demand(PYTHON_3, MACHINE);
  mkdirSync(CACHE, { recursive: true });
  const hash = await hashOf([REQUIREMENTS]);
  if (readText(INSTALLED) === hash && (await run(PYTHON, ['--version'])).code === 0) return;
  console.error('Installing the Python packages that the tests need …');
  await must('Making a virtual environment', python, ['-m', 'venv', '--clear', `${CACHE}/venv`], {
    stdoutToStderr: true,
  });
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    // Most of it is never imported.
    '--no-compile',
    '--require-hashes',
    '-r',
    `${ROOT}${REQUIREMENTS}`,
  ];
  await must('pip install', PYTHON, pip, { stdoutToStderr: true });
  writeFileSync(INSTALLED, hash);
}

/**
 * Builds the wheel with the widget's module, the type stubs, and the program that prints the native engine's results for the tests.
 *
 * @param {(text: string) => void} write @returns {Promise<string>} the wheel
 */
async function build(write) {
  await must('Building the random scenarios', 'cargo', BUILD_PROOF, { stdoutToStderr: true });
  rmSync(WHEELS, { recursive: true, force: true });
  await buildWasm();
  await buildWidget();
  await buildLoader();
  const common = ['--manifest-path', MANIFEST, '--interpreter', PYTHON];
  for (const args of [
    ['build', '--release', '--locked', '--quiet', '--out', WHEELS],
    ['generate-stubs', '--profile', 'release', '--quiet', '--out', STUBS],
  ]) {
    const [command = '', ...options] = args;
    const { code } = await run(MATURIN, [command, ...common, ...options], { write });
    if (code !== 0) throw new Stop(`maturin ${command} failed (exit code ${code}); see its output above.`);
  }
  const [wheel] = readdirSync(WHEELS);
  if (wheel === undefined) throw new Stop('maturin built no wheel');
  return `${WHEELS}/${wheel}`;
}

/** Runs generate.py. @param {string} wheel @param {readonly string[]} flags @param {(text: string) => void} write */
async function generate(wheel, flags, write) {
  const args = [`${ROOT}${PACKAGE}/generate.py`, ...flags, wheel, `${STUBS}/vegaslab/_engine.pyi`];
  return (await run(PYTHON, args, { write })).code;
}

/** Installs the wheel as a user would. @param {string} wheel @param {(text: string) => void} write */
async function install(wheel, write) {
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--force-reinstall',
  ];
  const { code } = await run(PYTHON, [...pip, wheel], { write });
  if (code !== 0) throw new Stop(`pip install failed (exit code ${code}); see its output above.`);
}

/** Builds the package for Pyodide, next to the native one, and tests it. @param {readonly string[]} [args] pytest's */
async function inPyodide(args = []) {
  const wheel = await buildPyodideWheel(PYTHON, WHEELS);
  console.error(`Built ${wheel}`);
  const { output } = await run(PYTHON, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))']);
  rmSync(PYODIDE_REPORT, { force: true });
  return testPyodide(wheel, output.trim(), PYODIDE_REPORT, args);
}

/** Shows the widget in a real JupyterLab, in an environment of its own. @param {string} wheel @returns {Promise<Count>} */
async function inJupyterLab(wheel) {
  const bin = `${JUPYTER}/${process.platform === 'win32' ? 'Scripts' : 'bin'}`;
  const requirements = `${ROOT}${PACKAGE}/tests/jupyter.txt`;
  await must('Making a virtual environment', PYTHON, ['-m', 'venv', JUPYTER], { stdoutToStderr: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  const locked = [...pip, '--require-hashes', '-r', requirements];
  await must('pip install', `${bin}/python`, locked, { stdoutToStderr: true });
  const own = [...pip, '--no-deps', '--force-reinstall', wheel];
  await must('pip install', `${bin}/python`, own, { stdoutToStderr: true });
  try {
    await testJupyterLab(`${bin}/jupyter-lab`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    return { passed: 0, failed: 1, why: `JupyterLab: ${error instanceof Error ? error.message : error}` };
  }
}

/**
 * Builds and tests the package. `npm test` leaves out what takes long: tests marked `check`, types, lints of the Rust code
 * (the engine's own lints leave it out), Pyodide and JupyterLab. It also does without the package if there is no Python.
 * @param {import('./check/test-steps.mjs').Options} options
 * @returns {Promise<Count>}
 */
export async function testPython({ everything, write }) {
  const python = await provide(PYTHON_3, MACHINE);
  if (!everything && 'missing' in python) return { passed: 0, failed: 0, why: `skipped: ${python.missing}` };
  await makeEnvironment();
  const wheel = await build(write);
  await install(wheel, write);
  const counts = [wholeCheck(await generate(wheel, ['--check'], write))];
  rmSync(REPORT, { force: true });
  const args = [`--junitxml=${REPORT}`, ...(everything ? ['-m', ''] : [])];
  const { code } = await run(PYTHON, pytest(args), { write });
  counts.push(pytestCount(readText(REPORT), code));
  if (everything) counts.push(...(await testThoroughly(wheel, write)));
  return counts.reduce((sum, { passed, failed, why }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    ...((why ?? sum.why) && { why: why ?? sum.why }),
  }));
}

/** @param {string} wheel @param {(text: string) => void} write @returns {Promise<Count[]>} */
async function testThoroughly(wheel, write) {
  const options = ['--quiet', '--manifest-path', MANIFEST, '--locked', '--all-targets'];
  const clippy = ['clippy', ...options, '--', '--deny', 'warnings'];
  const mypy = ['-m', 'mypy', '--config-file', `${PACKAGE}/pyproject.toml`];
  const counts = [
    wholeCheck((await run('cargo', clippy, { write, env: { PYO3_PYTHON: PYTHON } })).code),
    wholeCheck((await run(PYTHON, mypy, { write })).code),
  ];
  const pyodideCode = await inPyodide();
  return [...counts, pytestCount(readText(PYODIDE_REPORT), pyodideCode), await inJupyterLab(wheel)];
}

/** Software that pdoc puts into its pages. */
const IN_REFERENCE = [
  { name: 'Bootstrap Reboot and Icons', authors: ['The Bootstrap Authors', 'Twitter, Inc.'] },
  { name: 'elasticlunr.js', authors: ['Oliver Nightingale (2017)', 'Wei Song (2017)'] },
].map((part) => ({ ...part, version: '', license: 'MIT', texts: [] }));

/**
 * Writes the API reference, one page a public module, if the package has been built and installed here.
 * @param {string} folder
 * @returns {Promise<boolean>} whether it was
 */
export async function writeReference(folder) {
  if ((await run(PYTHON, ['-c', 'import pdoc, vegaslab'])).code !== 0) return false;
  // pdoc leaves out modules that aren't in `__all__`, unless they are named.
  const modules = readdirSync(`${ROOT}${PACKAGE}/python/vegaslab`)
    .filter((name) => /^[a-z]\w*(?:\.py)?$/.test(name))
    .map((name) => `vegaslab.${name.replace('.py', '')}`);
  const args = ['-m', 'pdoc', '--no-show-source', '--output-directory', folder, 'vegaslab', ...modules];
  await must('The API reference', PYTHON, args, { stdoutToStderr: true });
  writeFileSync(`${folder}/${NOTICES}`, noticesOf(IN_REFERENCE));
  return true;
}

/** @param {readonly string[]} args */
function pytest(args) {
  return [
    '-m',
    'pytest',
    '-p',
    'no:cacheprovider',
    '--rootdir',
    `${ROOT}${PACKAGE}`,
    ...args,
    `${ROOT}${PACKAGE}`,
  ];
}

/** The text of a file; empty if there is none. @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await setUp();
    await makeEnvironment();
    /** @param {string} text */
    const write = (text) => process.stderr.write(text);
    const args = process.argv.slice(2);
    const writes = args.includes('--write');
    let wheel = await build(write);
    if (writes) {
      await generate(wheel, [], write);
      wheel = await build(write);
    }
    await install(wheel, write);
    console.error(`Built ${wheel}`);
    const tests = await runAttached(PYTHON, pytest(args.filter((arg) => arg !== '--write')));
    return tests || (await inPyodide()) || (await generate(wheel, ['--check'], write));
  });
}
