import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { ScriptedWorker } from '../engine/scriptedWorker';
import { Bench } from './bench';
import { Runner } from './runner';
import { textHashOf } from './storedRun';
import { type Run, Trace } from './trace';

const FILE = JSON.stringify({ seed: 1, duration_s: 10, links: [], flows: [] });

/** A bench whose engine accepts every scenario. */
function setUp() {
  const worker = new ScriptedWorker();
  const reply = (message: FromWorker) => worker.reply(message);
  const settle = () => {
    for (let next = worker.sent.shift(); next !== undefined; next = worker.sent.shift()) {
      if (next.type !== 'start') continue;
      reply({ type: 'accepted', run: next.run, scenario: JSON.parse(next.scenario) });
      reply({ type: 'done', run: next.run, summary: { ended_at_s: 5 } as Summary });
    }
  };
  const runner = new Runner(() => worker);
  const bench = new Bench(runner);
  runner.wake();
  reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  bench.open('one', FILE);
  settle();
  const seed = () => {
    settle();
    return bench.state.value.scenario?.seed;
  };
  return { bench, seed };
}

describe('undo and redo', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  it('step through the changes and treat a drag as one step', () => {
    const { bench, seed } = setUp();
    expect(bench.state.value).toMatchObject({ undoable: false, redoable: false, edited: false });
    for (let at = 0; at < 10; at += 1) bench.edit('seed', 2 + at, 100 * at);
    bench.edit('duration_s', 3, 1000);
    bench.edit('seed', 50, 9000);
    expect(seed()).toBe(50);
    bench.undo(9100);
    expect(seed()).toBe(11);
    bench.undo(9200);
    expect(bench.state.value.scenario?.duration_s).toBe(10);
    bench.undo(9300);
    expect(seed()).toBe(1);
    expect(bench.state.value).toMatchObject({ undoable: false, redoable: true, edited: false });
    bench.undo(9400);
    for (let step = 0; step < 5; step += 1) bench.redo(9500);
    expect(seed()).toBe(50);
    expect(bench.state.value).toMatchObject({ undoable: true, redoable: false, edited: true });
  });

  it('run the original file first if a scenario opens changed, for example after a reload', () => {
    const { bench, seed } = setUp();
    const changed = JSON.stringify({ ...JSON.parse(FILE), seed: 4 });
    bench.restoreWork(new Map([['two', { text: changed, draft: null, network: null }]]));
    bench.open('two', FILE);
    expect(seed()).toBe(4);
    expect(bench.origin?.scenario.seed).toBe(1);
    expect(bench.state.value).toMatchObject({ text: changed, edited: true });
    expect(bench.runner.state.value.shown?.scenario.seed).toBe(4);
  });

  it('drop the undone steps after another change', () => {
    const { bench, seed } = setUp();
    bench.edit('seed', 2, 0);
    bench.edit('seed', 3, 5000);
    bench.undo(5100);
    bench.edit('seed', 4, 5200);
    expect(bench.state.value.redoable).toBe(false);
    bench.undo(6000);
    expect(seed()).toBe(2);
  });

  it('cover a reset and edited text, in a separate history for each scenario', () => {
    const { bench, seed } = setUp();
    bench.edit('seed', 2, 0);
    bench.reset(10);
    expect(seed()).toBe(1);
    bench.open('two', FILE);
    expect(bench.state.value.undoable).toBe(false);
    bench.open('one', FILE);
    bench.undo(20);
    expect(seed()).toBe(2);
    bench.write(JSON.stringify({ seed: 7, duration_s: 10, links: [], flows: [] }), 30);
    expect(seed()).toBe(7);
    bench.undo(40);
    expect(seed()).toBe(2);
  });
});

