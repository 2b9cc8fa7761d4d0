/** Runs scenarios with the real engine, for tests. */
import { simulate, simulateText } from '../../scripts/check/simulated.mjs';
import { type Run, Trace } from './trace';

type Change = Parameters<typeof simulate>[1];

/** @param change changes the scenario of the named file before it runs */
export async function simulated(name: string, change?: Change): Promise<Run> {
  return runOf(await simulate(name, change));
}

/** Runs the text of a scenario. */
export async function simulatedText(text: string): Promise<Run> {
  return runOf(await simulateText(text));
}

function runOf({ scenario, chunks, summary }: Awaited<ReturnType<typeof simulateText>>): Run {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}
