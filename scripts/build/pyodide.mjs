// Builds the Python package for Pyodide, which has the browser's WebAssembly package in place of the native engine, and tests
// it under Node. `npm run python` does both.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, run, Stop } from '../child.mjs';
import { bundle, withoutAddresses } from './element.mjs';

const PACKAGE = `${ROOT}engine-wasm/python`;
const CACHE = `${ROOT}.cache/python`;
/** The wheel's files before they are packed. */
const FOLDER = `${CACHE}/pyodide`;
const PKG = `${ROOT}web/engine/pkg`;

/** Files of the Python package that Pyodide has no use for. */
const LEFT_OUT = ['_command.py', '__main__.py', '_engine.pyi', 'widget.py', '__pycache__'];

/**
 * Builds the wheel. It has no machine code, so its tag is `py3-none-any`, and its engine refuses to start elsewhere than in
 * Pyodide.
 * @param {string} python a Python that has the native package
 * @param {string} wheels the folder for the wheel
 * @returns {Promise<string>} the wheel
 */
export async function buildPyodideWheel(python, wheels) {
  rmSync(FOLDER, { recursive: true, force: true });
  const target = join(FOLDER, 'vegaslab');
  const source = join(PACKAGE, 'python/vegaslab');
  cpSync(source, target, {
    recursive: true,
    filter: (file) =>
      (/\.(?:py|pyi|typed)$/.test(file) || statSync(file).isDirectory()) &&
      !LEFT_OUT.includes(basename(file)),
  });
  mkdirSync(join(target, 'engine'));
  copyFileSync(join(PACKAGE, 'pyodide/_engine.py'), join(target, '_engine.py'));
  for (const name of ['vegaslab_bg.wasm', 'theory_bg.wasm', 'export_bg.wasm', 'catalogue.json'])
    copyFileSync(join(PKG, name), join(target, 'engine', name));
  for (const name of ['scenarios', 'archive', 'papers', 'findings.json'])
    cpSync(join(ROOT, 'content', name), join(target, 'engine', name), { recursive: true });
  writeFileSync(join(target, 'engine/engine.js'), await bundledEngine());
  const script = join(PACKAGE, 'pyodide/pack.py');
  const { code, output } = await run(python, [script, FOLDER, join(PACKAGE, 'pyproject.toml'), wheels]);
  if (code !== 0) throw new Stop(`${script} failed:\n${output}`);
  return output.trim();
}

/** wasm-bindgen's modules as a script that sets `vegaslab`. */
async function bundledEngine() {
  const [script] = await bundle({
    plugins: [withoutAddresses()],
    build: {
      lib: {
        entry: join(PACKAGE, 'pyodide/engine.js'),
        formats: ['iife'],
        name: 'vegaslab',
        fileName: 'engine',
      },
    },
  });
  return script.code;
}

/**
 * Installs the wheel in Pyodide and runs the tests of the common interface there, with pytest from the virtual environment.
 * @param {string} wheel
 * @param {string} packages the folder that has pytest
 * @param {string} report the file for the results, as JUnit's XML
 * @param {readonly string[]} [args] pytest's
 * @returns {Promise<number>} pytest's exit code
 */
export async function testPyodide(wheel, packages, report, args = []) {
  const { loadPyodide } = await import('pyodide');
  const pyodide = await loadPyodide();
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel');
  pyodide.mountNodeFS('/project', ROOT);
  // Only pytest and what it needs: the other packages are for another Python. They look up their versions in .dist-info.
  pyodide.FS.mkdirTree('/packages');
  const needed = ['pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments'];
  const isNeeded = (/** @type {string} */ name) => needed.includes(name.replace(/-.*\.dist-info$/, ''));
  for (const name of readdirSync(packages).filter(isNeeded)) {
    pyodide.FS.mkdirTree(`/packages/${name}`);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: join(packages, name) }, `/packages/${name}`);
  }
  pyodide.FS.writeFile('/packages/py.py', readFileSync(join(packages, 'py.py')));
  const root = '/project/engine-wasm/python';
  const options = [
    '-p',
    'no:cacheprovider',
    '-p',
    'no:faulthandler',
    '--rootdir',
    root,
    '--junitxml',
    '/report.xml',
  ];
  pyodide.globals.set('arguments', pyodide.toPy([...options, ...args, `${root}/tests/test_interface.py`]));
  const code = await pyodide.runPythonAsync(
    `import sys; sys.path.append("/packages"); sys.dont_write_bytecode = True; import pytest; int(pytest.main(arguments))`,
  );
  writeFileSync(report, pyodide.FS.readFile('/report.xml'));
  return code;
}
