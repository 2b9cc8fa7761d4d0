/** A run by the real engine, for tests: the whole trace of a scenario, as the bench would have it. */
import { simulate, simulateText } from '../../scripts/simulated.mjs';
import { type Run, Trace } from './trace';

type Change = Parameters<typeof simulate>[1];

/** @param change what is changed in the named scenario as its file has it */
export async function simulated(name: string, change?: Change): Promise<Run> {
  return runOf(await simulate(name, change));
}

/** The same of the text of a scenario. */
export async function simulatedText(text: string): Promise<Run> {
  return runOf(await simulateText(text));
}

function runOf({ scenario, chunks, summary }: Awaited<ReturnType<typeof simulateText>>): Run {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}
