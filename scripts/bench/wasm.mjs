// node scripts/bench/wasm.mjs [options of `vegaslab bench`]: makes the same measurement as that command, with the
// package that the browser loads. It runs in a separate process, because wasm memory never shrinks.
import { main, run, Stop } from '../child.mjs';
import { CLI, loadEngine } from '../engine.mjs';

/** The same minimum CPU time as in the native measurement, so that the results are comparable. */
const MIN_CPU_S = 0.5;
const EVENTS_PER_STEP = 1 << 20;

await main(async () => {
  const { code, output: scenario } = await run(CLI, ['bench', '--print-scenario', ...process.argv.slice(2)]);
  if (code !== 0) throw new Stop(scenario.trim());
  const { engine, memory } = await loadEngine();

  const measure = () => {
    let [packet_hops, runs, cpu_s] = [0, 0, 0];
    while (cpu_s < MIN_CPU_S) {
      const simulation = new engine.Run(scenario);
      const start = process.cpuUsage();
      while (!simulation.step(EVENTS_PER_STEP));
      const { user, system } = process.cpuUsage(start);
      packet_hops = JSON.parse(simulation.summary()).packet_hops;
      runs += 1;
      cpu_s += (user + system) / 1e6;
      simulation.free();
    }
    return { packet_hops, runs, packet_hops_per_cpu_s: (packet_hops * runs) / cpu_s };
  };
  measure(); // warm-up: V8 compiles optimized code meanwhile
  console.log(JSON.stringify({ ...measure(), memory_bytes: memory.buffer.byteLength }));
});
