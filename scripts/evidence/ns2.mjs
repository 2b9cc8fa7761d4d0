// Runs content/evidence/ns2-battery.json in Debian's ns-2 and in our engine, and writes content/evidence/ns2.json.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, ROOT, run as runProgram, Stop } from '../child.mjs';
import { CLI, cargo } from '../engine.mjs';
import { scenarioOf } from './battery.mjs';
import { compare, judge, medianDifference } from './compare.mjs';

const BATTERY = `${ROOT}content/evidence/ns2-battery.json`;
const RESULTS = `${ROOT}content/evidence/ns2.json`;
const MEASURE = CLI.replace(/vegaslab(\.exe)?$/, 'measure$1');

/** @typedef {import('./battery.mjs').Row} Row */
/** @typedef {{ name: string, throughput_bps: number, rtt_ms: number | null, timeouts: number, retransmissions: number }} FlowMetrics */
/** @typedef {{ name: string, waiting_packets: number, drops: number }} LinkMetrics */
/** @typedef {{ flows: FlowMetrics[], links: LinkMetrics[] }} Metrics of one run, from either side */
/** @typedef {{ id: string, title: string, scenario: Row['scenario'], window_s: [number, number], seeds: number, metrics: Record<string, import('./compare.mjs').Comparison>, verdict: string, explanation: string }} Result a row of content/evidence/ns2.json */

/**
 * @param {string[]} args `--only TEXT` runs the rows whose id contains it and writes nothing; `--judge` runs nothing and judges the
 *   existing results again with the battery's current explanations
 */
