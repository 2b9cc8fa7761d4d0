// Brings a fresh clone to the point where everything can be built. Only what Node itself ships is imported
// here, because this runs before any package is installed.
import { existsSync, readFileSync } from 'node:fs';
import { must, ROOT, run, Stop } from './child.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';
const OLDEST_RUST_MINOR = 88;

/** Node, npm packages, Rust: everything that the lab needs except a browser. */
export async function setUp() {
  checkNode();
  await installPackages();
  await checkRust();
  await addWasmTarget();
}

export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`Node 20.19 or later is needed, this is ${version}: install it from https://nodejs.org`);
  }
}

async function installPackages() {
  if (installedAsLocked(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'))) return;
  console.error('Installing the npm packages that package-lock.json names …');
  // npm names its own entry point to the scripts it starts; calling that needs no shell on any system.
  const npm = process.env.npm_execpath;
  // Everything that builds the lab is a development dependency, which NODE_ENV=production would leave out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  if (npm) await must('npm ci', process.execPath, [npm, ...args], { stdoutToStderr: true });
  else await must('npm ci', 'npm', args, { stdoutToStderr: true, shell: process.platform === 'win32' });
}

/**
 * Whether npm's record of what it installed agrees with the lock file. Packages for other systems are
 * optional, and npm leaves them out of its record.
 * @param {Lock | null} lock
 * @param {Lock | null} installed
 *
 * @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lock
 */
export function installedAsLocked(lock, installed) {
  if (!lock || !installed) return false;
  return Object.entries(lock.packages).every(([place, { version, optional }]) => {
    const found = installed.packages[place];
    return place === '' || (found ? found.version === version : optional === true);
  });
}

/** @param {string} path @returns {any} the JSON of a file of the project, null if it is not there */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));
  } catch {
    return null;
  }
}

export async function checkRust() {
  const { code, output } = await run('cargo', ['--version']);
  const version = /^cargo (\d+)\.(\d+)/m.exec(output);
  if (code !== 0 || !version) {
    throw new Stop(
      'Rust is missing (no working cargo on PATH): install it from https://rustup.rs and open a new terminal',
    );
  }
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major === 1 && minor < OLDEST_RUST_MINOR) {
    throw new Stop(
      `Rust 1.${OLDEST_RUST_MINOR} or later is needed, this is ${major}.${minor}: type rustup update stable`,
    );
  }
}

async function addWasmTarget() {
  // rustc knows where the target's library would be whether or not it is installed.
  const { code, output } = await run('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
  if (code === 0 && existsSync(output.trim())) return;
  await addToRust('target', WASM_TARGET);
}

/** The parts of Rust that only the tests need; rustup's minimal profile leaves them out. */
export async function addRustLints() {
  if ((await run('rustfmt', ['--version'])).code !== 0) await addToRust('component', 'rustfmt');
  if ((await run('cargo', ['clippy', '--version'])).code !== 0) await addToRust('component', 'clippy');
}

/** @param {'target' | 'component'} kind @param {string} name */
async function addToRust(kind, name) {
  if ((await run('rustup', ['--version'])).code !== 0) {
    throw new Stop(
      `Rust's ${kind} ${name} is missing and there is no rustup to add it: install Rust from https://rustup.rs`,
    );
  }
  console.error(`Adding Rust's ${kind} ${name} …`);
  await must(`rustup ${kind} add ${name}`, 'rustup', [kind, 'add', name]);
}
