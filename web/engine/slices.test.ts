import { expect, it } from 'vitest';
import type { EngineRun, Opened } from './engineRun';
import type { FromWorker } from './protocol';
import { Slices } from './slices';

/** Slices with a fake engine, clock and message queue; `turn` delivers the next queued callback. */
function setUp(
  stepsToFinish: number,
  {
    msPerStep = 4,
    trapAt = Number.POSITIVE_INFINITY,
    theoryFailures = 0,
    thinned = 0,
    shared = false,
    trackFailures = 0,
  } = {},
) {
  const posted: FromWorker[] = [];
  const queue: (() => void)[] = [];
  let clock = 0;
  let steps = 0;
  let freed = 0;
  let scenarios = 0;
  let runs = 0;
  let tracks = 0;
  /** The state of the fake runs, as the engine's is in its memory. */
  const memory = { buffer: new ArrayBuffer(8192) };
  const state = new Int32Array(memory.buffer);
  const excerpts: string[] = [];
  const replays = new Set<number>();
  const run = (): EngineRun => {
    // Words of a run: the steps it has done, and the step with which it ends.
    const place = 2 * runs;
    runs += 1;
    state.set([0, stepsToFinish], place);
    replays.add(place);
    const [done, end] = [() => state[place] ?? 0, () => state[place + 1] ?? 0];
    return {
      step() {
        steps += 1;
        clock += msPerStep;
        if (steps >= trapAt) throw new WebAssembly.RuntimeError('unreachable');
        state[place] = done() + 1;
        return done() >= end();
      },
      progress: () => done() / end(),
      take_chunk: () => ({}),
      take_intervals: () => ((end() - done()) % 2 === 0 ? { width_s: 1 } : undefined),
      forget_rows() {},
      // An excerpt takes four steps.
      excerpt(from_s, to_s, hops) {
        if (from_s > 100) return;
        excerpts.push(`${from_s} to ${to_s} s${hops ? ' with hops' : ''}, from step ${done()}`);
        state[place + 1] = done() + 4;
      },
      summary: () => JSON.stringify({ digest: 'd', rows_thinned: thinned }),
      free() {
        freed += 1;
        replays.delete(place);
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
        : `{"scenario":{"name":${JSON.stringify(text)},"duration_s":100},"problems":[]}`,
    changed: () => ({
      ...opened(text),
      free: () => {
        scenarios -= 1;
      },
    }),
    run: () => (text === 'bad' ? undefined : run()),
  });
  let loads = 0;
  const loadTheory = () => {
    loads += 1;
    return loads > theoryFailures ? Promise.resolve(theory) : Promise.reject(new Error('offline'));
  };
  const theory = (scenario: string) =>
    JSON.stringify({ scenario: JSON.parse(scenario).name, flows: [], intervals: [] });
  const slices = new Slices(
    {
      version: '0.1.0',
      open,
      loadTheory,
      loadTrack: () => {
        tracks += 1;
        return tracks > trackFailures
          ? Promise.resolve({ memory: shared ? null : memory, open })
          : Promise.reject(new Error('offline'));
      },
    },
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
    runs: () => replays.size,
    excerpts,
    tracks: () => tracks,
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

const WINDOW = { type: 'window', run: 1, use: 'plots', from_s: 2, to_s: 3, hops: false, credit: 4 } as const;

it('slices reports intervals only when they have changed', () => {
  const { slices, posted, turn } = setUp(7);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  turn();
  const chunks = posted.filter((message) => message.type === 'chunk');
  expect(chunks.map(({ intervals }) => intervals)).toEqual([{ width_s: 1 }, undefined]);
});

it('slices simulates windows of a run that is done, until the next start', async () => {
  const { slices, posted, turn, freed, excerpts, runs, scenarios } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  slices.receive({ ...WINDOW, window: 4 });
  turn();
  expect([freed(), runs(), scenarios()], 'nothing is kept until somebody looks').toEqual([1, 0, 0]);
  expect(posted.at(-1)).toMatchObject({ type: 'done', run: 1 });
  posted.length = 0;
  slices.receive({ ...WINDOW, window: 5, hops: true });
  await loaded();
  turn();
  turn();
  const rows = { type: 'rows', run: 1, window: 5, rows: {} };
  expect(posted.filter(({ type }) => type === 'rows')).toEqual([
    { ...rows, now_s: 75, finished: false },
    { ...rows, now_s: 100, finished: true },
  ]);
  expect(excerpts).toEqual(['2 to 3 s with hops, from step 0']);
  slices.receive({ ...WINDOW, window: 6 });
  slices.receive({ type: 'start', run: 2, scenario: 'b', credit: 9 });
  expect([runs(), scenarios()], 'nothing of the first run is left').toEqual([1, 0]);
  turn();
  turn();
  expect(posted.filter((message) => message.type === 'rows')).toHaveLength(2);
});

it('slices has no windows of a run that was started without', async () => {
  const { slices, posted, turn, excerpts, waiting } = setUp(3, { thinned: 1 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9 });
  turn();
  slices.receive({ ...WINDOW, window: 2 });
  await loaded();
  expect([waiting(), excerpts]).toEqual([0, []]);
  expect(posted.at(-1)).toMatchObject({ type: 'predicted' });
});

it('slices goes through a run that lacks rows again at once, and simulates windows from its checkpoints', async () => {
  const { slices, posted, turn, excerpts, waiting } = setUp(1000, { thinned: 1 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1e6, windows: true });
  while (waiting() > 0) turn();
  expect(posted.at(-1)).toMatchObject({ type: 'done' });
  await loaded();
  for (let turns = 0; turns < 60; turns += 1) turn();
  // 60 slices of three steps, each 0.1 s: checkpoints after 66, 132, … steps.
  const windows = [
    [3, 0],
    [6.6, 0],
    [6.7, 66],
    [13.3, 132],
    [99.1, 132],
  ] as const;
  for (const [window, [from_s]] of windows.entries()) {
    slices.receive({ ...WINDOW, window, from_s, to_s: 99.5 });
    turn();
  }
  expect(excerpts).toEqual(windows.map(([from_s, step]) => `${from_s} to 99.5 s, from step ${step}`));
  while (waiting() > 0) turn();
  slices.receive({ ...WINDOW, window: 9, from_s: 99.1, to_s: 99.5 });
  while (waiting() > 0) turn();
  expect(excerpts.at(-1)).toBe('99.1 to 99.5 s, from step 990');
});

it('slices simulates windows from the start where others use the engine, too', async () => {
  const { slices, turn, excerpts, runs, waiting } = setUp(1000, { thinned: 1, shared: true });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1e6, windows: true });
  while (waiting() > 0) turn();
  await loaded();
  expect(waiting(), 'no way through the run').toBe(0);
  for (const window of [1, 2]) {
    slices.receive({ ...WINDOW, window, from_s: 90, to_s: 91 });
    while (waiting() > 0) turn();
  }
  expect(excerpts).toEqual(['90 to 91 s, from step 0', '90 to 91 s, from step 0']);
  expect(runs(), 'one for the next window').toBe(1);
});

it('slices starts one engine for windows, however often it is wanted before it is there', async () => {
  const { slices, turn, tracks, excerpts, waiting } = setUp(3, { thinned: 1 });
  for (const run of [1, 2]) {
    slices.receive({ type: 'start', run, scenario: 'a', credit: 9, windows: true });
    turn();
    for (const window of [1, 2]) slices.receive({ ...WINDOW, run, window: 10 * run + window });
  }
  await loaded();
  while (waiting() > 0) turn();
  expect([tracks(), excerpts]).toEqual([1, ['2 to 3 s, from step 0']]);
});

it('slices tries to start the engine for windows again when the next one is asked for', async () => {
  const { slices, posted, turn, tracks, waiting } = setUp(3, { trackFailures: 1 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  for (const window of [1, 2]) {
    slices.receive({ ...WINDOW, window });
    await loaded();
  }
  while (waiting() > 0) turn();
  expect(tracks()).toBe(2);
  expect(posted.flatMap((message) => (message.type === 'rows' ? [message.window] : []))).toEqual([2, 2]);
});

it('slices frees what windows need, wherever the engine is, before it starts or cancels another run', async () => {
  for (const next of ['start', 'cancel'] as const) {
    const { slices, posted, turn, runs, scenarios, waiting } = setUp(200, { thinned: 1 });
    slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1e6, windows: true });
    while (waiting() > 0) turn();
    await loaded();
    while (waiting() > 0) turn();
    slices.receive({ ...WINDOW, window: 1, from_s: 90, to_s: 91 });
    turn();
    slices.receive(
      next === 'start' ? { type: next, run: 2, scenario: 'b', credit: 9 } : { type: next, run: 1 },
    );
    expect([runs(), scenarios()], next).toEqual([next === 'start' ? 1 : 0, 0]);
    while (waiting() > 0) turn();
    expect(posted.filter(({ type }) => type === 'rows')).toHaveLength(1);
  }
});

it('slices gives up a window when another is asked for', async () => {
  const { slices, posted, turn, waiting, excerpts } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  posted.length = 0;
  slices.receive({ ...WINDOW, window: 0 });
  slices.receive({ ...WINDOW, window: 1 });
  await loaded();
  turn();
  slices.receive({ ...WINDOW, window: 2, from_s: 7, to_s: 8 });
  while (waiting() > 0) turn();
  expect(excerpts).toEqual(['2 to 3 s, from step 0', '7 to 8 s, from step 0']);
  expect(posted.flatMap((message) => (message.type === 'rows' ? [message.window] : []))).toEqual([1, 2, 2]);
});

it('slices answers requests for different uses one after the other, and finishes the one that has begun', async () => {
  const { slices, posted, turn, waiting, excerpts } = setUp(200);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1e6, windows: true });
  while (waiting() > 0) turn();
  posted.length = 0;
  slices.receive({ ...WINDOW, use: 'table', window: 1, from_s: 5 });
  await loaded();
  turn();
  slices.receive({ ...WINDOW, use: 'packets', window: 2, hops: true });
  slices.receive({ ...WINDOW, use: 'plots', window: 3, from_s: 4 });
  slices.receive({ ...WINDOW, use: 'packets', window: 4, from_s: 6 });
  while (waiting() > 0) turn();
  const from0 = 'from step 0';
  expect(excerpts).toEqual([`5 to 3 s, ${from0}`, `4 to 3 s, ${from0}`, `6 to 3 s, ${from0}`]);
  const rows = posted.filter((message) => message.type === 'rows');
  expect(rows.map(({ window, finished }) => [window, finished])).toEqual(
    [1, 3, 4].flatMap((window) => [
      [window, false],
      [window, true],
    ]),
  );
});

