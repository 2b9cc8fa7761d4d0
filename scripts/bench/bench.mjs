// npm run bench [-- engine | page | lessons | lighthouse | soak] [--brief] [--profiled] [--htsim DIR] [--minutes N] [--json]
//   engine      speed and memory of the engine, natively and in wasm, by number of flows and simulated time, what reading a
//               scenario costs at each step of a drag, and compared with
//               ns-2 and ns-3 if they are installed, and with htsim if DIR is a checkout of csg-htsim: docs/speed.md.
//               --profiled measures the native program as it's released, compiled for the counts of typical runs
//   page        time from moving a control of Figure 1 to the painted panels, time to cancel a run, time to grade 300 codes,
//               frame times while playing, frame times and memory when panning and zooming ten million rows
//   lessons     time from opening each lesson until its picture is live, and until it follows the reader's first action; what there is to
//               change, and how far from its task
//   lighthouse  Google's Lighthouse on the production build; fails if a page misses the limits in lighthouse.mjs
//   soak        uses bench, lessons and sweeps for an hour or N minutes; fails if memory, nodes, listeners or workers grow, or if
//               the time is too short to tell. Only on request
// Without a name, all other parts are measured. With --json only the last line is printed: one JSON object. A part that yields no
// number is an error. With --brief, each part measures for about a minute, without limits; npm run check does this with all parts.
import { resolve } from 'node:path';
import { BROWSER, WITH_BROWSERS } from '../browser.mjs';
import { buildProfiledCli } from '../build/profiled.mjs';
import { main, must, Stop, tool } from '../child.mjs';
import { buildCli, setUpEngine } from '../engine.mjs';
import { demand } from '../machine.mjs';
import { compare } from './compare.mjs';
import { describeDrag, dragToPaint, leastDisturbed } from './drag.mjs';
import { BRIEF, FULL, unmeasured } from './effort.mjs';
import { hundredth, PROFILED } from './engine.mjs';
import { costGrowth, growth } from './growth.mjs';
import { handsOn } from './hands.mjs';
import { describeScores, lighthouse, meetsLimits } from './lighthouse.mjs';
import { htsimSources } from './others.mjs';
import { addToGraded, clickToCancelled } from './page.mjs';
import { panAndZoom, play } from './pan.mjs';
import { describeReading, reading } from './reading.mjs';
import { describeSoaked, isSteady, soak } from './soak.mjs';
import { quantile } from './statistics.mjs';
import { openToTouched } from './touch.mjs';
import { describeComparison, describeGrowth } from './words.mjs';

/** @typedef {import('./effort.mjs').Effort} Effort */
/** @typedef {{ effort: Effort, log: (line: string) => void, htsim: string | null }} Options */
/** @typedef {{ result: object, good?: boolean }} Measured `good` is false if it misses limits */

/** @type {Record<keyof Effort, (options: Options) => Promise<Measured>>} */
const PARTS = { engine, page, lessons, lighthouse: pages, soak: soaked };
/** Parts that run only if they are named, or with `--brief`. */
const ON_REQUEST = ['soak'];

await main(async () => {
  const args = process.argv.slice(2);
  const minutes = minutesOf(args);
  const htsim = htsimOf(args);
  const known = /** @type {(keyof Effort)[]} */ (Object.keys(PARTS));
  const unknown = args.find((one) => !['--json', '--profiled', '--brief', ...known].includes(one));
  if (unknown !== undefined) throw new Stop(`bench has no part ${unknown}; allowed: ${known.join(', ')}`);
  const brief = args.includes('--brief');
  const named = known.filter((part) => args.includes(part));
  const usual = known.filter((part) => brief || !ON_REQUEST.includes(part));
  const selected = named.length > 0 ? named : usual;
  const effort = brief ? BRIEF : FULL;
  const options = {
    effort: { ...effort, soak: { ...effort.soak, ...(minutes !== null && { minutes }) } },
    log: args.includes('--json') ? () => {} : console.log,
    htsim,
  };

  await setUpEngine();
  if (selected.some((part) => part !== 'engine')) {
    await demand(BROWSER, WITH_BROWSERS);
    await must('The production build', ...tool('vite', ['build', '--logLevel', 'warn']), {
      stdoutToStderr: true,
    });
  }
  const result = {};
  let good = true;
  for (const part of selected) {
    const measured = await PARTS[part](options).catch((error) => ({ error }));
    if ('error' in measured) console.error(measured.error);
    else Object.assign(result, measured.result);
    const problems = 'error' in measured ? [`${measured.error}`] : unmeasured(measured.result);
    const verdict = problems.length === 0 ? 'measured' : `NOT MEASURED (${problems.join('; ')})`;
    if (problems.length > 0) console.error(`bench ${part}: ${verdict}`);
    else options.log(`bench ${part}: ${verdict}`);
    good &&= problems.length === 0 && (brief || !('good' in measured) || measured.good !== false);
  }
  console.log(JSON.stringify(result));
  return good ? 0 : 1;
});

