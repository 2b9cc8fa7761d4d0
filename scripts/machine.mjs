// Programs that the project needs and that neither npm nor rustup brings. Each is looked for before it's needed, and installed
// where that works without a question. Where it doesn't, one sentence says what to type.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, Stop } from './child.mjs';

/**
 * The machine that a need is looked for on; tests supply their own.
 * @typedef {object} Machine
 * @property {typeof run} run
 * @property {NodeJS.Platform} platform
 * @property {boolean} root
 * @property {boolean} apt true if the system has Debian's package manager
 */

/** @type {Machine} */
export const MACHINE = {
  run,
  platform: process.platform,
  root: process.getuid?.() === 0,
  apt: existsSync('/usr/bin/apt-get'),
};

/** @typedef {{ at: string } | { missing: string }} Found where a program is, or what's wrong */

/**
 * @template {Machine} [M=Machine]
 * @typedef {object} Need
 * @property {string} name
 * @property {boolean} [optional] true if `npm test` leaves out its tests where it's missing; `npm run check` doesn't
 * @property {(machine: M) => Promise<Found>} find
 * @property {readonly ((machine: M) => Promise<boolean>)[]} ways install it; tried in order until it's found. Each returns false if it
 *   can't be used on the machine, or failed
 * @property {(machine: M) => string} toType what a person may do, after a colon
 */

/**
 * Finds a program, and installs it if it's missing.
 * @template {Machine} M
 * @param {Need<M>} need
 * @param {M} machine
 * @returns {Promise<Found>} `missing` is then a sentence that says what to type
 */
export async function provide(need, machine) {
  let found = await need.find(machine);
  for (const way of need.ways)
    if ('missing' in found && (await way(machine))) found = await need.find(machine);
  return 'at' in found ? found : { missing: `${found.missing}: ${need.toType(machine)}` };
}

/**
 * Finds or installs a program that there's no doing without.
 * @template {Machine} M
 * @param {Need<M>} need
 * @param {M} machine
 * @returns {Promise<string>} where it is
 */
export async function demand(need, machine) {
  const found = await provide(need, machine);
  if ('missing' in found) throw new Stop(found.missing);
  return found.at;
}

/** Machines whose lists of packages are up to date. @type {WeakSet<Machine>} */
const updated = new WeakSet();

/** Refreshing the lists may hang behind a firewall. Installing is never interrupted. */
const UPDATE_LIMIT_MS = 300_000;

/** A way that installs Debian's packages, which only root may. @param {...string} packages */
export function apt(...packages) {
  return async (/** @type {Machine} */ machine) => {
    if (!machine.root || !machine.apt) return false;
    console.error(`Installing ${packages.join(' and ')} with apt-get …`);
    const options = {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      write: (/** @type {string} */ text) => void process.stderr.write(text),
    };
    // Another apt-get may be running.
    const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300'];
    if (!updated.has(machine))
      await machine.run('apt-get', [...quiet, 'update'], { ...options, limit_ms: UPDATE_LIMIT_MS });
    updated.add(machine);
    const install = [...quiet, 'install', '--yes', '--no-install-recommends', ...packages];
    return (await machine.run('apt-get', install, options)).code === 0;
  };
}

/** @param {...string} packages */
export function aptCommand(...packages) {
  return `as root, type apt-get install ${packages.join(' ')}`;
}

/** Programs without which some tests are left out, with their packages. */
const OPTIONAL = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  tshark: 'tshark',
};

/** Installs the programs for all tests, where that works. @param {Machine} machine */
export async function installOptional(machine) {
  for (const [program, name] of Object.entries(OPTIONAL)) if (!onPath([program])) await apt(name)(machine);
}

/** Finds a program with one of these names on PATH. @param {readonly string[]} names */
export function onPath(names) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)))
    .find(isRunnable);
}

/** @param {string} path */
export function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