it('slices gives up windows that nobody wants, before and after they have begun, and goes on with others', async () => {
  const { slices, posted, turn, waiting } = setUp(200);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 1e6, windows: true });
  while (waiting() > 0) turn();
  posted.length = 0;
  for (const [window, use] of [
    [1, 'plots'],
    [2, 'packets'],
  ] as const)
    slices.receive({ ...WINDOW, use, window, credit: 1 });
  slices.receive({ type: 'leave', run: 1, window: 1 });
  slices.receive({ ...WINDOW, use: 'table', window: 3 });
  await loaded();
  turn();
  // The window without credit keeps the next one waiting until it's left.
  expect(waiting()).toBe(0);
  slices.receive({ type: 'leave', run: 1, window: 2 });
  while (waiting() > 0) turn();
  const rows = posted.filter((message) => message.type === 'rows');
  expect(rows.map(({ window, finished }) => [window, finished])).toEqual([
    [2, false],
    [3, false],
    [3, true],
  ]);
});

it('slices says that there are no windows if their engine cannot be started', async () => {
  const { slices, posted, turn, waiting } = setUp(3, { trackFailures: 1 });
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  slices.receive({ ...WINDOW, window: 1 });
  await loaded();
  while (waiting() > 0) turn();
  expect(posted.at(-1)).toEqual({ type: 'no-windows', run: 1, reason: 'offline' });
});

it('slices keeps the windows of a run while the next scenario is refused', async () => {
  const { slices, posted, turn, waiting } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  slices.receive({ type: 'start', run: 2, scenario: 'bad', credit: 9, windows: true });
  slices.receive({ ...WINDOW, window: 1 });
  await loaded();
  while (waiting() > 0) turn();
  expect(posted.at(-1)).toMatchObject({ type: 'rows', run: 1, finished: true });
});

it('slices posts no more rows of a window than it has credit', async () => {
  const { slices, types, turn, waiting } = setUp(3);
  slices.receive({ type: 'start', run: 1, scenario: 'a', credit: 9, windows: true });
  turn();
  slices.receive({ ...WINDOW, window: 1, credit: 1 });
  await loaded();
  while (waiting() > 0) turn();
  expect(types().filter((type) => type === 'rows')).toHaveLength(1);
  slices.receive({ type: 'credit', run: 1, window: 7, chunks: 1 });
  expect(waiting(), 'credit of another window').toBe(0);
  slices.receive({ type: 'credit', run: 1, window: 1, chunks: 1 });
  while (waiting() > 0) turn();
  expect(types().filter((type) => type === 'rows')).toHaveLength(2);
});
