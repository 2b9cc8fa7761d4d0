import { expect, it } from 'vitest';
import { describeComparison } from './words.mjs';

const engine = {
  ...{ packet_hops: 4_000_000, runs: 1, packet_hops_per_cpu_s: 30e6, memory_bytes: 165e3 },
  goodput_bps: 89.5e6,
};
const other = {
  ...{ packet_hops: 4_200_000, goodput_bps: 91.4e6, packet_hops_per_cpu_s: 10e6, ratio: 3 },
  ...{ start_up_cpu_s: 0.01, ratio_of_events: 2.9 },
};
const lines = (/** @type {Partial<Parameters<typeof describeComparison>[0]>} */ others) =>
  describeComparison({
    ...{ native: engine, wasm: engine, ns2: null, ns3: null, htsim: null, wasm_slowdown: 1 },
    ...others,
  }).split('\n');

it('describeComparison has a line for each simulator that was measured, with aligned speeds', () => {
  const [, ...rows] = lines({ ns2: other, ns3: other, htsim: other });
  expect(rows.map((row) => row.trim().split(/ +/)[0])).toEqual(['native', 'wasm', 'ns-2', 'ns-3', 'htsim']);
  expect(new Set(rows.map((row) => row.search(/\d+\.\d /)))).toEqual(new Set([11]));
});

it('describeComparison says how much faster the engine is than htsim', () => {
  expect(lines({ htsim: other }).at(-1)).toBe(
    '  htsim    10.0   4200000 packet-hops, goodput 91.4 Mbit/s; native is 3.0 times as fast' +
      ' (2.9 times without the 0.01 s that htsim takes to start)',
  );
});

it('describeComparison leaves out simulators that were not measured', () => {
  expect(lines({})).toHaveLength(3);
});
