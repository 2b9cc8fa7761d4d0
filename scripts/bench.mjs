// npm run bench [-- engine | page | lighthouse] [--json]
//   engine  how fast the engine is natively and in wasm, what memory it takes, how both change with the number of flows
//           and with the simulated time, and how that compares with ns-2 and ns-3 where they are installed: docs/speed.md
//   page    how long a student waits from moving a control of Figure 1 to the painted panels (those on the screen), and for a cancel; how long a
//           teacher waits for 300 codes; how smoothly ten million rows move and zoom, and what memory they take
//   lighthouse  what Google's Lighthouse says of the production build; fails below what bench-lighthouse.mjs asks
// All if none is named. With --json only the last line is printed: one JSON object.
import { clickToCancelled } from './bench-cancel.mjs';
import { compare } from './bench-compare.mjs';
import { dragToPaint, leastDisturbed, sittingInWords } from './bench-drag.mjs';
import { hundredth } from './bench-engine.mjs';
import { clickToGraded } from './bench-grade.mjs';
import { costGrowth, growth } from './bench-growth.mjs';
import { enough, lighthouse, lighthouseInWords } from './bench-lighthouse.mjs';
import { panAndZoom } from './bench-pan.mjs';
import { comparisonInWords, growthInWords } from './bench-words.mjs';
import { findBrowser } from './browser.mjs';
import { main, must, Stop, tool } from './child.mjs';
import { buildCli, buildWasm } from './engine.mjs';
import { quantile } from './quantile.mjs';
import { setUp } from './setup.mjs';

const PARTS = ['engine', 'page', 'lighthouse'];

await main(async () => {
  const given = process.argv.slice(2);
  const unknown = given.find((argument) => argument !== '--json' && !PARTS.includes(argument));
  if (unknown !== undefined) throw new Stop(`bench has no part ${unknown}, only ${PARTS.join(', ')}`);
  const asked = (/** @type {string} */ part) =>
    given.includes(part) || !PARTS.some((other) => given.includes(other));
  const say = given.includes('--json') ? () => {} : console.log;

  await setUp();
  const browser = asked('page') || asked('lighthouse');
  if (browser) await findBrowser();
  await buildWasm();
  const result = {};
  if (asked('engine')) {
    await buildCli();
    Object.assign(result, await engine(say));
  }
  if (browser)
    await must('The production build', ...tool('vite', ['build', '--logLevel', 'warn']), {
      stdoutToStderr: true,
    });
  if (asked('page')) Object.assign(result, await page(say));
  const pages = asked('lighthouse') ? await lighthouse() : [];
  for (const measured of pages) say(lighthouseInWords(measured));
  console.log(JSON.stringify(pages.length > 0 ? { ...result, lighthouse: pages } : result));
  return pages.every(enough) ? 0 : 1;
});

/** @param {(line: string) => void} say */
async function engine(say) {
  const { native, wasm, ns2, ns3 } = await compare(say);
  const wasm_slowdown = hundredth(native.packet_hops_per_cpu_s / wasm.packet_hops_per_cpu_s);
  say(comparisonInWords({ native, wasm, ns2, ns3, wasm_slowdown }));
  const rows = await growth();
  const grown = {
    flow_cost_growth: hundredth(costGrowth(rows.flows, 'packet_hops_per_cpu_s')),
    wasm_flow_cost_growth: hundredth(costGrowth(rows.flows, 'wasm_packet_hops_per_cpu_s')),
    wide_flow_cost_growth: hundredth(costGrowth(rows.flows_wide, 'packet_hops_per_cpu_s')),
  };
  say(growthInWords(rows, grown));
  return {
    native_packet_hops_per_cpu_s: native.packet_hops_per_cpu_s,
    wasm_packet_hops_per_cpu_s: wasm.packet_hops_per_cpu_s,
    wasm_slowdown,
    memory_bytes: native.memory_bytes,
    wasm_memory_bytes: wasm.memory_bytes,
    ns2_ratio: ns2?.ratio ?? null,
    ns3_ratio: ns3?.ratio ?? null,
    ns2,
    ns3,
    ...grown,
    ...rows,
  };
}

/** @param {(line: string) => void} say */
async function page(say) {
  const sittings = await dragToPaint();
  say('from moving a control of Figure 1 to the painted panels:');
  for (const sitting of sittings) say(sittingInWords(sitting));
  const drag_to_paint_ms = spread(leastDisturbed(sittings).flatMap(({ waits }) => waits));
  say(`in the least disturbed sitting of each scenario: ${inWords(drag_to_paint_ms)}`);
  const cancel_ms = spread(await clickToCancelled());
  say(`from cancelling a long run to the word that it is over: ${inWords(cancel_ms)}`);
  const graded = await clickToGraded();
  say(`grading ${graded.codes} codes: ${(graded.ms / 1000).toFixed(1)} s`);
  const { rows, heap_bytes, ...frames } = await panAndZoom();
  const pan_frame_ms = spread(frames.pan_ms);
  const zoom_frame_ms = spread(frames.zoom_ms);
  say(`moving ${rows.toLocaleString('en')} rows, from frame to frame: ${inWords(pan_frame_ms)}`);
  say(`zooming them: ${inWords(zoom_frame_ms)}`);
  if (heap_bytes !== null) say(`memory of the page with them: ${Math.round(heap_bytes / 1e6)} MB`);
  return {
    drag_to_paint_ms,
    drag_sittings: sittings.map(({ waits, ...sitting }) => ({ ...sitting, ...spread(waits) })),
    cancel_ms,
    graded_codes: graded.codes,
    grading_ms: graded.ms,
    pan_frame_ms,
    pan_work_ms: spread(frames.pan_work_ms),
    zoom_frame_ms,
    zoom_work_ms: spread(frames.zoom_work_ms),
    pan_rows: rows,
    pan_heap_bytes: heap_bytes,
  };
}

/** @param {number[]} waits in milliseconds */
function spread(waits) {
  const tenth = (/** @type {number} */ ms) => Math.round(ms * 10) / 10;
  return { median: tenth(quantile(waits, 0.5)), p95: tenth(quantile(waits, 0.95)) };
}

/** @param {{ median: number, p95: number }} spread */
function inWords({ median, p95 }) {
  return `median ${median} ms, 95 % within ${p95} ms`;
}