/** Takes `--minutes N` out of the arguments. @param {string[]} args */
function minutesOf(args) {
  const text = takeOption(args, '--minutes');
  if (text === null) return null;
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

/** @param {Options} options @returns {Promise<Measured>} */
async function engine({ effort, log, htsim: htsimFolder }) {
  await buildCli();
  if (PROFILED) await buildProfiledCli();
  const { native, wasm, ns2, ns3, htsim } = await compare(log, htsimFolder, effort.engine);
  const wasm_slowdown = hundredth(native.packet_hops_per_cpu_s / wasm.packet_hops_per_cpu_s);
  log(describeComparison({ native, wasm, ns2, ns3, htsim, wasm_slowdown }));
  const rows = await growth(effort.engine);
  const costs = {
    flow_cost_growth: hundredth(costGrowth(rows.flows, 'packet_hops_per_cpu_s')),
    wasm_flow_cost_growth: hundredth(costGrowth(rows.flows, 'wasm_packet_hops_per_cpu_s')),
    wide_flow_cost_growth: hundredth(costGrowth(rows.flows_wide, 'packet_hops_per_cpu_s')),
  };
  log(describeGrowth(rows, costs));
  const steps = await reading(effort.engine.reads);
  for (const step of steps) log(describeReading(step));
  const result = {
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
    reading: steps,
  };
  return { result };
}

/** @param {Options} options @returns {Promise<Measured>} */
async function page({ effort, log }) {
  const drags = await dragToPaint(effort.page);
  log('from moving a control of Figure 1 to the painted panels:');
  for (const drag of drags) log(describeDrag(drag));
  const drag_to_paint_ms = spread(leastDisturbed(drags).flatMap(({ waits }) => waits));
  log(`in the least disturbed drag of each scenario: ${describeSpread(drag_to_paint_ms)}`);
  const cancel_ms = spread(await clickToCancelled(effort.page));
  log(`from cancelling a long run until the page reports it: ${describeSpread(cancel_ms)}`);
  const { codes: graded_codes } = effort.page;
  const grading_ms = await addToGraded(effort.page);
  log(`grading ${graded_codes} codes: ${(grading_ms / 1000).toFixed(1)} s`);
  const played = [];
  for (const { scenario, between, work } of await play(effort.page)) {
    const frames = { scenario, frame_ms: spread(between), work_ms: spread(work) };
    log(
      `frame times while playing ${scenario}: ${describeSpread(frames.frame_ms)}, work ${describeSpread(frames.work_ms)}`,
    );
    played.push(frames);
  }
  const { rows, heap_bytes, ...frames } = await panAndZoom(effort.page);
  const pan_frame_ms = spread(frames.pan_ms);
  const zoom_frame_ms = spread(frames.zoom_ms);
  log(`frame times when panning ${rows.toLocaleString('en')} rows: ${describeSpread(pan_frame_ms)}`);
  log(`frame times when zooming them: ${describeSpread(zoom_frame_ms)}`);
  if (heap_bytes !== null) log(`memory of the page with them: ${Math.round(heap_bytes / 1e6)} MB`);
  const result = {
    drag_to_paint_ms,
    drag_sittings: drags.map(({ waits, ...drag }) => ({ ...drag, ...spread(waits) })),
    cancel_ms,
    graded_codes,
    grading_ms,
    played,
    pan_frame_ms,
    pan_work_ms: spread(frames.pan_work_ms),
    zoom_frame_ms,
    zoom_work_ms: spread(frames.zoom_work_ms),
    pan_rows: rows,
    pan_heap_bytes: heap_bytes,
  };
  return { result };
}

/** @param {Options} options @returns {Promise<Measured>} */
async function lessons({ effort, log }) {
  const touches = await openToTouched(effort.lessons);
  for (const { lesson, phone, live_ms, changed_ms } of touches)
    log(
      `${lesson}${phone ? ' on a slow phone' : ''}: live after ${live_ms} ms, follows after ${changed_ms} ms`,
    );
  const hands = await handsOn(effort.lessons);
  for (const { lesson, controls, first_px, first_actions, first_change_s, farthest_px } of hands)
    log(
      `${lesson}: ${controls} controls, the first at ${first_px} px; changed by action ${first_actions}, seen after ${first_change_s} s; ` +
        `${farthest_px === null ? 'no task with controls' : `at most ${farthest_px} px from a task to its controls`}`,
    );
  return { result: { lessons: touches, hands } };
}

/** @param {Options} options @returns {Promise<Measured>} */
async function pages({ effort, log }) {
  const scores = await lighthouse(effort.lighthouse);
  for (const one of scores) log(describeScores(one));
  return { result: { lighthouse: scores }, good: scores.every(meetsLimits) };
}

/** @param {Options} options @returns {Promise<Measured>} */
async function soaked({ effort, log }) {
  const areas = await soak(effort.soak, log);
  for (const area of areas) log(describeSoaked(area));
  return { result: { soak: areas }, good: areas.every(isSteady) };
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
