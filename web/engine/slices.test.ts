import { expect, it } from 'vitest';
import type { FromWorker } from './protocol';
import { type EngineRun, type EngineWindow, type Opened, Slices } from './slices';

/** Slices with a fake engine, clock and message queue; `turn` delivers the next queued callback. */
function setUp(
  stepsToFinish: number,
  { msPerStep = 4, trapAt = Number.POSITIVE_INFINITY, theoryFailures = 0 } = {},
) {
  const posted: FromWorker[] = [];
  const queue: (() => void)[] = [];
  let clock = 0;
  let steps = 0;
  let freed = 0;
  let scenarios = 0;
  const openWindows = new Set<string>();
  /** A window of four steps. */
  const window = (from_s: number, to_s: number, hops: boolean): EngineWindow => {
    const name = `${from_s} to ${to_s}${hops ? ' with hops' : ''}`;
    let left = 4;
    openWindows.add(name);
    return {
      step() {
        clock += msPerStep;
        left -= 1;
        return left <= 0;
      },
      take_chunk: () => ({}),
      free: () => openWindows.delete(name),
    };
  };
  const run = (): EngineRun => {
    let left = stepsToFinish;
    return {
      step() {
        steps += 1;
        clock += msPerStep;
        if (steps >= trapAt) throw new WebAssembly.RuntimeError('unreachable');
        left -= 1;
        return left <= 0;
      },
      progress: () => 1 - left / stepsToFinish,
      take_chunk: () => ({}),
      take_intervals: () => (left % 2 === 0 ? { width_s: 1 } : undefined),
      forget_rows() {},
      summary: () => '{"digest":"d"}',
      free() {
        freed += 1;
      },
    };
  };
  const open = (text: string): Opened => {
    scenarios += 1;
    return {
      ...opened(text),
      free: () => {
        scenarios -= 1;
      },
    };
  };
  const opened = (text: string): Omit<Opened, 'free'> => ({
    verdict: () =>
      text === 'bad'
        ? '{"scenario":null,"problems":[{"path":"seed","problem":"p","allowed":"a"}]}'
        : `{"scenario":{"name":${JSON.stringify(text)}},"problems":[]}`,
    changed: () => ({
      ...opened(text),
      free: () => {
        scenarios -= 1;
      },
    }),
    run: () => (text === 'bad' ? undefined : run()),
    window,
  });
  let loads = 0;
  const loadTheory = () => {
    loads += 1;
    return loads > theoryFailures ? Promise.resolve(theory) : Promise.reject(new Error('offline'));
  };
  const theory = (scenario: string) =>
    JSON.stringify({ scenario: JSON.parse(scenario).name, flows: [], intervals: [] });
  const slices = new Slices(
    { version: '0.1.0', open, loadTheory },
    { now: () => clock, post: (message) => posted.push(message), yieldThen: (next) => queue.push(next) },
  );
  return {
    slices,
    posted,
    types: () => posted.map((message) => message.type),
    turn: () => queue.shift()?.(),
    waiting: () => queue.length,
    steps: () => steps,
    freed: () => freed,
    scenarios: () => scenarios,
    windows: () => [...openWindows],
    loads: () => loads,
  };
}

/** Resolves once pending loads have finished. */
const loaded = () => new Promise((resolve) => setTimeout(resolve));

it('slices steps for about twelve milliseconds, then posts a chunk and yields', () => {
  const { slices, types, turn, steps, waiting } = setUp(7);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  expect(types()).toEqual(['accepted']);
  turn();
  expect(steps()).toBe(3);
  expect(types()).toEqual(['accepted', 'chunk']);
  turn();
  turn();
  expect(types()).toEqual(['accepted', 'chunk', 'chunk', 'chunk', 'done']);
  expect(waiting()).toBe(0);
});

it('slices loads the theory after the first chunk of the first run, and predicts once per run', async () => {
  const { slices, posted, types, turn, loads } = setUp(4);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  expect(loads()).toBe(0);
  turn();
  turn();
  expect(types(), 'the run does not wait for it').toEqual(['accepted', 'chunk', 'chunk', 'done']);
  await loaded();
  expect(posted.at(-1)).toMatchObject({ type: 'predicted', run: 1, prediction: { scenario: 'a' } });
  posted.length = 0;
  slices.receive({ type: 'start', run: 2, scenario: 'b', credit: 9 });
  turn();
  turn();
  expect(types(), 'once loaded, it predicts after the first chunk').toEqual([
    'accepted',
    'chunk',
    'predicted',
    'chunk',
    'done',
  ]);
  expect(posted[2]).toMatchObject({ run: 2, prediction: { scenario: 'b' } });
  expect(loads()).toBe(1);
});

