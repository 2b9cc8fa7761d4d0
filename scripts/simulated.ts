/** For tests: a run that the real engine made under Node. */
import { readFileSync } from 'node:fs';
import type { Chunk, Scenario, Summary } from '../web/engine/schema';
import { type Run, Trace } from '../web/run/trace';
import { ROOT } from './child.mjs';
import { loadEngine } from './engine.mjs';

type Engine = Awaited<ReturnType<typeof loadEngine>>['engine'];

/** The package must have been built, as `npm test` does before its unit tests. */
export async function engineUnderNode(): Promise<Engine> {
  return (await loadEngine()).engine;
}

export function textOf(name: string): string {
  return readFileSync(`${ROOT}content/scenarios/${name}.json`, 'utf8');
}

export function simulated(engine: Engine, text: string): Run & { summary: Summary } {
  const { scenario, problems } = JSON.parse(engine.check(text)) as { scenario: Scenario; problems: unknown };
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const running = new engine.Run(text);
  const trace = new Trace(scenario);
  while (!running.step(100_000)) trace.append(running.take_chunk() as Chunk);
  trace.append(running.take_chunk() as Chunk);
  const summary = JSON.parse(running.summary()) as Summary;
  running.free();
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}
