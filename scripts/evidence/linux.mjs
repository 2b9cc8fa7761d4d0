// Runs content/evidence/linux-battery.json in a real Linux kernel and in our engine, and writes
// content/evidence/linux.json. The kernel's results are saved in linux-kernel.json: they depend on the battery and the
// kernel, not on our engine, so `--kept` can compare with them again without a virtual machine.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, ROOT, run as runProgram, Stop } from '../child.mjs';
import { CLI, cargo } from '../engine.mjs';
import { compare, inversions, judge, LINUX_RATES, medianDifference } from './compare.mjs';
import { explanationsOf, guestLines, rowsOf, scenarioOf } from './linux/battery.mjs';
import { missingPackages } from './linux/machine.mjs';
import { runMachine } from './linux/vm.mjs';

const FOLDER = `${ROOT}content/evidence`;
const BATTERY = `${FOLDER}/linux-battery.json`;
const KERNEL = `${FOLDER}/linux-kernel.json`;
const RESULTS = `${FOLDER}/linux.json`;
const MEASURE = CLI.replace(/vegaslab(\.exe)?$/, 'measure$1');
/** Our runs of a path with random losses. They are cheap, so run many: then only the kernel's few runs add noise. */
const RUNS_WITH_LOSS = 20;
const USAGE =
  'allowed: --only TEXT (paths whose id contains it), --kept (compare with linux-kernel.json, without a virtual machine)';

/** @typedef {import('./linux/battery.mjs').Battery} Battery */
/** @typedef {import('./linux/battery.mjs').Row} Row */
/** @typedef {import('./linux/vm.mjs').GuestRun} GuestRun */
/** @typedef {{ kernel: string, paths: Record<string, { digest: string, runs: Record<string, GuestRun> }> }} KernelResults */
/** @typedef {Record<string, number>} Metrics of one run */

/** @param {string[]} args */
export async function run(args) {
  const { only, kept } = options(args);
  /** @type {Battery} */
  const battery = JSON.parse(readFileSync(BATTERY, 'utf8'));
  const paths = battery.paths.filter(({ id }) => id.includes(only));
  if (paths.length === 0)
    throw new Stop(
      `No path's id contains "${only}"; allowed: ${battery.paths.map(({ id }) => id).join(', ')}`,
    );
  const lines = new Map(
    paths.map(({ id }) => [
      id,
      rowsOf(battery)
        .filter(({ path }) => path.id === id)
        .flatMap(guestLines),
    ]),
  );
  if (!kept) await runKernel(lines);
  const theirs = readKernel(lines);
  await must('The native build', 'cargo', cargo('build', ['--quiet', '--release', '-p', 'vegaslab-ns2']));
  for (const id of theirs.stale) lines.delete(id);
  const { rows, errors } = await compareRows(battery, new Set(lines.keys()), theirs);
  if (theirs.stale.length > 0) {
    errors.push(
      `The kernel's results for ${theirs.stale.join(', ')} don't match the current battery. Run without --kept.`,
    );
  }
  const order = inversions(rows, LINUX_RATES.tolerance);
  report(rows, order);
  if (only === '')
    writeFileSync(
      RESULTS,
      `{ "peer": "Linux ${theirs.kernel}", "order": ${JSON.stringify(order)}, "rows": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n] }\n`,
    );
  const out = rows
    .filter(({ verdict }) => verdict === 'out')
    .map(({ id }) => `${id}: differs without an explanation`);
  if (out.length + errors.length > 0) throw new Stop([...out, ...errors].join('\n'));
}

/** @param {string[]} args */
function options(args) {
  const found = { only: '', kept: false };
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '--kept') found.kept = true;
    else if (args[index] === '--only' && args[index + 1] !== undefined) found.only = args[++index] ?? '';
    else throw new Stop(`evidence linux has no option ${args[index]}; ${USAGE}`);
  }
  return found;
}

/** Runs each path in a newly booted virtual machine and saves the results. @param {Map<string, string[]>} paths */
async function runKernel(paths) {
  const missing = missingPackages();
  if (missing.length > 0) {
    throw new Stop(
      `Cannot run a Linux kernel: install the Debian packages ${missing.join(' ')}, or use --kept to compare with the last results.`,
    );
  }
  for (const [id, lines] of paths) {
    console.log(`${id}: ${lines.length} runs`);
    const { kernel, runs } = await runMachine(lines);
    const before = existsSync(KERNEL) ? JSON.parse(readFileSync(KERNEL, 'utf8')) : { paths: {} };
    if (before.kernel !== kernel) before.paths = {};
    const all = { kernel, paths: { ...before.paths, [id]: { digest: digest(lines), runs } } };
    writeKernel(all);
  }
}

/** Writes one run per line, so that a diff shows which runs changed. @param {KernelResults} results */
function writeKernel({ kernel, paths }) {
  const texts = Object.entries(paths).map(([id, { digest, runs }]) => {
    const lines = Object.entries(runs).map(([run, result]) => `"${run}": ${JSON.stringify(result)}`);
    return `"${id}": { "digest": "${digest}", "runs": {\n${lines.join(',\n')}\n} }`;
  });
  writeFileSync(KERNEL, `{ "kernel": "${kernel}", "paths": {\n${texts.join(',\n')}\n} }\n`);
}

/** Reads the kernel's results, and lists the paths that have changed since or never ran. @param {Map<string, string[]>} paths @returns {KernelResults & { stale: string[] }} */
function readKernel(paths) {
  if (!existsSync(KERNEL)) throw new Stop(`${KERNEL} is missing. Run without --kept first.`);
  /** @type {KernelResults} */
  const all = JSON.parse(readFileSync(KERNEL, 'utf8'));
  const stale = [...paths].filter(([id, lines]) => all.paths[id]?.digest !== digest(lines)).map(([id]) => id);
  return { ...all, stale };
}