it('slices posts no prediction if the run was cancelled while the theory loaded', async () => {
  const { slices, posted, types, turn } = setUp(1000);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1 });
  turn();
  slices.receive({ type: 'cancel', run: 1 });
  await loaded();
  expect(types()).toEqual(['accepted', 'chunk', 'cancelled']);
  slices.receive({ type: 'start', run: 2, scenario: 'b', credit: 1 });
  turn();
  expect(posted.at(-1)).toMatchObject({ type: 'predicted', run: 2 });
});

it("slices reports that the theory didn't load", async () => {
  const { slices, posted, turn } = setUp(1000, { theoryFailures: 1 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1 });
  turn();
  await loaded();
  const message = "The theory didn't load: offline";
  const failure = { code: 'theory-not-loaded', args: { reason: 'offline' }, text: message };
  expect(posted.at(-1)).toEqual({ type: 'failed', run: 1, message, failure, problems: [] });
});

it('slices never posts more chunks than it has credit', () => {
  const { slices, types, turn, waiting } = setUp(1000);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 2 });
  turn();
  turn();
  expect(waiting()).toBe(0);
  expect(types().filter((type) => type === 'chunk')).toHaveLength(2);
  slices.receive({ type: 'credit', run: 1, chunks: 1 });
  slices.receive({ type: 'credit', run: 1, chunks: 1 });
  expect(waiting()).toBe(1);
  turn();
  turn();
  expect(waiting()).toBe(0);
  expect(types().filter((type) => type === 'chunk')).toHaveLength(4);
});

it('slices with summary_only, posts only the summary and needs no credit', () => {
  const { slices, types, turn, waiting, steps } = setUp(20);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1, summary_only: true });
  while (waiting() > 0) turn();
  expect(types()).toEqual(['accepted', 'done']);
  expect(steps()).toBe(20);
});

it('slices ends a run at its limit of events, at the same step on every machine', () => {
  for (const msPerStep of [0.01, 4, 100]) {
    const { slices, types, turn, waiting, steps, freed } = setUp(20, { msPerStep });
    const start = { type: 'start', scenario: 'a', credit: 1, summary_only: true } as const;
    slices.receive({ ...start, run: 1, limit: 7500 });
    while (waiting() > 0) turn();
    expect(types()).toEqual(['accepted', 'exceeded']);
    expect(steps()).toBe(8);
    expect(freed()).toBe(1);
    slices.receive({ ...start, run: 2, limit: 20_000 });
    while (waiting() > 0) turn();
    expect(types().at(-1)).toBe('done');
  }
});

it('slices counts the events of a run', () => {
  const { slices, posted, turn, waiting } = setUp(20);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1, summary_only: true });
  while (waiting() > 0) turn();
  expect(posted.at(-1)).toMatchObject({ type: 'done', events: 20_000 });
});

it('slices only reads a scenario without credit', () => {
  const { slices, types, waiting, steps } = setUp(20);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 0 });
  expect(types()).toEqual(['accepted']);
  expect(waiting()).toBe(0);
  expect(steps()).toBe(0);
});

it('slices ends a cancelled run between two slices, frees it once and confirms the cancel', () => {
  const { slices, types, turn, steps, freed } = setUp(1000);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  turn();
  slices.receive({ type: 'cancel', run: 1 });
  const before = steps();
  turn();
  expect(steps()).toBe(before);
  expect(freed()).toBe(1);
  expect(types()).toEqual(['accepted', 'chunk', 'cancelled']);
});

it('slices runs only the newest start and ignores credit for the older run', () => {
  const { slices, posted, turn, freed, waiting } = setUp(1000);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1 });
  slices.receive({ type: 'start', run: 2, scenario: 'b', credit: 1 });
  expect(freed()).toBe(1);
  slices.receive({ type: 'credit', run: 1, chunks: 5 });
  while (waiting() > 0) turn();
  const chunks = posted.filter((message) => message.type === 'chunk');
  expect(chunks.map((message) => message.run)).toEqual([2]);
});

