import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { ScriptedWorker } from '../engine/scriptedWorker';
import { Bench } from './bench';
import { textHashOf } from './storedRun';
import { type Run, Trace } from './trace';
import { View } from './view';

const FILE = JSON.stringify({ seed: 1, duration_s: 10, links: [], flows: [] });

const REFUSED = JSON.stringify({ sed: 2 });

/** A bench whose engine accepts every scenario, and changes of its seed. */
function setUp() {
  const worker = new ScriptedWorker();
  const reply = (message: FromWorker) => worker.reply(message);
  const settle = () => {
    for (let next = worker.sent.shift(); next !== undefined; next = worker.sent.shift()) {
      if (next.type !== 'start') continue;
      const { run, scenario: text, changes = [], origin } = next;
      const scenario = JSON.parse(text);
      const file = origin ?? (changes.length > 0 ? text : null);
      if (file !== null) reply({ type: 'origin', run, scenario: JSON.parse(file) });
      if (changes.some(([path]) => path !== 'seed')) {
        const problems = [{ path: 'sed', problem: 'is unknown', allowed: 'seed' }];
        reply({ type: 'failed', run, message: '', problems, changed: REFUSED });
        continue;
      }
      const made = { ...scenario, ...Object.fromEntries(changes) };
      const changed = changes.length > 0 && { changed: JSON.stringify(made) };
      reply({ type: 'accepted', run, scenario: made, ...changed });
      reply({ type: 'done', run: next.run, summary: { ended_at_s: 5 } as Summary });
    }
  };
  const bench = new Bench(new View(), () => worker);
  bench.runner.wake();
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

  it('undo and redo step through the changes and treat a drag as one step', () => {
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

  it('undo and redo has its original file read too if a scenario opens changed, for example after a reload', () => {
    const { bench, seed } = setUp();
    const changed = JSON.stringify({ ...JSON.parse(FILE), seed: 4 });
    bench.restoreWork(new Map([['two', { text: changed, draft: null, network: null }]]));
    bench.open('two', FILE);
    expect(seed()).toBe(4);
    expect(bench.origin?.scenario.seed).toBe(1);
    expect(bench.state.value).toMatchObject({ text: changed, edited: true });
    expect(bench.runner.state.value.shown?.scenario.seed).toBe(4);
  });

  it('undo and redo drop the undone steps after another change', () => {
    const { bench, seed } = setUp();
    bench.edit('seed', 2, 0);
    bench.edit('seed', 3, 5000);
    bench.undo(5100);
    bench.edit('seed', 4, 5200);
    expect(bench.state.value.redoable).toBe(false);
    bench.undo(6000);
    expect(seed()).toBe(2);
  });

  it('undo and redo cover a reset and edited text, in a separate history for each scenario', () => {
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
  const LINK = { text: null, changes: [['seed', 9]] } as const;

  it('a link to a scenario that opens changed is applied to its file, and undone to the work', () => {
    for (const opened of [true, false]) {
      const { bench, seed } = setUp();
      bench.restoreWork(new Map([['two', { text: CHANGED, draft: null, network: null }]]));
      if (opened) bench.open('two', OTHER);
      if (opened) bench.follow(LINK);
      else bench.open('two', OTHER, { link: LINK });
      expect(bench.settled).toBe(false);
      expect(seed()).toBe(9);
      expect(bench.settled).toBe(true);
      expect(bench.origin?.scenario.seed).toBe(3);
      bench.undo(10);
      expect(seed()).toBe(4);
    }
  });

  it('a link to a scenario that opens changed can be dropped while the engine reads it', () => {
    const { bench, seed } = setUp();
    bench.restoreWork(new Map([['two', { text: CHANGED, draft: null, network: null }]]));
    bench.open('two', OTHER, { link: LINK });
    bench.dropLink();
    expect(bench.settled).toBe(true);
    expect(seed()).toBe(4);
  });

  it('a link to a scenario that opens changed may contain the scenario, whose file is read too', () => {
    const { bench, seed } = setUp();
    bench.open('two', OTHER, { link: { text: CHANGED, changes: [] } });
    expect(seed()).toBe(4);
    expect(bench.state.value).toMatchObject({ text: CHANGED, edited: true });
    expect(bench.origin?.scenario.seed).toBe(3);
    bench.reset(10);
    expect(seed()).toBe(3);
  });

  it('a link to a scenario that opens changed shows the unchanged scenario if its changes are invalid, and what they made as a draft', () => {
    const { bench, seed } = setUp();
    bench.follow({ text: null, changes: [['sed', 2]] });
    expect(seed()).toBe(1);
    expect(bench.state.value.linkProblems.map(({ path }) => path)).toEqual(['sed']);
    expect(bench.state.value.draft).toBe(REFUSED);
    expect(bench.settled).toBe(false);
    bench.dropLink();
    expect(bench.settled).toBe(true);
  });

  it('a link to a scenario that opens changed is waited for from the first moment', () => {
    const { bench, seed } = setUp();
    const seen: boolean[] = [];
    const stop = bench.runner.state.subscribe(() => seen.push(bench.settled));
    bench.follow(LINK);
    stop();
    expect(seen).toEqual([false]);
    expect(seed()).toBe(9);
    expect(bench.settled).toBe(true);
  });

  it('a link to a scenario that opens changed can become what Reset returns to', () => {
    const { bench, seed } = setUp();
    bench.follow(LINK);
    expect(seed()).toBe(9);
    bench.rebase();
    expect(bench.state.value.edited).toBe(false);
    bench.edit('seed', 5, 5000);
    bench.reset(9000);
    expect(seed()).toBe(9);
  });
});

describe('changes made before the engine answers', () => {
  beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 1));
  afterEach(() => void vi.unstubAllGlobals());

  const SEVEN = JSON.stringify({ ...JSON.parse(FILE), seed: 7 });

  it('changes made before the engine answers with a control survive an earlier draft that is accepted afterwards', () => {
    const { bench, seed } = setUp();
    bench.write(SEVEN, 0);
    bench.edit('seed', 2, 10);
    expect(seed()).toBe(2);
    expect(bench.state.value.draft).toBe(SEVEN);
    expect(bench.runner.state.value.shown?.scenario.seed).toBe(2);
    bench.write(SEVEN, 20);
    expect(seed()).toBe(7);
  });

  it('changes made before the engine answers replace a link that has not been accepted yet', () => {
    const { bench, seed } = setUp();
    bench.follow({ text: null, changes: [['seed', 7]] });
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
  const setUpUnopened = () => new Bench(new View(), () => new ScriptedWorker());

  it('a stored run is shown over its whole time when its scenario opens', () => {
    const bench = setUpUnopened();
    bench.open('one', FILE, { stored });
    expect(bench.runner.state.value.shown).toBe(run);
    expect(bench.view.window).toEqual({ from: 0, to: 5 });
  });

  it("a stored run isn't shown for another text, for earlier work, or next to pinned runs", () => {
    const changed = JSON.stringify({ ...scenario, seed: 4 });
    const [other, worked, pinned] = [setUpUnopened(), setUpUnopened(), setUpUnopened()];
    other.open('one', changed, { stored });
    worked.restoreWork(new Map([['one', { text: changed, draft: null, network: null }]]));
    worked.open('one', FILE, { stored });
    pinned.restorePinned([{ letter: 'B', label: 'pinned', name: 'one', text: changed, changes: [] }]);
    pinned.open('one', FILE, { stored });
    for (const bench of [other, worked, pinned]) expect(bench.runner.state.value.shown).toBeNull();
  });
});
