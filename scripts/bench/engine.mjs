// Measures packet-hops per CPU second and memory of a dumbbell, in a separate process for each.

import { PROFILED_CLI } from '../build/profiled.mjs';
import { outputOf, ROOT } from '../child.mjs';
import { CLI } from '../engine.mjs';
import { median } from './statistics.mjs';

/**
 * The scenario; engine-wasm/cli/src/bench/dumbbell.rs defines the rest of it.
 * @typedef {object} Dumbbell
 * @property {number} flows
 * @property {number} duration_s
 * @property {boolean} [wide] true if the bottleneck grows with the number of flows
 */

/**
 * @typedef {object} Measurement
 * @property {number} packet_hops of one run
 * @property {number} runs
 * @property {number} packet_hops_per_cpu_s without setup
 * @property {number} memory_bytes natively the simulation's peak heap size, in wasm the whole memory
 */

/**
 * Values that only the native program reports.
 * @typedef {object} NativeDetails
 * @property {number} set_up_cpu_s CPU time before the first event of a run
 * @property {number} process_cpu_s CPU time of the whole process, including all runs and its start
 * @property {number} goodput_bps of all flows
 * @property {number} dropped_share of the segments sent
 */

/** True if the native program is measured as it's released. */
export const PROFILED = process.argv.includes('--profiled');

/** The dumbbell that all simulators run. @type {Dumbbell} */
export const STANDARD = { flows: 10, duration_s: 60 };

/** @param {Dumbbell} dumbbell @returns {Promise<Measurement & NativeDetails>} */
export async function inNative(dumbbell) {
  return jsonLineOf(await outputOf(PROFILED ? PROFILED_CLI : CLI, ['bench', '--json', ...options(dumbbell)]));
}

/** @param {Dumbbell} dumbbell @returns {Promise<Measurement>} */
export async function inWasm(dumbbell) {
  return jsonLineOf(
    await outputOf(process.execPath, [`${ROOT}scripts/bench/wasm.mjs`, ...options(dumbbell)]),
  );
}

/** @param {Dumbbell} dumbbell */
function options({ flows, duration_s, wide = false }) {
  return ['--flows', `${flows}`, '--duration', `${duration_s}`, ...(wide ? ['--wide'] : [])];
}

/** Parses the line of JSON in a program's output. @param {string} output */
export function jsonLineOf(output) {
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