/** @param {string[]} lines */
const digest = (lines) => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);

/**
 * @param {Battery} battery
 * @param {Set<string>} paths
 * @param {KernelResults} theirs
 */
async function compareRows(battery, paths, theirs) {
  const folder = mkdtempSync(join(tmpdir(), 'vegaslab-linux-'));
  const explanations = explanationsOf(battery);
  const rows = [];
  /** @type {string[]} */
  const errors = [];
  try {
    for (const row of rowsOf(battery).filter(({ path }) => paths.has(path.id))) {
      const scenario = scenarioOf(row, battery);
      const seconds = row.path.window_s[1] - row.path.window_s[0];
      const ours = await measure(join(folder, `${row.id}.json`), scenario, row);
      const kernel = Object.entries(theirs.paths[row.path.id]?.runs ?? {})
        .filter(([id]) => id.startsWith(`${row.id}/`))
        .map(([, guest]) => guestMetrics(guest, seconds));
      const names = Object.keys(ours[0] ?? {});
      const values = (/** @type {Metrics[]} */ runs, /** @type {string} */ name) =>
        runs.map((one) => one[name] ?? Number.NaN);
      const metrics = Object.fromEntries(
        names.map((name) => [name, compare(name, values(ours, name), values(kernel, name))]),
      );
      // Only the rate is judged; the other metrics are only displayed.
      const rate = { throughput_bps: /** @type {any} */ (metrics).throughput_bps };
      const judged = judge(row.id, rate, explanations.get(row.id), LINUX_RATES);
      errors.push(...judged.errors);
      const { verdict, explanation } = judged;
      const { id, title, algorithm, sack, path } = row;
      const result = {
        id,
        title,
        path: path.id,
        algorithm,
        sack,
        scenario: { inline: scenario },
        window_s: path.window_s,
        seeds: ours.length,
        kernel_runs: path.runs,
        metrics,
        verdict,
        explanation,
      };
      rows.push(result);
      console.log(line(result));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { rows, errors };
}

/** Our runs of a row. @param {string} file @param {unknown} scenario @param {Row} row @returns {Promise<Metrics[]>} */
async function measure(file, scenario, { id, path }) {
  writeFileSync(file, JSON.stringify(scenario));
  const seeds = Array.from({ length: path.loss ? RUNS_WITH_LOSS : path.runs }, (_, index) => `${index + 1}`);
  const { code, output } = await runProgram(MEASURE, [file, ...path.window_s.map(String), '--', ...seeds]);
  if (code !== 0) throw new Stop(`${id} failed in our engine: ${output.trim()}`);
  return output
    .trim()
    .split('\n')
    .map((text) => {
      const { flows, links } = JSON.parse(text);
      const bottleneck = links.find((/** @type {{ name: string }} */ link) => link.name === 'left>right');
      const total = (/** @type {string} */ name) =>
        flows.reduce((/** @type {number} */ sum, /** @type {Metrics} */ flow) => sum + (flow[name] ?? 0), 0);
      return {
        throughput_bps: total('throughput_bps'),
        // In a run without RTT samples the mean is 0.
        rtt_ms: total('rtt_ms') / flows.length || Number.NaN,
        // Compare drops only on paths without random losses: the kernel's queue counts those as drops, ours doesn't.
        ...(path.loss ? {} : { drops: bottleneck.drops }),
        timeouts: total('timeouts'),
        retransmissions: total('retransmissions'),
      };
    });
}

/** @param {GuestRun} run @param {number} seconds @returns {Metrics} */
function guestMetrics({ flows, drops }, seconds) {
  const total = (/** @type {string} */ name) =>
    flows.reduce((sum, flow) => sum + (flow[name] ?? Number.NaN), 0);
  return {
    throughput_bps: (8 * total('acked_bytes')) / seconds,
    rtt_ms: total('rtt_ms') / flows.length,
    drops,
    timeouts: total('TCPTimeouts'),
    retransmissions: total('retransmitted_segments'),
  };
}

/** Formats a result as one line. @param {{ id: string, verdict: string, metrics: Record<string, import('./compare.mjs').Comparison> }} row */
function line({ id, verdict, metrics }) {
  const texts = Object.entries(metrics).map(([name, { ours, theirs, difference }]) => {
    const share = difference === null ? '' : ` (${(100 * difference).toFixed(1)} %)`;
    return `${name} ${short(ours.mean)} / ${short(theirs.mean)}${share}`;
  });
  return `${verdict.padEnd(9)} ${id}: ${texts.join(', ')}`;
}

/** @param {number} value */
const short = (value) =>
  value >= 10_000 ? `${Math.round(value / 1000)}k` : `${Number(value.toPrecision(3))}`;

/**
 * @param {{ verdict: string, metrics: Record<string, import('./compare.mjs').Comparison> }[]} rows
 * @param {{ path: string, text: string }[]} order
 */
function report(rows, order) {
  const count = (/** @type {string} */ verdict) => rows.filter((row) => row.verdict === verdict).length;
  console.log(
    `${rows.length} rows: ${count('agrees')} agree, ${count('explained')} explained, ${count('out')} out`,
  );
  for (const metric of ['throughput_bps', 'rtt_ms']) {
    const median = medianDifference(rows, metric);
    if (median !== null) console.log(`median difference of ${metric}: ${(100 * median).toFixed(2)} %`);
  }
  console.log(
    order.length === 0
      ? 'The order of the algorithms is the same on every path.'
      : 'The order of the algorithms differs:',
  );
  for (const { text } of order) console.log(`  ${text}`);
}