export async function run(args) {
  const battery = JSON.parse(readFileSync(BATTERY, 'utf8'));
  const [option, text] = args;
  if (option === '--judge') return judgeAgain(battery);
  if (option !== undefined && !(option === '--only' && text !== undefined)) {
    throw new Stop(`evidence ns2 has no option ${args.join(' ')}; allowed: --only TEXT, --judge`);
  }
  const { code, output } = await runProgram('ns', [`${ROOT}scripts/evidence/version.tcl`]);
  if (code !== 0)
    throw new Stop(
      'ns-2 is not installed (Debian: apt-get install ns2), so there is nothing to compare with.',
    );
  await must(
    'The native build',
    'cargo',
    cargo('build', ['--quiet', '--release', '-p', 'vegaslab-cli', '-p', 'vegaslab-ns2']),
  );
  const folder = mkdtempSync(join(tmpdir(), 'vegaslab-evidence-'));
  const done = [];
  try {
    for (const row of battery.rows.filter((/** @type {Row} */ { id }) => id.includes(text ?? ''))) {
      const result = await runRow(row, battery, folder);
      done.push(result);
      console.log(line(result.row));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (option === undefined) write(output.trim(), done);
  report(done);
}

/** @param {{ rows: Row[] }} battery */
function judgeAgain({ rows }) {
  const { peer, rows: results } = JSON.parse(readFileSync(RESULTS, 'utf8'));
  const done = results.map((/** @type {Result} */ result) => {
    const { explanations } = rows.find(({ id }) => id === result.id) ?? {};
    const { errors, ...judged } = judge(result.id, result.metrics, explanations);
    return { row: { ...result, ...judged }, errors };
  });
  write(peer, done);
  report(done);
}

/** Writes one row per line, so that a diff shows which rows changed. @param {string} peer @param {{ row: Result }[]} done */
function write(peer, done) {
  const rows = done.map(({ row }) => JSON.stringify(row)).join(',\n');
  writeFileSync(RESULTS, `{ "peer": ${JSON.stringify(peer)}, "rows": [\n${rows}\n] }\n`);
}

/**
 * Runs one row on both sides.
 * @param {Row} row
 * @param {any} battery
 * @param {string} folder
 */
async function runRow(row, battery, folder) {
  const { id, title, window_s, link, flows, explanations } = row;
  const scenario = scenarioOf(row, battery, `${ROOT}content/scenarios`);
  const file = join(folder, `${id}.json`);
  writeFileSync(file, JSON.stringify(scenario.value));
  const sets = scenario.sets.flatMap((assignment) => ['--set', assignment]);
  const window = window_s.join(',');
  const exported = await runProgram(CLI, ['export', 'ns2', file, ...sets, '--window', window]);
  if (exported.code !== 0) throw new Stop(`${id} cannot be exported to ns-2:\n${exported.output.trim()}`);
  const script = join(folder, `${id}.tcl`);
  writeFileSync(script, exported.output);
  const seeds = Array.from({ length: row.seeds ?? battery.seeds }, (_, index) => `${index + 1}`);
  const ours = await metricsOf(MEASURE, [file, ...window_s.map(String), ...sets, '--', ...seeds]);
  const theirs = await inPairs(seeds, (seed) => metricsOf('ns', [script, seed]));
  const metrics = compareAll(ours, theirs, link, flows);
  const { verdict, explanation, errors } = judge(id, metrics, explanations);
  const result = {
    id,
    title,
    scenario: scenario.published,
    window_s,
    seeds: seeds.length,
    metrics,
    verdict,
    explanation,
  };
  return { row: result, errors };
}

/**
 * Calls a function for each seed, two at a time, and returns the results in order.
 * @param {string[]} seeds
 * @param {(seed: string) => Promise<Metrics[]>} measure
 */
async function inPairs(seeds, measure) {
  const all = [];
  for (let first = 0; first < seeds.length; first += 2) {
    all.push(...(await Promise.all(seeds.slice(first, first + 2).map(measure))).flat());
  }
  return all;
}

/** @param {string} program @param {string[]} args @returns {Promise<Metrics[]>} */
async function metricsOf(program, args) {
  const { code, output } = await runProgram(program, args);
  if (code !== 0) throw new Stop(`${program} failed: ${output.trim()}`);
  const lines = output.split('\n').filter((text) => text.startsWith('{'));
  if (lines.length === 0) throw new Stop(`${program} printed no metrics: ${output.trim()}`);
  return lines.map((text) => JSON.parse(text));
}

/**
 * @param {Metrics[]} ours
 * @param {Metrics[]} theirs
 * @param {string} link the directed link whose queue is compared
 * @param {string[] | undefined} names the flows that are compared; by default all
 */
function compareAll(ours, theirs, link, names) {
  const flows = (/** @type {Metrics} */ run) =>
    run.flows.filter(({ name }) => names === undefined || names.includes(name));
  const total =
    (/** @type {'throughput_bps' | 'timeouts' | 'retransmissions'} */ metric) =>
    (/** @type {Metrics} */ run) =>
      flows(run).reduce((sum, flow) => sum + flow[metric], 0);
  const port = (/** @type {Metrics} */ run) => {
    const found = run.links.find(({ name }) => name === link);
    if (found === undefined)
      throw new Stop(`there is no link ${link}; allowed: ${run.links.map(({ name }) => name).join(', ')}`);
    return found;
  };
  /** The mean RTT, weighted by throughput. @param {Metrics} run */
  const rtt = (run) => {
    const measured = flows(run).filter((flow) => flow.rtt_ms !== null);
    const throughput = measured.reduce((sum, flow) => sum + flow.throughput_bps, 0);
    return measured.reduce((sum, flow) => sum + (flow.rtt_ms ?? 0) * flow.throughput_bps, 0) / throughput;
  };
  const readings = {
    throughput_bps: total('throughput_bps'),
    rtt_ms: rtt,
    queue_packets: (/** @type {Metrics} */ run) => port(run).waiting_packets,
    drops: (/** @type {Metrics} */ run) => port(run).drops,
    timeouts: total('timeouts'),
    retransmissions: total('retransmissions'),
  };
  return Object.fromEntries(
    Object.entries(readings).map(([metric, read]) => [
      metric,
      compare(metric, ours.map(read), theirs.map(read)),
    ]),
  );
}

/** Formats a result as one line. @param {{ id: string, verdict: string, metrics: Record<string, import('./compare.mjs').Comparison> }} row */
function line({ id, verdict, metrics }) {
  const short = Object.entries(metrics).map(([metric, { ours, theirs, difference }]) => {
    const share = difference === null ? '-' : `${(100 * difference).toFixed(1)} %`;
    return `${metric} ${round(ours.mean)}±${round(ours.half_width)} / ${round(theirs.mean)}±${round(theirs.half_width)} (${share})`;
  });
  return `${verdict.padEnd(9)} ${id}: ${short.join(', ')}`;
}

/** @param {number} value */
function round(value) {
  return value >= 1000 ? `${Math.round(value / 1000)}k` : Number(value.toPrecision(3));
}

/**
 * Prints how many rows agree. Fails if a difference has no explanation, or an explanation no difference.
 * @param {{ row: Result, errors: string[] }[]} done
 */
function report(done) {
  const rows = done.map(({ row }) => row);
  const count = (/** @type {string} */ verdict) => rows.filter((row) => row.verdict === verdict).length;
  console.log(
    `${rows.length} rows: ${count('agrees')} agree, ${count('explained')} explained, ${count('out')} out`,
  );
  for (const metric of ['throughput_bps', 'rtt_ms', 'queue_packets']) {
    const median = medianDifference(rows, metric);
    if (median !== null) console.log(`median difference of ${metric}: ${(100 * median).toFixed(2)} %`);
  }
  const unexplained = rows
    .filter(({ verdict }) => verdict === 'out')
    .map(({ id }) => `${id}: differs without an explanation`);
  const wrong = [...unexplained, ...done.flatMap(({ errors }) => errors)];
  if (wrong.length > 0) throw new Stop(wrong.join('\n'));
}