describe('a link to a scenario that opens changed', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  const OTHER = JSON.stringify({ ...JSON.parse(FILE), seed: 3 });
  const CHANGED = JSON.stringify({ ...JSON.parse(FILE), seed: 4 });
  const LINKED = JSON.stringify({ ...JSON.parse(FILE), seed: 9 });

  it('is applied once the file is parsed, whether the link comes before or after opening', () => {
    for (const first of [true, false]) {
      const { bench, seed } = setUp();
      bench.restoreWork(new Map([['two', { text: CHANGED, draft: null, network: null }]]));
      if (first) bench.applyWhenOpen('two', () => LINKED);
      bench.open('two', OTHER);
      if (!first) bench.applyWhenOpen('two', () => LINKED);
      expect(bench.settled).toBe(false);
      expect(seed()).toBe(9);
      expect(bench.settled).toBe(true);
      bench.undo(10);
      expect(seed()).toBe(4);
    }
  });

  it('can be dropped while the file is being parsed', () => {
    const { bench, seed } = setUp();
    bench.restoreWork(new Map([['two', { text: CHANGED, draft: null, network: null }]]));
    bench.applyWhenOpen('two', () => LINKED);
    bench.open('two', OTHER);
    bench.applyWhenOpen('', null);
    expect(bench.settled).toBe(true);
    expect(seed()).toBe(4);
    expect(bench.origin?.scenario.seed).toBe(3);
  });

  it('shows the unchanged scenario if its changes are invalid', () => {
    const { bench, seed } = setUp();
    const problems = [{ path: 'seed', problem: 'is negative', allowed: '0 or more' }];
    bench.applyWhenOpen('one', () => problems);
    expect(bench.state.value.linkProblems).toEqual(problems);
    expect(bench.settled).toBe(false);
    expect(seed()).toBe(1);
    bench.applyWhenOpen('', null);
    expect(bench.settled).toBe(true);
  });
});

describe('changes made before the engine answers', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  const SEVEN = JSON.stringify({ ...JSON.parse(FILE), seed: 7 });

  it('with a control survive an earlier draft that is accepted afterwards', () => {
    const { bench, seed } = setUp();
    bench.write(SEVEN, 0);
    bench.edit('seed', 2, 10);
    expect(seed()).toBe(2);
    expect(bench.state.value.draft).toBe(SEVEN);
    expect(bench.runner.state.value.shown?.scenario.seed).toBe(2);
    bench.write(SEVEN, 20);
    expect(seed()).toBe(7);
  });

  it('replace a link that has not been accepted yet', () => {
    const { bench, seed } = setUp();
    bench.applyWhenOpen('one', () => SEVEN);
    expect(bench.settled).toBe(false);
    bench.edit('seed', 2, 10);
    expect(seed()).toBe(2);
    expect(bench.settled).toBe(true);
  });
});

describe('a stored run', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  const scenario = JSON.parse(FILE) as Scenario;
  const summary = { ended_at_s: 5 } as Summary;
  const run: Run = {
    id: 0,
    trace: new Trace(scenario),
    scenario,
    prediction: null,
    summary,
    now_s: 5,
    stored: true,
  };
  const stored = { textHash: textHashOf(FILE), run };
  const setUpUnopened = () => new Bench(new Runner(() => new ScriptedWorker()));

  it('is shown over its whole time when its scenario opens', () => {
    const bench = setUpUnopened();
    bench.open('one', FILE, stored);
    expect(bench.runner.state.value.shown).toBe(run);
    expect(bench.view.window).toEqual({ from: 0, to: 5 });
  });

  it("isn't shown for another text, for earlier work, or next to pinned runs", () => {
    const changed = JSON.stringify({ ...scenario, seed: 4 });
    const [other, worked, pinned] = [setUpUnopened(), setUpUnopened(), setUpUnopened()];
    other.open('one', changed, stored);
    worked.restoreWork(new Map([['one', { text: changed, draft: null, network: null }]]));
    worked.open('one', FILE, stored);
    pinned.restoreKept([{ letter: 'B', label: 'pinned', name: 'one', text: changed, make: null }]);
    pinned.open('one', FILE, stored);
    for (const bench of [other, worked, pinned]) expect(bench.runner.state.value.shown).toBeNull();
  });
});