it('slices still works after it has reported the problems of a scenario', () => {
  const { slices, posted, turn, types } = setUp(1);
  slices.receive({ type: 'start', run: 1, scenario: 'bad', credit: 1 });
  expect(posted[0]).toMatchObject({ type: 'failed', run: 1, problems: [{ path: 'seed' }] });
  slices.receive({ type: 'start', run: 2, scenario: 'a', credit: 1 });
  turn();
  expect(types()).toEqual(['failed', 'accepted', 'chunk', 'done']);
});

it('slices reports a trap as a failure and does not use the broken run again', () => {
  const { slices, posted, turn, freed, waiting } = setUp(1000, { trapAt: 2 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  turn();
  const message =
    'unreachable. This is a defect of engine 0.1.0. For details, run the scenario with the command line.';
  const failure = {
    code: 'engine-defect',
    args: { reason: 'unreachable', version: '0.1.0' },
    text: message,
  };
  expect(posted.at(-1)).toEqual({ type: 'failed', run: 1, message, failure, problems: [] });
  expect(waiting()).toBe(0);
  expect(freed()).toBe(0);
});

const WINDOW = { type: 'window', run: 1, from_s: 2, to_s: 3, hops: false, credit: 4 } as const;

it('slices reports intervals only when they have changed', () => {
  const { slices, posted, turn } = setUp(7);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  turn();
  const chunks = posted.filter((message) => message.type === 'chunk');
  expect(chunks.map(({ intervals }) => intervals)).toEqual([{ width_s: 1 }, undefined]);
});

it('slices keeps a run that is done for its windows, until the next start', () => {
  const { slices, posted, turn, freed, windows, scenarios } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  expect(scenarios()).toBe(1);
  expect(posted.at(-1)).toMatchObject({ type: 'done', run: 1 });
  expect(freed()).toBe(0);
  posted.length = 0;
  slices.receive({ ...WINDOW, window: 5, hops: true });
  expect(windows()).toEqual(['2 to 3 with hops']);
  turn();
  turn();
  const rows = { type: 'rows', run: 1, window: 5, rows: {} };
  expect(posted).toEqual([
    { ...rows, finished: false },
    { ...rows, finished: true },
  ]);
  expect(windows(), 'the copy is freed').toEqual([]);
  slices.receive({ ...WINDOW, window: 6 });
  slices.receive({ type: 'start', run: 2, scenario: 'b', credit: 9 });
  expect([freed(), windows(), scenarios()], 'nothing of the first run is left').toEqual([1, [], 0]);
  turn();
  turn();
  expect(posted.filter((message) => message.type === 'rows')).toHaveLength(2);
});

it('slices frees a run that is done if nobody may ask for windows, and has none of them', () => {
  const { slices, posted, turn, freed, windows } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  slices.receive({ ...WINDOW, window: 1 });
  expect(windows()).toEqual([]);
  turn();
  expect(freed()).toBe(1);
  slices.receive({ ...WINDOW, window: 2 });
  expect(posted.at(-1)).toMatchObject({ type: 'done' });
});

it('slices simulates a window while its run goes on, in turns', () => {
  const { slices, types, turn } = setUp(1000);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  slices.receive({ ...WINDOW, window: 1 });
  for (let turns = 0; turns < 4; turns += 1) turn();
  expect(types()).toEqual(['accepted', 'chunk', 'chunk', 'rows', 'chunk', 'rows']);
});

it('slices gives up a window when another is asked for', () => {
  const { slices, posted, turn, waiting, windows } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  posted.length = 0;
  slices.receive({ ...WINDOW, window: 1 });
  turn();
  slices.receive({ ...WINDOW, window: 2, from_s: 7, to_s: 8 });
  expect(windows()).toEqual(['7 to 8']);
  while (waiting() > 0) turn();
  expect(posted.map((message) => message.type === 'rows' && message.window)).toEqual([1, 2, 2]);
});

it('slices posts no more rows of a window than it has credit', () => {
  const { slices, types, turn, waiting } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  slices.receive({ ...WINDOW, window: 1, credit: 1 });
  while (waiting() > 0) turn();
  expect(types().filter((type) => type === 'rows')).toHaveLength(1);
  slices.receive({ type: 'credit', run: 1, window: 7, chunks: 1 });
  expect(waiting(), 'credit of another window').toBe(0);
  slices.receive({ type: 'credit', run: 1, window: 1, chunks: 1 });
  while (waiting() > 0) turn();
  expect(types().filter((type) => type === 'rows')).toHaveLength(2);
});
