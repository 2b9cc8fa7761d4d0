import { readFile } from 'node:fs/promises';
import { ROOT, run, Stop } from './child.mjs';
import { CLI } from './engine.mjs';
import { quantile } from './quantile.mjs';

/** As the native benchmark does it, so that the two figures compare. */
const REPETITIONS = 5;
const EVENTS_PER_STEP = 1 << 20;

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

  const rateOfOneRun = () => {
    const simulation = new Run(scenario);
    const start = process.cpuUsage();
    while (!simulation.step(EVENTS_PER_STEP));
    const { user, system } = process.cpuUsage(start);
    /** @type {{ packet_hops: number }} */
    const { packet_hops } = JSON.parse(simulation.summary());
    simulation.free();
    return packet_hops / ((user + system) / 1e6);
  };
  rateOfOneRun(); // V8 compiles the module a second time, for speed, while this runs
  return quantile(Array.from({ length: REPETITIONS }, rateOfOneRun), 0.5);
}

/** @param {string[]} args @returns {Promise<string>} what the command line printed */
async function cli(...args) {
  const { code, output } = await run(CLI, args);
  if (code !== 0) throw new Stop(`vegaslab ${args.join(' ')} failed: ${output.trim()}`);
  return output;
}
