/** A run by the real engine, for tests: the whole trace of a scenario, as the bench would have it. */
import { simulate } from '../../scripts/simulated.mjs';
import { type Run, Trace } from './trace';

/** @param changes what is put over the named scenario, at its top level */
export async function simulated(name: string, changes: Record<string, unknown> = {}): Promise<Run> {
  const { scenario, chunks, summary } = await simulate(name, changes);
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}
