/** The wasm engine has the digests of the golden traces, however a run is cut into steps and chunks. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';
import { goldenOf, loadEngine } from '../../scripts/engine.mjs';
import type { Summary } from './schema';

const FOLDER = `${ROOT}content/scenarios/`;
const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));

let engine: Awaited<ReturnType<typeof loadEngine>>['engine'];

/** After so many cuts the rest of a long run is one step. */
const MOST_CUTS = 20_000;

function wasm(name: string, events: number): Summary {
  const run = new engine.Run(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
  for (let cut = 0; !run.step(cut < MOST_CUTS ? events : 1e9); cut += 1) run.forget_rows();
  const summary = JSON.parse(run.summary());
  run.free();
  return summary;
}

beforeAll(async () => {
  ({ engine } = await loadEngine());
});

/** `npm run check` also cuts the runs so finely that most cuts fall between events of one moment. */
const STEPS = process.env.VEGASLAB_CHECK ? [17, 4096, 1e9] : [4096];

describe.each(names)('%s', (name) => {
  it.each(STEPS)('has the digest of its golden trace in steps of %i events', (events) => {
    const summary = wasm(name, events);
    expect(summary.digest).toBe(goldenOf(name).digest);
    expect(summary.engine_version).toBe(engine.engine_version());
  });
});

it.each([1, 17, 1e9])('has the same digest in steps of %i events', (events) => {
  expect(wasm('ahn-fig1-vr', events).digest).toBe(goldenOf('ahn-fig1-vr').digest);
});
