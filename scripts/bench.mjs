// npm run bench [-- --json]: how fast the engine is natively and in wasm, and how long a student waits from
// moving a control to the painted panels (those on the screen), and for a cancel. With --json only the last line is printed: one JSON object.
import { clickToCancelled } from './bench-cancel.mjs';
import { dragToPaint } from './bench-drag.mjs';
import { nativeSpeed, wasmSpeed } from './bench-engine.mjs';
import { findBrowser } from './browser.mjs';
import { main, must, tool } from './child.mjs';
import { buildCli, buildWasm } from './engine.mjs';
import { quantile } from './quantile.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const say = process.argv.includes('--json') ? () => {} : console.log;
  await setUp();
  await findBrowser();
  await buildWasm();
  await buildCli();
  await must('The production build', ...tool('vite', ['build', '--logLevel', 'warn']), {
    stdoutToStderr: true,
  });

  const native = await nativeSpeed();
  say(`native engine: ${millions(native)} packet hops per second of CPU time`);
  const wasm = await wasmSpeed();
  say(
    `wasm engine:   ${millions(wasm)} packet hops per second of CPU time, ${percent(wasm / native)} of the native`,
  );
  const drag_to_paint_ms = spread(await dragToPaint());
  say(`from moving a control to the painted panels: ${inWords(drag_to_paint_ms)}`);
  const cancel_ms = spread(await clickToCancelled());
  say(`from cancelling a long run to the word that it is over: ${inWords(cancel_ms)}`);

  const result = {
    drag_to_paint_ms,
    cancel_ms,
    native_packet_hops_per_cpu_s: Math.round(native),
    wasm_packet_hops_per_cpu_s: Math.round(wasm),
  };
  console.log(JSON.stringify(result));
});

/** @param {number[]} waits in milliseconds */
function spread(waits) {
  const tenth = (/** @type {number} */ ms) => Math.round(ms * 10) / 10;
  return { median: tenth(quantile(waits, 0.5)), p95: tenth(quantile(waits, 0.95)) };
}

/** @param {{ median: number, p95: number }} spread */
function inWords({ median, p95 }) {
  return `median ${median} ms, 95 % within ${p95} ms`;
}

/** @param {number} value */
function millions(value) {
  return `${(value / 1e6).toFixed(2)} million`;
}

/** @param {number} value */
function percent(value) {
  return `${Math.round(value * 100)} %`;
}
