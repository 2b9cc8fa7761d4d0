import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import { ScriptedWorker } from '../../engine/scriptedWorker';
import { Bench } from '../../run/bench';
import { BASELINE, baselineOf } from '../../run/pinned';
import { View } from '../../run/view';
import { applyTo, remove, withFieldOf } from './actions';
import { Comparison } from './comparison';

/** A bench and a comparison with scripted workers. */
function setUp() {
  const workers: ScriptedWorker[] = [];
  const create = () => {
    const worker = new ScriptedWorker();
    workers.push(worker);
    return worker;
  };
  const file = (seed: number) => ({
    seed,
    flows: [{ sender: { preset: 'vegas' } }],
    links: [],
    datagrams: [],
    drops: [],
    timeline: [],
  });
  const bench = new Bench(new View(), create);
  bench.open('f', JSON.stringify(file(7)));
  const ready: FromWorker = {
    type: 'ready',
    engine_version: '0',
    catalogue: { parts: {}, presets: [], scenario: [] } as unknown as Catalogue,
  };
  const accept = (place: number) => {
    const worker = workers[place];
    worker?.reply(ready);
    const start = worker?.sent.findLast((message) => message.type === 'start');
    if (start?.type !== 'start') throw new Error('no run was started');
    const scenario = JSON.parse(start.scenario) as Scenario;
    worker?.reply({ type: 'accepted', run: start.run, scenario });
    worker?.reply({
      type: 'done',
      run: start.run,
      summary: { ended_at_s: 1, flows: [] } as unknown as Summary,
    });
    return scenario;
  };
  accept(0);
  const comparison = new Comparison(bench, create);
  const seeds = (place: number) =>
    workers[place]?.sent.flatMap((message) =>
      message.type === 'start' ? [(JSON.parse(message.scenario) as Scenario).seed] : [],
    );
  return { bench, comparison, workers, accept, seeds };
}

describe('a pinned run', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  it('a pinned run has its own worker, which ends when the run is removed', () => {
    const { bench, comparison, workers } = setUp();
    expect(workers).toHaveLength(1);
    bench.keep(0);
    expect(workers).toHaveLength(2);
    expect(comparison.state.value.map(({ pinned }) => [pinned.letter, pinned.label])).toEqual([
      ['B', 'vegas'],
    ]);
    bench.setPinned([], 'remove B', 5000);
    expect(workers[1]?.ended).toBe(true);
    expect(comparison.state.value).toEqual([]);
  });

  it('a pinned run runs at the seed of the bench, and again only when that changes', () => {
    const { bench, workers, accept, seeds } = setUp();
    bench.keep(0);
    accept(1);
    expect(seeds(1)).toEqual([7]);
    bench.edit('flows.0.sender.preset', 'reno', 5000);
    accept(0);
    expect(seeds(1)).toEqual([7]);
    bench.edit('seed', 8, 10_000);
    accept(0);
    accept(1);
    expect(seeds(1)).toEqual([7, 8]);
    expect(workers).toHaveLength(2);
  });

  it('a pinned run swaps with the bench, and undo reverts that', () => {
    const { bench, comparison, accept } = setUp();
    const preset = () => bench.state.value.scenario?.flows[0]?.sender.preset;
    const pinned = () => bench.state.value.pinned.map(({ letter, label }) => [letter, label]);
    bench.keep(0);
    accept(1);
    bench.edit('flows.0.sender.preset', 'reno', 5000);
    accept(0);
    const [other] = comparison.state.value;
    if (!other?.scenario) throw new Error('B has no scenario yet');
    bench.exchange('B', other.scenario, 10_000);
    expect([preset(), pinned()]).toEqual(['vegas', [['B', 'reno']]]);
    accept(0);
    bench.undo(15_000);
    accept(0);
    expect([preset(), pinned()]).toEqual(['reno', [['B', 'vegas']]]);
    bench.redo(20_000);
    accept(0);
    expect([preset(), pinned()]).toEqual(['vegas', [['B', 'reno']]]);
  });

  it('a pinned run takes over a change of the bench, but not one in a part that it lacks', () => {
    const { bench, comparison, accept } = setUp();
    const texts = () => bench.state.value.pinned.map(({ text }) => JSON.parse(text) as Scenario);
    bench.keep(0);
    accept(1);
    bench.edit('flows.0.sender', { preset: 'vegas', avoidance: { kind: 'cam', alpha: 2 } }, 5000);
    accept(0);
    const [pinned] = comparison.state.value;
    if (!pinned?.scenario) throw new Error('B has no scenario yet');
    applyTo(bench, pinned, 'flows.0.sender.avoidance.alpha', 10_000);
    expect(texts()).toEqual([expect.objectContaining({ flows: [{ sender: { preset: 'vegas' } }] })]);
    applyTo(bench, pinned, 'flows.0.sender.preset', 15_000);
    expect(texts()[0]?.flows[0]?.sender).toEqual(bench.state.value.scenario?.flows[0]?.sender);
    const same = accept(1);
    expect(withFieldOf(same, same, 'flows.0.sender.preset')).toBeNull();
    bench.undo(20_000);
    expect(texts()[0]?.flows[0]?.sender).toEqual({ preset: 'vegas' });
  });

  it('a pinned run becomes the baseline only if there is none', () => {
    const { bench } = setUp();
    const baseline = () => baselineOf(bench.state.value.pinned, bench.view.of(BASELINE).value);
    expect(baseline()).toBeNull();
    bench.keep(0);
    bench.keep(5000);
    expect(baseline()).toBe('B');
    remove(bench, 'B', 10_000);
    expect(baseline()).toBe('C');
    bench.keep(15_000);
    expect(bench.state.value.pinned.map(({ letter }) => letter)).toEqual(['B', 'C']);
    expect(baseline()).toBe('C');
  });

  it('a pinned run gets a letter up to F, and reuses that of a removed run', () => {
    const { bench } = setUp();
    for (let i = 0; i < 7; i += 1) bench.keep(i * 5000);
    const letters = () => bench.state.value.pinned.map(({ letter }) => letter).join('');
    expect(letters()).toBe('BCDEF');
    bench.setPinned(
      bench.state.value.pinned.filter(({ letter }) => letter !== 'C'),
      'remove C',
      50_000,
    );
    bench.keep(60_000);
    expect(letters()).toBe('BCDEF');
    bench.undo(70_000);
    expect(letters()).toBe('BDEF');
  });
});
