// The usual dumbbell natively, in wasm, in ns-2 and in ns-3, by turns, so that whatever else the machine does hits all
// alike.
import { hundredth, inNative, inWasm, medianSpeed, USUAL } from './bench-engine.mjs';
import { findSimulators, startUp } from './bench-others.mjs';
import { median } from './quantile.mjs';

const ROUNDS = 5;

/** @typedef {import('./bench-engine.mjs').Measured} Own */
/** @typedef {import('./bench-others.mjs').Sample} Sample */

/**
 * Another simulator beside ours.
 * @typedef {object} Other
 * @property {number} packet_hops
 * @property {number} goodput_bps
 * @property {number} packet_hops_per_cpu_s of its whole process
 * @property {number} ratio how many times as many our whole process does
 * @property {number} start_up_cpu_s what its process takes without an event to handle
 * @property {number} ratio_of_events how many times as many ours does if neither start counts
 */

/** @param {(line: string) => void} say gets a line about each missing simulator */
export async function compare(say) {
  const simulators = await findSimulators(say);
  /** @type {Awaited<ReturnType<typeof inNative>>[]} */
  const native = [];
  /** @type {Awaited<ReturnType<typeof inWasm>>[]} */
  const wasm = [];
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries(simulators.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    native.push(await inNative(USUAL));
    wasm.push(await inWasm(USUAL));
    for (const { name, rounds, time } of simulators) {
      if (round < rounds) samples[name]?.push(await time(USUAL.duration_s));
    }
  }

  /** @type {{ ns2: Other | null, ns3: Other | null }} */
  const others = { ns2: null, ns3: null };
  for (const simulator of simulators) {
    others[simulator.name] = beside(native, samples[simulator.name] ?? [], await startUp(simulator));
  }
  return { native: typical(native), wasm: typical(wasm), ...others };
}

/**
 * Of rounds that differ in nothing but speed.
 * @template {Own} Round
 * @param {Round[]} rounds
 * @returns {Round}
 */
function typical(rounds) {
  const [first] = rounds;
  if (!first) throw new Error('nothing was measured');
  return { ...first, packet_hops_per_cpu_s: medianSpeed(rounds) };
}

/**
 * @param {Awaited<ReturnType<typeof inNative>>[]} native
 * @param {Sample[]} samples
 * @param {number} start_up_cpu_s
 * @returns {Other | null}
 */
function beside(native, samples, start_up_cpu_s) {
  const [first] = samples;
  if (!first) return null;
  const whole = median(native.map((run) => (run.packet_hops * run.runs) / run.process_cpu_s));
  const cpu_s = median(samples.map((sample) => sample.cpu_s));
  const speed = first.packet_hops / cpu_s;
  return {
    packet_hops: first.packet_hops,
    goodput_bps: Math.round(first.goodput_bps),
    packet_hops_per_cpu_s: Math.round(speed),
    ratio: hundredth(whole / speed),
    start_up_cpu_s,
    ratio_of_events: hundredth((medianSpeed(native) * (cpu_s - start_up_cpu_s)) / first.packet_hops),
  };
}
