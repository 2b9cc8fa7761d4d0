// Formats the engine's measurements as text.

/** @typedef {import('./compare.mjs').Other} Other */
/** @typedef {import('./compare.mjs').Measurement} Measurement */
/** @typedef {import('./growth.mjs').Row} Row */

/**
 * @param {{ native: Measurement & { goodput_bps: number }, wasm: Measurement, ns2: Other | null, ns3: Other | null,
 *   htsim: Other | null, wasm_slowdown: number }} comparison
 */
export function describeComparison({ native, wasm, ns2, ns3, htsim, wasm_slowdown }) {
  const lines = [
    '10 NewReno flows, 60 s, millions of packet-hops per second of CPU time:',
    `  native  ${millions(native)}   ${traffic(native)}, ${size(native.memory_bytes)}`,
    `  wasm    ${millions(wasm)}   ${wasm_slowdown.toFixed(2)} times slower, ${size(wasm.memory_bytes)}`,
  ];
  for (const [name, other] of /** @type {const} */ ([
    ['ns-2', ns2],
    ['ns-3', ns3],
    ['htsim', htsim],
  ])) {
    if (!other) continue;
    lines.push(
      `  ${name.padEnd(6)}  ${millions(other)}   ${traffic(other)}; native is ${other.ratio.toFixed(1)} times as fast` +
        ` (${other.ratio_of_events.toFixed(1)} times without the ${other.start_up_cpu_s.toFixed(2)} s that ${name} takes to start)`,
    );
  }
  return lines.join('\n');
}

/**
 * @param {{ flows: Row[], durations: Row[], flows_wide: Row[] }} rows
 * @param {{ flow_cost_growth: number, wasm_flow_cost_growth: number, wide_flow_cost_growth: number }} costs
 */
export function describeGrowth({ flows, durations, flows_wide }, costs) {
  return [
    table(`flows, ${flows[0]?.duration_s} s`, flows, (row) => row.flows),
    `CPU time per packet-hop with 1000 flows: ${costs.flow_cost_growth} times that with 10 flows, in wasm ${costs.wasm_flow_cost_growth} times`,
    table(`flows, ${flows_wide[0]?.duration_s} s, 10 Mbit/s for each`, flows_wide, (row) => row.flows),
    `CPU time per packet-hop with 1000 such flows: ${costs.wide_flow_cost_growth} times that with 10`,
    table('simulated seconds, 10 flows', durations, (row) => row.duration_s),
  ].join('\n');
}

/**
 * @param {string} title
 * @param {Row[]} rows
 * @param {(row: Row) => number} firstColumn
 */
function table(title, rows, firstColumn) {
  const head = [
    '',
    'packet-hops',
    'millions/s',
    'memory',
    'dropped',
    'setup',
    'wasm millions/s',
    'wasm memory',
  ];
  const lines = rows.map((row) => [
    `${firstColumn(row)}`,
    `${row.packet_hops}`,
    millions(row),
    size(row.memory_bytes),
    `${(100 * row.dropped_share).toFixed(1)} %`,
    `${row.set_up_cpu_s.toFixed(3)} s`,
    (row.wasm_packet_hops_per_cpu_s / 1e6).toFixed(1),
    size(row.wasm_memory_bytes),
  ]);
  const aligned = [head, ...lines].map((cells) =>
    cells.map((cell, i) => cell.padStart(Math.max(head[i]?.length ?? 0, 10))).join('  '),
  );
  return [`${title}:`, ...aligned].join('\n');
}

/** @param {{ packet_hops_per_cpu_s: number }} measurement */
function millions({ packet_hops_per_cpu_s }) {
  return (packet_hops_per_cpu_s / 1e6).toFixed(packet_hops_per_cpu_s < 1e6 ? 3 : 1).padStart(5);
}

/** @param {{ packet_hops: number, goodput_bps: number }} measurement */
function traffic({ packet_hops, goodput_bps }) {
  return `${packet_hops} packet-hops, goodput ${(goodput_bps / 1e6).toFixed(1)} Mbit/s`;
}

/** @param {number} bytes */
function size(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
