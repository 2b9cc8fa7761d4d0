/** The wasm engine produces the digests of the golden traces, however a run is divided into steps and chunks. */
import { describe, expect, it } from 'vitest';
import { goldenOf, scenarioNames, scenarioText } from '../../scripts/engine.mjs';
import { engine } from './nodeEngine';
import type { Summary } from './schema';

/** After this many steps, the rest of a long run is a single step. */
const MOST_STEPS = 20_000;

function summaryInWasm(name: string, events: number): Summary {
  const run = new engine.Run(scenarioText(name));
  for (let step = 0; !run.step(step < MOST_STEPS ? events : 1e9); step += 1) run.forget_rows();
  const summary = JSON.parse(run.summary());
  run.free();
  return summary;
}

/** `npm run check` also takes steps so small that most end between simultaneous events. */
const STEPS = process.env.VEGASLAB_CHECK ? [17, 4096, 1e9] : [4096];

describe.each(scenarioNames())('%s', (name) => {
  it.each(STEPS)(`${name} has the digest of its golden trace in steps of %i events`, (events) => {
    const summary = summaryInWasm(name, events);
    expect(summary.digest).toBe(goldenOf(name).digest);
    expect(summary.engine_version).toBe(engine.engine_version());
  });
});

it.each([1, 17, 1e9])('has the same digest in steps of %i events', (events) => {
  expect(summaryInWasm('ahn-fig1-vr', events).digest).toBe(goldenOf('ahn-fig1-vr').digest);
});
