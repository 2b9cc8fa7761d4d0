/** A `Simulator` for tests that runs the real engine under Node instead of a worker pool. */
import { loadEngine, readerOf } from '../../scripts/engine.mjs';
import type { Summary } from '../engine/schema';
import { simulatedText } from '../run/simulated';
import type { Simulator } from './simulate';

const { engine, catalogue } = await loadEngine();
const { read, scenarioOf } = readerOf(engine);

export { catalogue, read, scenarioOf };

export const ENGINE_VERSION = engine.engine_version();

export function summaryOf(text: string): Summary {
  const run = new engine.Run(text);
  while (!run.step(200_000)) run.forget_rows();
  const summary = JSON.parse(run.summary()) as Summary;
  run.free();
  return summary;
}

export const SIMULATOR: Simulator = {
  read: async (text) => read(text),
  run: async (jobs) => {
    for (const job of jobs) {
      const text = job.text();
      try {
        const scenario = read(text);
        if (job.rows) {
          const run = await simulatedText(text);
          if (run.summary !== null) job.onOutcome({ summary: run.summary, scenario, run });
        } else job.onOutcome({ summary: summaryOf(text), scenario });
      } catch (error) {
        job.onOutcome({ failure: (error as Error).message });
      }
    }
    return true;
  },
};
