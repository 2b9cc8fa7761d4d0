/** The engine gives the same bits natively and in wasm, however the run is cut into steps and chunks. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';
import { buildCli, buildWasm, CLI, loadEngine } from '../../scripts/engine.mjs';
import type { Summary } from './schema';

const FOLDER = `${ROOT}content/scenarios/`;
const names = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));

/** Bytes: thousands of transfers have a line each. */
const LARGEST_SUMMARY = 1 << 26;

let engine: Awaited<ReturnType<typeof loadEngine>>['engine'];

function native(name: string): Summary {
  return JSON.parse(
    execFileSync(CLI, ['run', name, '--json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: LARGEST_SUMMARY }),
  );
}

/** Cuts that are made at most: a long run is cut no more often, and ends in one piece. */
const CUTS = 20_000;

function wasm(name: string, events: number): Summary {
  const run = new engine.Run(readFileSync(`${FOLDER}${name}.json`, 'utf8'));
  for (let cut = 0; !run.step(cut < CUTS ? events : 1e9); cut += 1) run.forget_rows();
  const summary = JSON.parse(run.summary());
  run.free();
  return summary;
}

beforeAll(async () => {
  await buildCli();
  await buildWasm();
  ({ engine } = await loadEngine());
}, 600_000);

describe.each(names)('%s', (name) => {
  it('has the same summary and digest natively and in wasm, in one step', () => {
    const summary = wasm(name, 1e9);
    expect(summary.digest).toMatch(/^[0-9a-f]{16,}$/);
    expect(summary.engine_version).toBe(engine.engine_version());
    expect(summary).toEqual(native(name));
  });

  it.each([17, 4096])('has the same digest in steps of %i events', (events) => {
    expect(wasm(name, events).digest).toBe(wasm(name, 1e9).digest);
  });
});

it('has the same digest event by event', () => {
  expect(wasm('ahn-fig1-vr', 1).digest).toBe(wasm('ahn-fig1-vr', 1e9).digest);
});
