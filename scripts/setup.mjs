// Prepares a fresh clone for building. Imports only Node's own modules, because it runs before any package is
// installed.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, ROOT, run, Stop } from './child.mjs';
import { apt, aptCommand, demand, MACHINE } from './machine.mjs';

export const WASM_TARGET = 'wasm32-unknown-unknown';
const MIN_RUST_MINOR = 88;

/**
 * Checks or installs everything that the lab needs to run: Node, npm packages, Rust and its linker.
 * @param {() => Promise<void>} [compile] needs Rust but no npm packages, so they are installed meanwhile
 */
export async function setUp(compile = async () => {}) {
  checkNode();
  // First, because npm takes minutes.
  await checkRust();
  await demand(LINKER, MACHINE);
  await together([installPackages(), addWasmTarget().then(compile)]);
}

/** Waits for all tasks before it reports a failure, so that none goes on unnoticed. @param {Promise<unknown>[]} tasks */
export async function together(tasks) {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(
      `Node 20.19 or later is needed, but this is ${version}: install it from https://nodejs.org`,
    );
  }
}

async function installPackages() {
  if (installedAsLocked(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'))) return;
  console.error('Installing the npm packages from package-lock.json …');
  // npm passes the path of its own entry point to the scripts that it starts. Running that needs no shell on any
  // system.
  const npm = process.env.npm_execpath;
  // The build tools are development dependencies, which NODE_ENV=production would leave out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  if (npm) await must('npm ci', process.execPath, [npm, ...args], { stdoutToStderr: true });
  else await must('npm ci', 'npm', args, { stdoutToStderr: true, shell: process.platform === 'win32' });
}

/**
 * Returns true if npm's record of installed packages matches the lock file. Packages for other systems are optional,
 * and npm doesn't list them in its record.
 * @param {Lock | null} lock
 * @param {Lock | null} installed
 *
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
 */
export function installedAsLocked(lock, installed) {
  if (!lock || !installed) return false;
  return Object.entries(lock.packages).every(([path, { version, optional }]) => {
    const found = installed.packages[path];
    return path === '' || (found ? found.version === version : optional === true);
  });
}

/** @param {string} path @returns {any} the parsed JSON file, or null if there is no such file */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));
  } catch {
    return null;
  }
}

export async function checkRust(machine = MACHINE) {
  const { code, output } = await machine.run('cargo', ['--version']);
  const version = /^cargo (\d+)\.(\d+)/m.exec(output);
  if (code !== 0 && (await machine.run('rustup', ['--version'])).code === 0)
    throw new Stop('rustup has no Rust toolchain that works here: type rustup default stable');
  if (code !== 0 || !version) {
    throw new Stop(
      'Rust is missing (no working cargo on PATH): install it from https://rustup.rs and open a new terminal',
    );
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major === 1 && minor < MIN_RUST_MINOR) {
    throw new Stop(
      `Rust 1.${MIN_RUST_MINOR} or later is needed, but this is ${major}.${minor}: type rustup update stable`,
    );
  }
}

/**
 * The system's linker, which programs and build scripts in Rust need and rustup doesn't bring.
 * @type {import('./machine.mjs').Need}
 */
export const LINKER = {
  name: 'linker',
  async find({ run }) {
    const folder = mkdtempSync(join(tmpdir(), 'vegaslab-link-'));
    try {
      writeFileSync(join(folder, 'main.rs'), 'fn main() {}');
      const { code, output } = await run('rustc', ['--out-dir', folder, join(folder, 'main.rs')]);
      if (code === 0) return { at: 'rustc' };
      const [, problem = output.trim()] = /^error: (.+)$/m.exec(output) ?? [];
      return { missing: `Rust can’t build a program (${problem})` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  ways: [apt('gcc', 'libc6-dev')],
  toType: ({ platform, apt }) => {
    if (platform === 'darwin') return 'type xcode-select --install';
    if (platform === 'win32') return 'install Visual Studio’s C++ build tools';
    return apt ? aptCommand('gcc', 'libc6-dev') : 'install gcc and the C library’s headers';
  },
};

/**
 * Git, which lists the project's files for the tests.
 * @type {import('./machine.mjs').Need}
 */
export const GIT = {
  name: 'git',
  find: async ({ run }) =>
    (await run('git', ['--version'])).code === 0 ? { at: 'git' } : { missing: 'git is missing' },
  ways: [apt('git')],
  toType: ({ apt }) => (apt ? aptCommand('git') : 'install it from https://git-scm.com'),
};

/** Checks that git lists the project's files: it refuses clones of another user, and a downloaded archive is no clone. */
export async function checkClone(machine = MACHINE) {
  await demand(GIT, machine);
  const { code, output } = await machine.run('git', ['ls-files', '--error-unmatch', 'package.json']);
  if (code === 0) return;
  const type = output.includes('safe.directory')
    ? `type git config --global --add safe.directory ${ROOT.slice(0, -1)}`
    : 'clone the project with git';
  throw new Stop(`git can’t list the project’s files (${output.trim().split('\n', 1)[0]}): ${type}`);
}

async function addWasmTarget() {
  // rustc prints the path of the target's library even if it isn't installed.
  const { code, output } = await run('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  if (code === 0 && existsSync(output.trim())) return;
  await addToRust('target', WASM_TARGET);
}

/** Adds the parts of Rust that only the tests need; rustup's minimal profile doesn't include them. */
export async function addRustLints() {
  if ((await run('rustfmt', ['--version'])).code !== 0) await addToRust('component', 'rustfmt');
  if ((await run('cargo', ['clippy', '--version'])).code !== 0) await addToRust('component', 'clippy');
}

/** @param {'target' | 'component'} kind @param {string} name */
export async function addToRust(kind, name) {
  if ((await run('rustup', ['--version'])).code !== 0) {
    throw new Stop(
      `Rust's ${kind} ${name} is missing and there is no rustup to add it: install Rust from https://rustup.rs`,
    );
  }
  console.error(`Adding Rust's ${kind} ${name} …`);
  await must(`rustup ${kind} add ${name}`, 'rustup', [kind, 'add', name]);
}
