// Speed and memory of the engine by number of flows and by simulated time.
import { inNative, inWasm, medianSpeed, USUAL } from './bench-engine.mjs';
import { median } from './quantile.mjs';

const ROUNDS = 3;
const FLOWS = [1, 10, 100, 1_000];
const DURATIONS_S = [1, 10, 100, 1_000];
/** Longer runs are not repeated. */
const LONG_PACKET_HOPS = 20_000_000;
/** With a bottleneck of 10 Gbit/s this makes ten times the events of the usual dumbbell, s. */
const WIDE_S = 6;

/** @typedef {import('./bench-engine.mjs').Dumbbell} Dumbbell */

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

/** @returns {Promise<{ flows: Row[], durations: Row[], flows_wide: Row[] }>} */
export async function growth() {
  const flows = FLOWS.map((count) => ({ ...USUAL, flows: count }));
  const durations = DURATIONS_S.map((duration_s) => ({ ...USUAL, duration_s }));
  const wide = [10, 1_000].map((count) => ({ flows: count, duration_s: WIDE_S, wide: true }));
  const rows = await measure([...flows, ...durations, ...wide]);
  return {
    flows: rows.splice(0, flows.length),
    durations: rows.splice(0, durations.length),
    flows_wide: rows,
  };
}

/**
 * How many times dearer a packet-hop among 1000 flows is than among 10.
 * @param {Row[]} rows
 * @param {'packet_hops_per_cpu_s' | 'wasm_packet_hops_per_cpu_s'} speed
 */
export function costGrowth(rows, speed) {
  const among = (/** @type {number} */ count) => rows.find(({ flows }) => flows === count)?.[speed];
  return (among(10) ?? Number.NaN) / (among(1_000) ?? Number.NaN);
}

/**
 * By rounds, so that whatever else the machine does hits all alike.
 * @param {Dumbbell[]} dumbbells
 */
async function measure(dumbbells) {
  const all = dumbbells.map((dumbbell) => {
    /** @type {Awaited<ReturnType<typeof inNative>>[]} */
    const native = [];
    /** @type {Awaited<ReturnType<typeof inWasm>>[]} */
    const wasm = [];
    return { dumbbell, native, wasm };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { dumbbell, native, wasm } of all) {
      if ((native[0]?.packet_hops ?? 0) > LONG_PACKET_HOPS) continue;
      native.push(await inNative(dumbbell));
      wasm.push(await inWasm(dumbbell));
    }
  }
  return all.map(({ dumbbell, native, wasm }) => {
    const [inside, outside] = [native[0], wasm[0]];
    if (!inside || !outside) throw new Error('a dumbbell was not measured');
    return {
      flows: dumbbell.flows,
      duration_s: dumbbell.duration_s,
      packet_hops: inside.packet_hops,
      packet_hops_per_cpu_s: medianSpeed(native),
      wasm_packet_hops_per_cpu_s: medianSpeed(wasm),
      memory_bytes: inside.memory_bytes,
      wasm_memory_bytes: outside.memory_bytes,
      set_up_cpu_s: median(native.map(({ set_up_cpu_s }) => set_up_cpu_s)),
      goodput_bps: inside.goodput_bps,
      dropped_share: inside.dropped_share,
    };
  });
}
