// Runs the same dumbbell in Debian's ns-2 and ns-3, if they are installed, and in htsim, if its folder is given.
import { existsSync, mkdirSync } from 'node:fs';
import { must, ROOT, run, Stop } from '../child.mjs';
import { jsonLineOf, STANDARD } from './engine.mjs';

const NS3_MODULES = ['core', 'network', 'internet', 'applications', 'point-to-point', 'traffic-control'];

/** The files of htsim's `sim` folder that TCP on drop-tail queues needs, without `.cpp`. */
const HTSIM_SOURCES = [
  ...['config', 'eventlist', 'network', 'route', 'queue', 'pipe', 'tcp', 'tcppacket', 'mtcp'],
  ...['loggers', 'logfile', 'eth_pause_packet', 'fairpullqueue', 'ndppacket'],
];

/** A simulated time so short that only the program's start takes CPU time, s. */
const START_UP_ONLY_S = 0.001;

/**
 * One run of a whole program.
 * @typedef {object} Sample
 * @property {number} packet_hops
 * @property {number} goodput_bps
 * @property {number} cpu_s user and system time of the process, including its start
 */

/**
 * @typedef {object} Simulator
 * @property {'ns2' | 'ns3' | 'htsim'} name
 * @property {number} rounds the number of benchmark rounds that include it; ns-3 takes half a minute for each
 * @property {(duration_s: number) => Promise<Sample>} time
 */

/**
 * @param {(line: string) => void} log gets a line about each missing simulator
 * @param {string | null} htsim the folder of a checkout of csg-htsim
 * @returns {Promise<Simulator[]>}
 */
export async function findSimulators(log, htsim) {
  /** @type {Simulator[]} */
  const found = [];
  if (await hasNs2()) found.push({ name: 'ns2', rounds: 5, time: timeNs2 });
  else log('ns-2 is not installed (Debian: apt-get install ns2)');
  if (await hasNs3()) {
    const program = await buildNs3();
    found.push({ name: 'ns3', rounds: 3, time: (duration_s) => sample(program, args(duration_s)) });
  } else log('ns-3 is not installed (Debian: apt-get install libns3-dev g++)');
  if (htsim !== null) {
    const program = await buildHtsim(htsim);
    found.push({ name: 'htsim', rounds: 5, time: (duration_s) => sample(program, args(duration_s)) });
  } else log('htsim was not given (--htsim DIR, a checkout of https://github.com/Broadcom/csg-htsim)');
  return found;
}

/** CPU time of starting a simulator, s. @param {Simulator} simulator */
export async function startUp({ time }) {
  return (await time(START_UP_ONLY_S)).cpu_s;
}

async function hasNs2() {
  const { code, output } = await run('ns', ns2(START_UP_ONLY_S));
  return code === 0 && jsonLineOf(output) !== null;
}

/** @param {number} duration_s */
function timeNs2(duration_s) {
  return sample('ns', ns2(duration_s));
}

/** @param {number} duration_s */
function ns2(duration_s) {
  return [`${ROOT}scripts/bench/ns/dumbbell.tcl`, ...args(duration_s)];
}

async function hasNs3() {
  const empty = ['-fsyntax-only', '-x', 'c++', '-include', 'ns3/core-module.h', '/dev/null'];
  return (await run('g++', empty)).code === 0;
}

async function buildNs3() {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  const program = `${ROOT}.cache/ns3-dumbbell`;
  const source = `${ROOT}scripts/bench/ns/dumbbell.cc`;
  const libraries = NS3_MODULES.map((module) => `-lns3-${module}`);
  await must('Compiling the dumbbell for ns-3', 'g++', ['-O3', source, '-o', program, ...libraries], {
    stdoutToStderr: true,
  });
  return program;
}

/**
 * The source files of htsim that the dumbbell is compiled with.
 * @param {string} folder of a checkout of csg-htsim
 */
export function htsimSources(folder) {
  const sources = HTSIM_SOURCES.map((name) => `${folder}/sim/${name}.cpp`);
  const missing = sources.find((source) => !existsSync(source));
  if (missing === undefined) return sources;
  throw new Stop(
    `--htsim needs the folder of a checkout of https://github.com/Broadcom/csg-htsim (${missing} is missing)`,
  );
}

/** @param {string} folder */
async function buildHtsim(folder) {
  mkdirSync(`${ROOT}.cache`, { recursive: true });
  const program = `${ROOT}.cache/htsim-dumbbell`;
  // Newer compilers warn about htsim's sources. Without assertions and with link-time optimization it is fastest.
  const flags = ['-std=c++11', '-O3', '-flto=auto', '-DNDEBUG', '-w', '-I', `${folder}/sim`];
  const sources = [`${ROOT}scripts/bench/ns/htsim.cc`, ...htsimSources(folder)];
  await must('Compiling the dumbbell for htsim', 'g++', [...flags, ...sources, '-o', program], {
    stdoutToStderr: true,
  });
  return program;
}

/** @param {number} duration_s */
function args(duration_s) {
  return [`${STANDARD.flows}`, `${duration_s}`];
}

/** @param {string} program @param {string[]} args @returns {Promise<Sample>} */
async function sample(program, args) {
  const { cpu_s, output } = await timed(program, args);
  return { ...jsonLineOf(output), cpu_s };
}

/**
 * Runs a program and measures the CPU time of its process with bash, because Node doesn't report it for child
 * processes.
 * @param {string} program
 * @param {string[]} args
 */
async function timed(program, args) {
  const script = 'TIMEFORMAT="cpu %3U %3S"; time "$@"';
  const { code, output } = await run('bash', ['-c', script, 'bash', program, ...args], {
    env: { LC_ALL: 'C' },
  });
  const [, user, system] = /^cpu (\S+) (\S+)$/m.exec(output) ?? [];
  if (code !== 0 || user === undefined) throw new Stop(`${program} failed: ${output.trim()}`);
  return { cpu_s: Number(user) + Number(system), output };
}
