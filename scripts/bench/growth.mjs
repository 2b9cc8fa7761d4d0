// Measures how the engine's speed and memory depend on the number of flows and on the simulated time.
import { inNative, inWasm, medianSpeed, STANDARD } from './engine.mjs';
import { median } from './statistics.mjs';

/** The costs are those with 10 and 1000 flows. */
const FLOWS = [1, 10, 100, 1_000];
/** Longer runs aren't repeated. */
const MAX_REPEATED_PACKET_HOPS = 20_000_000;
/** Duration of the wide dumbbell, s. With a bottleneck of 10 Gbit/s it has ten times the events of the standard dumbbell. */
const WIDE_S = 6;

/** @typedef {import('./engine.mjs').Dumbbell} Dumbbell */

/**
 * @typedef {object} Row
 * @property {number} flows
 * @property {number} duration_s
 * @property {number} packet_hops
 * @property {number} packet_hops_per_cpu_s
 * @property {number} wasm_packet_hops_per_cpu_s
 * @property {number} memory_bytes
 * @property {number} wasm_memory_bytes
 * @property {number} set_up_cpu_s
 * @property {number} goodput_bps
 * @property {number} dropped_share
 */

/** @param {import('./effort.mjs').Effort['engine']} effort @returns {Promise<{ flows: Row[], durations: Row[], flows_wide: Row[] }>} */
export async function growth({ shortened, growthRounds, durations_s }) {
  const flows = FLOWS.map((count) => ({ duration_s: STANDARD.duration_s / shortened, flows: count }));
  const durations = durations_s.map((duration_s) => ({ ...STANDARD, duration_s }));
  const wide = [10, 1_000].map((count) => ({ flows: count, duration_s: WIDE_S / shortened, wide: true }));
  const rows = await measure([...flows, ...durations, ...wide], growthRounds);
  return {
    flows: rows.splice(0, flows.length),
    durations: rows.splice(0, durations.length),
    flows_wide: rows,
  };
}

/**
 * The CPU time of a packet-hop with 1000 flows, relative to 10 flows.
 * @param {Row[]} rows
 * @param {'packet_hops_per_cpu_s' | 'wasm_packet_hops_per_cpu_s'} speed
 */
export function costGrowth(rows, speed) {
  const speedWith = (/** @type {number} */ count) => rows.find(({ flows }) => flows === count)?.[speed];
  return (speedWith(10) ?? Number.NaN) / (speedWith(1_000) ?? Number.NaN);
}

/**
 * Measures all dumbbells in each round, so that other load on the machine affects all alike.
 * @param {Dumbbell[]} dumbbells
 * @param {number} rounds
 */
async function measure(dumbbells, rounds) {
  const all = dumbbells.map((dumbbell) => {
    /** @type {Awaited<ReturnType<typeof inNative>>[]} */
    const native = [];
    /** @type {Awaited<ReturnType<typeof inWasm>>[]} */
    const wasm = [];
    return { dumbbell, native, wasm };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { dumbbell, native, wasm } of all) {
      if ((native[0]?.packet_hops ?? 0) > MAX_REPEATED_PACKET_HOPS) continue;
      native.push(await inNative(dumbbell));
      wasm.push(await inWasm(dumbbell));
    }
  }
  return all.map(({ dumbbell, native, wasm }) => {
    const [firstNative, firstWasm] = [native[0], wasm[0]];
    if (!firstNative || !firstWasm) throw new Error('a dumbbell was not measured');
    return {
      flows: dumbbell.flows,
      duration_s: dumbbell.duration_s,
      packet_hops: firstNative.packet_hops,
      packet_hops_per_cpu_s: medianSpeed(native),
      wasm_packet_hops_per_cpu_s: medianSpeed(wasm),
      memory_bytes: firstNative.memory_bytes,
      wasm_memory_bytes: firstWasm.memory_bytes,
      set_up_cpu_s: median(native.map(({ set_up_cpu_s }) => set_up_cpu_s)),
      goodput_bps: firstNative.goodput_bps,
      dropped_share: firstNative.dropped_share,
    };
  });
}
