// npm run bench [-- engine | page | lessons | lighthouse | soak] [--profiled] [--htsim DIR] [--minutes N] [--json]
//   engine      speed and memory of the engine, natively and in wasm, by number of flows and simulated time, and compared with
//               ns-2 and ns-3 if they are installed, and with htsim if DIR is a checkout of csg-htsim: docs/speed.md.
//               --profiled measures the native program as it's released, compiled for the counts of typical runs
//   page        time from moving a control of Figure 1 to the painted panels, time to cancel a run, time to grade 300 codes,
//               frame times while playing, frame times and memory when panning and zooming ten million rows
//   lessons     time from opening each lesson until its picture is live, and until it follows the reader's first action
//   lighthouse  Google's Lighthouse on the production build; fails if a page misses the limits in bench-lighthouse.mjs
//   soak        uses bench, lessons and sweeps for an hour or N minutes; fails if memory, nodes, listeners or workers grow, or if
//               the time is too short to tell. Only on request
// Without a name, all other parts are measured. With --json only the last line is printed: one JSON object.
import { resolve } from 'node:path';
import { compare } from './bench-compare.mjs';
import { describeDrag, dragToPaint, leastDisturbed } from './bench-drag.mjs';
import { hundredth, PROFILED } from './bench-engine.mjs';
import { costGrowth, growth } from './bench-growth.mjs';
import { describeScores, lighthouse, meetsLimits } from './bench-lighthouse.mjs';
import { htsimSources } from './bench-others.mjs';
import { clickToCancelled, clickToGraded } from './bench-page.mjs';
import { panAndZoom, play } from './bench-pan.mjs';
import { describeSoaked, isSteady, soak } from './bench-soak.mjs';
import { quantile } from './bench-statistics.mjs';
import { openToTouched } from './bench-touch.mjs';
import { describeComparison, describeGrowth } from './bench-words.mjs';
import { findBrowser } from './browser.mjs';
import { main, must, Stop, tool } from './child.mjs';
import { buildCli, setUpEngine } from './engine.mjs';
import { buildProfiledCli } from './profiled.mjs';

const PARTS = ['engine', 'page', 'lessons', 'lighthouse', 'soak'];
/** Parts that run only if they are named. */
const ON_REQUEST = ['soak'];
const SOAK_MINUTES = 60;

await main(async () => {
  const args = process.argv.slice(2);
  const minutes = minutesOf(args);
  const htsim = htsimOf(args);
  const unknown = args.find((argument) => !['--json', '--profiled', ...PARTS].includes(argument));
  if (unknown !== undefined) throw new Stop(`bench has no part ${unknown}; allowed: ${PARTS.join(', ')}`);
  const selected = (/** @type {string} */ part) =>
    args.includes(part) || (!PARTS.some((other) => args.includes(other)) && !ON_REQUEST.includes(part));
  const log = args.includes('--json') ? () => {} : console.log;

  await setUpEngine();
  const browser = ['page', 'lessons', 'lighthouse', 'soak'].some(selected);
  if (browser) await findBrowser();
  const result = {};
  if (selected('engine')) {
    await buildCli();
    if (PROFILED) await buildProfiledCli();
    Object.assign(result, await engine(log, htsim));
  }
  if (browser)
    await must('The production build', ...tool('vite', ['build', '--logLevel', 'warn']), {
      stdoutToStderr: true,
    });
  if (selected('page')) Object.assign(result, await page(log));
  if (selected('lessons')) Object.assign(result, await lessons(log));
  const pages = selected('lighthouse') ? await lighthouse() : [];
  for (const measured of pages) log(describeScores(measured));
  const soaked = selected('soak') ? await soak({ minutes, log }) : [];
  for (const area of soaked) log(describeSoaked(area));
  if (pages.length > 0) Object.assign(result, { lighthouse: pages });
  if (soaked.length > 0) Object.assign(result, { soak: soaked });
  console.log(JSON.stringify(result));
  return pages.every(meetsLimits) && soaked.every(isSteady) ? 0 : 1;
});

/** Takes `--minutes N` out of the arguments. @param {string[]} args */
function minutesOf(args) {
  const text = takeOption(args, '--minutes');
  if (text === null) return SOAK_MINUTES;
  const minutes = Number(text);
  if (!(minutes > 0)) throw new Stop(`--minutes needs a number above 0 (you gave "${text}")`);
  return minutes;
}

/** Takes `--htsim DIR` out of the arguments. @param {string[]} args @returns the whole path of DIR */
function htsimOf(args) {
  const folder = takeOption(args, '--htsim');
  if (folder === null) return null;
  if (folder === '') throw new Stop('--htsim needs the folder of a checkout of csg-htsim');
  // npm starts scripts in the project's root folder and passes on where it was started itself.
  const path = resolve(process.env.INIT_CWD ?? '.', folder);
  htsimSources(path);
  return path;
}

