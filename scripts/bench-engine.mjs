import { readFile } from 'node:fs/promises';
import { ROOT, run, Stop } from './child.mjs';
import { CLI } from './engine.mjs';

/** How long one engine is watched, in seconds of CPU time: long against the clock's grain and the warm-up. */
const WATCH_CPU_S = 3;

/** Events per step: what a worker's slice of some milliseconds handles. */
const STEP = 20_000;

/** Packet hops per second of CPU time, as the native engine measures itself. */
export async function nativeSpeed() {
  /** @type {{ native_packet_hops_per_cpu_s: number }} */
  const { native_packet_hops_per_cpu_s } = JSON.parse(await cli('bench', '--json'));
  return native_packet_hops_per_cpu_s;
}

/** The same scenario through the package that the browser loads, in Node. */
export async function wasmSpeed() {
  const { default: init, Run } = await import('../web/engine/pkg/vegaslab.js');
  await init({ module_or_path: await readFile(`${ROOT}web/engine/pkg/vegaslab_bg.wasm`) });
  const scenario = await cli('bench', '--print-scenario');

  const hopsOfOneRun = () => {
    const run = new Run(scenario);
    while (!run.step(STEP));
    /** @type {{ packet_hops: number }} */
    const { packet_hops } = JSON.parse(run.summary());
    run.free();
    return packet_hops;
  };
  hopsOfOneRun(); // compiles the module's hot parts

  let hops = 0;
  const start = process.cpuUsage();
  const spent = () => Object.values(process.cpuUsage(start)).reduce((sum, us) => sum + us / 1e6, 0);
  while (spent() < WATCH_CPU_S) hops += hopsOfOneRun();
  return hops / spent();
}

/** @param {string[]} args @returns {Promise<string>} what the command line printed */
async function cli(...args) {
  const { code, output } = await run(CLI, args);
  if (code !== 0) throw new Stop(`vegaslab ${args.join(' ')} failed: ${output.trim()}`);
  return output;
}
