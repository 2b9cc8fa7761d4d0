// Compares the standard dumbbell natively, in wasm, in ns-2, ns-3 and htsim. Rounds alternate between them, so that
// other load on the machine affects all alike.
import { hundredth, inNative, inWasm, medianSpeed, STANDARD } from './engine.mjs';
import { findSimulators, startUp } from './others.mjs';
import { median } from './statistics.mjs';

/** @typedef {import('./engine.mjs').Measurement} Measurement */
/** @typedef {import('./others.mjs').Sample} Sample */

/**
 * Another simulator's speed relative to ours.
 * @typedef {object} Other
 * @property {number} packet_hops
 * @property {number} goodput_bps
 * @property {number} packet_hops_per_cpu_s of its whole process
 * @property {number} ratio our speed divided by its speed, for whole processes
 * @property {number} start_up_cpu_s CPU time of its process without any events
 * @property {number} ratio_of_events our speed divided by its speed, without the start of either
 */

/**
 * @param {(line: string) => void} log gets a line about each missing simulator
 * @param {string | null} htsim the folder of a checkout of csg-htsim
 * @param {import('./effort.mjs').Effort['engine']} effort
 */
export async function compare(log, htsim, { rounds: ownRounds, others: withOthers }) {
  const simulators = withOthers ? await findSimulators(log, htsim) : [];
  /** @type {Awaited<ReturnType<typeof inNative>>[]} */
  const native = [];
  /** @type {Awaited<ReturnType<typeof inWasm>>[]} */
  const wasm = [];
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries(simulators.map(({ name }) => [name, []]));
  for (let round = 0; round < ownRounds; round += 1) {
    native.push(await inNative(STANDARD));
    wasm.push(await inWasm(STANDARD));
    for (const { name, rounds, time } of simulators) {
      if (round < rounds) samples[name]?.push(await time(STANDARD.duration_s));
    }
  }

  /** @type {Record<import('./others.mjs').Simulator['name'], Other | null>} */
  const others = { ns2: null, ns3: null, htsim: null };
  for (const simulator of simulators) {
    others[simulator.name] = compareWith(native, samples[simulator.name] ?? [], await startUp(simulator));
  }
  return { native: withMedianSpeed(native), wasm: withMedianSpeed(wasm), ...others };
}

/**
 * Merges rounds that differ only in speed.
 * @template {Measurement} Round
 * @param {Round[]} rounds
 * @returns {Round}
 */
function withMedianSpeed(rounds) {
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
function compareWith(native, samples, start_up_cpu_s) {
  const [first] = samples;
  if (!first) return null;
  const ownSpeed = median(native.map((run) => (run.packet_hops * run.runs) / run.process_cpu_s));
  const cpu_s = median(samples.map((sample) => sample.cpu_s));
  const speed = first.packet_hops / cpu_s;
  return {
    packet_hops: first.packet_hops,
    goodput_bps: Math.round(first.goodput_bps),
    packet_hops_per_cpu_s: Math.round(speed),
    ratio: hundredth(ownSpeed / speed),
    start_up_cpu_s,
    ratio_of_events: hundredth((medianSpeed(native) * (cpu_s - start_up_cpu_s)) / first.packet_hops),
  };
}