/**
 * Takes an option and its value out of the arguments.
 * @param {string[]} args
 * @param {string} option
 * @returns {string | null} empty if the value is missing
 */
function takeOption(args, option) {
  const at = args.indexOf(option);
  if (at < 0) return null;
  const [, value = ''] = args.splice(at, 2);
  return value;
}

/**
 * @param {(line: string) => void} log
 * @param {string | null} htsimFolder the folder of a checkout of csg-htsim
 */
async function engine(log, htsimFolder) {
  const { native, wasm, ns2, ns3, htsim } = await compare(log, htsimFolder);
  const wasm_slowdown = hundredth(native.packet_hops_per_cpu_s / wasm.packet_hops_per_cpu_s);
  log(describeComparison({ native, wasm, ns2, ns3, htsim, wasm_slowdown }));
  const rows = await growth();
  const costs = {
    flow_cost_growth: hundredth(costGrowth(rows.flows, 'packet_hops_per_cpu_s')),
    wasm_flow_cost_growth: hundredth(costGrowth(rows.flows, 'wasm_packet_hops_per_cpu_s')),
    wide_flow_cost_growth: hundredth(costGrowth(rows.flows_wide, 'packet_hops_per_cpu_s')),
  };
  log(describeGrowth(rows, costs));
  return {
    native_packet_hops_per_cpu_s: native.packet_hops_per_cpu_s,
    wasm_packet_hops_per_cpu_s: wasm.packet_hops_per_cpu_s,
    wasm_slowdown,
    memory_bytes: native.memory_bytes,
    wasm_memory_bytes: wasm.memory_bytes,
    ns2_ratio: ns2?.ratio ?? null,
    ns3_ratio: ns3?.ratio ?? null,
    htsim_ratio: htsim?.ratio ?? null,
    ns2,
    ns3,
    htsim,
    ...costs,
    ...rows,
  };
}

/** @param {(line: string) => void} log */
async function page(log) {
  const drags = await dragToPaint();
  log('from moving a control of Figure 1 to the painted panels:');
  for (const drag of drags) log(describeDrag(drag));
  const drag_to_paint_ms = spread(leastDisturbed(drags).flatMap(({ waits }) => waits));
  log(`in the least disturbed drag of each scenario: ${describeSpread(drag_to_paint_ms)}`);
  const cancel_ms = spread(await clickToCancelled());
  log(`from cancelling a long run until the page reports it: ${describeSpread(cancel_ms)}`);
  const graded = await clickToGraded();
  log(`grading ${graded.codes} codes: ${(graded.ms / 1000).toFixed(1)} s`);
  const played = [];
  for (const { scenario, between, work } of await play()) {
    const frames = { scenario, frame_ms: spread(between), work_ms: spread(work) };
    log(
      `frame times while playing ${scenario}: ${describeSpread(frames.frame_ms)}, work ${describeSpread(frames.work_ms)}`,
    );
    played.push(frames);
  }
  const { rows, heap_bytes, ...frames } = await panAndZoom();
  const pan_frame_ms = spread(frames.pan_ms);
  const zoom_frame_ms = spread(frames.zoom_ms);
  log(`frame times when panning ${rows.toLocaleString('en')} rows: ${describeSpread(pan_frame_ms)}`);
  log(`frame times when zooming them: ${describeSpread(zoom_frame_ms)}`);
  if (heap_bytes !== null) log(`memory of the page with them: ${Math.round(heap_bytes / 1e6)} MB`);
  return {
    drag_to_paint_ms,
    drag_sittings: drags.map(({ waits, ...drag }) => ({ ...drag, ...spread(waits) })),
    cancel_ms,
    graded_codes: graded.codes,
    grading_ms: graded.ms,
    played,
    pan_frame_ms,
    pan_work_ms: spread(frames.pan_work_ms),
    zoom_frame_ms,
    zoom_work_ms: spread(frames.zoom_work_ms),
    pan_rows: rows,
    pan_heap_bytes: heap_bytes,
  };
}

/** @param {(line: string) => void} log */
async function lessons(log) {
  const touches = await openToTouched();
  for (const { lesson, phone, live_ms, changed_ms } of touches)
    log(
      `${lesson}${phone ? ' on a slow phone' : ''}: live after ${live_ms} ms, follows after ${changed_ms} ms`,
    );
  return { lessons: touches };
}

/** @param {number[]} waits in milliseconds */
function spread(waits) {
  const tenth = (/** @type {number} */ ms) => Math.round(ms * 10) / 10;
  return { median: tenth(quantile(waits, 0.5)), p95: tenth(quantile(waits, 0.95)) };
}

/** @param {{ median: number, p95: number }} spread */
function describeSpread({ median, p95 }) {
  return `median ${median} ms, 95 % within ${p95} ms`;
}
