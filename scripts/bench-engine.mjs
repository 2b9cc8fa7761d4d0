// Packet-hops per second of CPU time, and bytes of memory, of one dumbbell in a process of its own.
import { ROOT, run, Stop } from './child.mjs';
import { CLI } from './engine.mjs';
import { median } from './quantile.mjs';

/**
 * What to simulate; engine-wasm/cli/src/bench/dumbbell.rs has the rest.
 * @typedef {object} Dumbbell
 * @property {number} flows
 * @property {number} duration_s
 * @property {boolean} [wide] whether the bottleneck grows with the flows
 */

/**
 * @typedef {object} Measured
 * @property {number} packet_hops of one run
 * @property {number} runs
 * @property {number} packet_hops_per_cpu_s the events alone, without the setting up
 * @property {number} memory_bytes natively the most that the simulation held of the heap, in wasm the whole memory
 */

/**
 * What only the native program tells.
 * @typedef {object} Traffic
 * @property {number} set_up_cpu_s CPU time before the first event of a run
 * @property {number} process_cpu_s CPU time of the whole process, all runs and its start included
 * @property {number} goodput_bps of all flows
 * @property {number} dropped_share of the segments sent
 */

/** The dumbbell that everybody is timed with. @type {Dumbbell} */
export const USUAL = { flows: 10, duration_s: 60 };

/** @param {Dumbbell} dumbbell @returns {Promise<Measured & Traffic>} */
export async function inNative(dumbbell) {
  return figures(await output(CLI, ['bench', '--json', ...options(dumbbell)]));
}

/** @param {Dumbbell} dumbbell @returns {Promise<Measured>} */
export async function inWasm(dumbbell) {
  return figures(await output(process.execPath, [`${ROOT}scripts/bench-wasm.mjs`, ...options(dumbbell)]));
}

/** @param {Dumbbell} dumbbell */
function options({ flows, duration_s, wide = false }) {
  return ['--flows', `${flows}`, '--duration', `${duration_s}`, ...(wide ? ['--wide'] : [])];
}

/** @param {string} program @param {string[]} args */
async function output(program, args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Stop(`${program} ${args.join(' ')} failed: ${output.trim()}`);
  return output;
}

/** The line of JSON among what a program printed. @param {string} output */
export function figures(output) {
  return JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? 'null');
}

/** @param {{ packet_hops_per_cpu_s: number }[]} samples */
export function medianSpeed(samples) {
  return Math.round(median(samples.map(({ packet_hops_per_cpu_s }) => packet_hops_per_cpu_s)));
}

/** @param {number} value */
export function hundredth(value) {
  return Math.round(value * 100) / 100;
}
