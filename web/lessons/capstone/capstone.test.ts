import { beforeAll, describe, expect, it, vi } from 'vitest';
import { scriptedFrames } from '../../lab/time/scriptedFrames';
import { simulatedText } from '../../run/simulated';
import { type Run, Trace } from '../../run/trace';
import { isPart } from '../../scenario/edit';
import { byHandSender, type Move } from './game';
import { type CapstonePath, PATHS, withSender } from './paths';
import { pointsAt } from './race';
import { columnsOf, RIVALS, ranking } from './ranking';
import { inlineWorkers, ran } from './ranSession';
import { payload, scoreOf } from './score';
import { select, senderStatsAt } from './senderView';
import { DesignSession, HandSession, SENDER_PATH } from './sessions';

function pathNamed(name: string): CapstonePath {
  const path = PATHS.find((one) => one.name === name);
  if (path === undefined) throw new Error(name);
  return path;
}

/** Runs a path with a fixed list of moves. */
async function steered(path: CapstonePath, moves: readonly Move[]): Promise<Run> {
  return await simulatedText(withSender(path, byHandSender(moves, path.firstCwnd)));
}

function pointsOf(path: CapstonePath, { summary }: Run): number {
  return summary === null ? 0 : scoreOf(path, summary).points;
}

/** Moves that anticipate events, as on a second try. */
const HANDS: Record<string, Move[]> = {
  'window-quiet': [
    { at_s: 0, cwnd: 20 },
    { at_s: 10, cwnd: 10 },
    { at_s: 20, cwnd: 21 },
  ],
  'window-radio': [
    { at_s: 0, cwnd: 17 },
    { at_s: 9.9, cwnd: 9 },
    { at_s: 20, cwnd: 17 },
  ],
  'window-long': [
    { at_s: 0, cwnd: 80 },
    { at_s: 8.5, cwnd: 60 },
    { at_s: 15, cwnd: 80 },
  ],
  'window-storm': [
    { at_s: 0, cwnd: 36 },
    { at_s: 5, cwnd: 9 },
    { at_s: 8, cwnd: 36 },
    { at_s: 12, cwnd: 18 },
    { at_s: 15, cwnd: 36 },
    { at_s: 19, cwnd: 9 },
    { at_s: 25, cwnd: 36 },
  ],
  'window-cell': [
    { at_s: 0, cwnd: 18 },
    { at_s: 7.9, cwnd: 6 },
    { at_s: 12.95, cwnd: 23 },
    { at_s: 19.9, cwnd: 12 },
  ],
};

/** Moves that always keep some packets queued and overflow no queue. */
const FULL: Record<string, Move[]> = {
  'window-quiet': [
    { at_s: 0, cwnd: 28 },
    { at_s: 10, cwnd: 16 },
    { at_s: 20, cwnd: 28 },
  ],
  'window-radio': [
    { at_s: 0, cwnd: 20 },
    { at_s: 10, cwnd: 12 },
    { at_s: 20, cwnd: 20 },
  ],
  'window-long': [{ at_s: 0, cwnd: 83 }],
  'window-storm': [
    { at_s: 0, cwnd: 42 },
    { at_s: 5, cwnd: 14 },
    { at_s: 8, cwnd: 42 },
    { at_s: 12, cwnd: 24 },
    { at_s: 15, cwnd: 42 },
    { at_s: 19, cwnd: 14 },
    { at_s: 25, cwnd: 42 },
  ],
  'window-cell': [{ at_s: 0, cwnd: 30 }],
};

describe.each(PATHS.map((path) => [path.name, path] as const))('%s', (name, path) => {
  it(`${name} has the base RTT and the link that its score uses`, async () => {
    const run = await steered(path, [{ at_s: 0, cwnd: 1 }]);
    const { rtt_ms } = run.trace.rows('rtts', 0);
    // The emulator of Ahn et al. releases packets at the ticks of a 1 ms clock, at each of eight ports.
    const late = Math.min(...rtt_ms) - path.base_rtt_ms;
    expect(late).toBeGreaterThanOrEqual(-0.1);
    expect(late).toBeLessThan(name === 'window-quiet' ? 8 : 0.1);
    expect(run.trace.links).toContain(path.bottleneck);
    expect(run.scenario.duration_s).toBe(path.duration_s);
    const rwnd = (run.scenario.flows[0]?.rwnd_bytes ?? 0) / (run.scenario.flows[0]?.smss_bytes ?? 1);
    expect(rwnd).toBeGreaterThanOrEqual(path.maxCwnd);
  });

  it(`${name} carries the fair share, and hardly more, with a window that keeps a queue`, async () => {
    const { summary } = await steered(path, FULL[name] ?? []);
    const [own, ...others] = (summary?.flows ?? []).map((flow) => flow.goodput_bytes_per_s);
    // The other flow of the long path sends for 22 of the 30 s. Half of the link is its share then.
    const [other = 0] = others;
    const all = (own ?? 0) + (22 / 30) * other;
    const carried = path.fair_bytes_per_s + (others.length > 0 ? (22 / 30) * payload(2_500_000, 1460) : 0);
    expect(all / carried).toBeGreaterThan(0.98);
    expect(all / carried).toBeLessThan(1.01);
  });

  it(`${name} gives the largest window less than a quarter of the points`, async () => {
    const run = await steered(path, [{ at_s: 0, cwnd: path.maxCwnd }]);
    expect(pointsOf(path, run)).toBeGreaterThan(0);
    expect(pointsOf(path, run)).toBeLessThan(25);
  });

  it(`${name} counts points during a run that lead to its score`, async () => {
    for (const { name: preset } of RIVALS) {
      const run = await simulatedText(withSender(path, { preset }));
      // Segments in flight at the end, and ACKs of a few bytes, make a small difference.
      expect(Math.abs(pointsAt(path, run, path.duration_s) - pointsOf(path, run)), preset).toBeLessThan(0.5);
      expect(pointsAt(path, run, 0)).toBe(0);
      expect(pointsAt(path, run, path.duration_s / 2)).toBeGreaterThan(1);
    }
  });

  it(`${name} lets moves that anticipate events beat every preset`, async () => {
    const rivals = await Promise.all(
      RIVALS.map(async ({ name: preset }) =>
        pointsOf(path, await simulatedText(withSender(path, { preset }))),
      ),
    );
    const own = pointsOf(path, await steered(path, HANDS[name] ?? []));
    expect(own).toBeGreaterThan(Math.max(...rivals));
  });
});

it('the paths get harder: fewer and fewer windows reach 60 points if they never move', async () => {
  const shares: number[] = [];
  for (const path of PATHS) {
    const windows = Array.from({ length: path.maxCwnd }, (_, at) => at + 1);
    const points = await Promise.all(
      windows.map(async (cwnd) => pointsOf(path, await steered(path, [{ at_s: 0, cwnd }]))),
    );
    shares.push(points.filter((one) => one >= 60).length / windows.length);
  }
  expect(shares).toEqual([...shares].sort((a, b) => b - a));
  expect(shares[0]).toBeGreaterThan(0.2);
  expect(shares.at(-1)).toBeLessThan(0.12);
});

it('the paths let a window that never moves beat Reno on the first one', async () => {
  const path = pathNamed('window-quiet');
  const reno = pointsOf(path, await simulatedText(withSender(path, { preset: 'reno' })));
  for (const cwnd of [15, 20, 25, 30])
    expect(pointsOf(path, await steered(path, [{ at_s: 0, cwnd }])), `${cwnd}`).toBeGreaterThan(reno);
});

it('a game with the real engine ends as an ordinary scenario whose run can be repeated', async () => {
  const path = pathNamed('window-quiet');
  const { frames, pass } = scriptedFrames();
  const session = new HandSession(path, frames, null, inlineWorkers());
  await ran(session);
  session.game.setSpeed(4);
  session.game.play();
  for (const cwnd of [8, 14, 20]) {
    pass(500);
    session.game.steer(cwnd);
    await ran(session);
  }
  expect(session.outcome()).toBeNull();
  pass(8000);
  const outcome = session.outcome();
  expect(outcome?.moves.map((move) => move.cwnd)).toEqual([8, 14, 20]);
  const again = await simulatedText(outcome?.text ?? '');
  expect(again.summary?.digest).toBe(outcome?.run.summary?.digest);
  // The trace contains the windows of the moves and no others.
  const { cwnd } = again.trace.rows('windows', 0);
  expect(new Set(cwnd)).toEqual(new Set([4, 8, 14, 20]));
});

it('a game with the real engine runs the engine once per move, not once per picture', async () => {
  const { frames, pass } = scriptedFrames();
  const session = new HandSession(pathNamed('window-quiet'), frames, null, inlineWorkers());
  let runs = 0;
  session.shown.subscribe(() => {
    runs += 1;
  });
  await ran(session);
  session.game.play();
  pass(1000);
  session.game.steer(9);
  await ran(session);
  pass(1000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(2);
});

describe("the sender's view", () => {
  const path = pathNamed('window-radio');
  const early: Move[] = [
    { at_s: 0, cwnd: 30 },
    { at_s: 3, cwnd: 20 },
  ];
  let run: Run;
  beforeAll(async () => {
    run = await steered(path, early);
  });
  const window = { from: 0, to: 10 };

  it("the sender's view doesn't depend on later moves", async () => {
    const other = await steered(path, [...early, { at_s: 6.01, cwnd: 1 }]);
    const marks = select(run.trace, early, path.firstCwnd, 6, window, 800);
    expect(select(other.trace, early, path.firstCwnd, 6, window, 800)).toEqual(marks);
    expect(senderStatsAt(other.trace, 6)).toEqual(senderStatsAt(run.trace, 6));
    expect(select(other.trace, early, path.firstCwnd, 8, window, 800)).not.toEqual(
      select(run.trace, early, path.firstCwnd, 8, window, 800),
    );
  });

  it("the sender's view ends at the moment shown", () => {
    const { cwnd, flight, acked, rtts, shortest, lossEvents } = select(run.trace, early, 4, 6, window, 800);
    const shown = [cwnd, flight, acked, rtts, shortest, ...lossEvents.map(({ points }) => points)];
    for (const { time_s } of shown) expect(Math.max(0, ...time_s)).toBeLessThanOrEqual(6);
    expect(rtts.time_s.length).toBeGreaterThan(100);
    expect(lossEvents.find(({ kind }) => kind === 'retransmit_fast')?.points.time_s.length).toBeGreaterThan(
      0,
    );
  });

  it("the sender's view uses only its own windows, samples and segments, no drops or queues", () => {
    const without = new Trace(run.scenario);
    const own = run.trace.rows('segments', 0);
    // Kinds 0 to 5: send, retransmissions, ack, dup_ack. The sender sees all of them.
    const kept = [...own.kind.keys()].filter((row) => (own.kind[row] ?? 99) <= 5);
    const flows = (rows: number) => new Uint16Array(rows);
    without.append({
      windows: { ...run.trace.rows('windows', 0), flow: flows(run.trace.rows('windows', 0).time_s.length) },
      rtts: { ...run.trace.rows('rtts', 0), flow: flows(run.trace.rows('rtts', 0).time_s.length) },
      segments: {
        time_s: Float64Array.from(kept, (row) => own.time_s[row] ?? 0),
        kind: Uint8Array.from(kept, (row) => own.kind[row] ?? 0),
        seq: Uint32Array.from(kept, (row) => own.seq[row] ?? 0),
        place: new Uint16Array(kept.length),
        flow: flows(kept.length),
      },
    } as Parameters<Trace['append']>[0]);
    expect(select(without, early, 4, 9, window, 800)).toEqual(select(run.trace, early, 4, 9, window, 800));
    expect(senderStatsAt(without, 9)).toEqual(senderStatsAt(run.trace, 9));
  });

  it("the sender's view has the sender's measurements at a moment", () => {
    const stats = senderStatsAt(run.trace, 9);
    expect(stats.shortest_ms).toBeCloseTo(path.base_rtt_ms, 1);
    // At 1.6 Mbit/s, 133 segments of 1500 bytes pass per second.
    expect(stats.acked_per_s).toBeGreaterThan(100);
    expect(stats.acked_per_s).toBeLessThan(140);
    expect(stats.resent).toBeGreaterThan(5);
    expect(senderStatsAt(run.trace, 0)).toMatchObject({ rtt_ms: null, acked_per_s: 0, resent: 0 });
  });
});

/** Waits until the engine has run the sender. */
const designed = async ({ shown, sender }: DesignSession) => {
  const run = await vi.waitUntil(() => sender.value && shown.value?.sender === sender.value && shown.value, {
    timeout: 20_000,
    interval: 1,
  });
  return { sender: run.sender, scenario: run.run.scenario };
};

it('a designed sender starts as a preset and runs after each change', async () => {
  const session = new DesignSession(pathNamed('window-quiet'), 'vegas', inlineWorkers());
  const first = await designed(session);
  expect(session.differing(first.sender)).toEqual([]);
  expect(first.scenario.flows[0]?.sender.preset).toBe('vegas');
  session.edit(`${SENDER_PATH}.avoidance.alpha`, 0.5);
  const second = await designed(session);
  expect(session.differing(second.sender)).toEqual(['avoidance.alpha']);
  expect(second.scenario.flows[0]?.sender.avoidance).toMatchObject({ kind: 'cam', alpha: 0.5 });
});

it('a designed sender can be taken to another path', async () => {
  const first = new DesignSession(pathNamed('window-quiet'), 'vegas', inlineWorkers());
  await designed(first);
  first.edit(`${SENDER_PATH}.avoidance.beta`, 2);
  const sender = first.sender.value;
  if (sender === null) throw new Error('The session has no sender.');
  const second = new DesignSession(pathNamed('window-radio'), sender, inlineWorkers());
  expect((await designed(second)).scenario.name).toBe('window-radio');
  expect(second.differing(sender)).toEqual(['avoidance.beta']);
});

it('a designed sender ignores changes outside the sender', async () => {
  const session = new DesignSession(pathNamed('window-quiet'), 'reno', inlineWorkers());
  const { sender } = await designed(session);
  session.edit('links.0.rate_bps', 1e9);
  expect(session.sender.value).toBe(sender);
  session.choose('bbr');
  const { avoidance } = session.sender.value ?? {};
  expect(isPart(avoidance) && avoidance.kind).toBe('bbr');
});

it('the ranking sorts by points, and has a column for the other flows of a shared path', async () => {
  const path = pathNamed('window-long');
  const entrants = await Promise.all(
    RIVALS.map(async ({ name, label }) => ({
      name,
      label,
      run: await simulatedText(withSender(path, { preset: name })),
    })),
  );
  const ranked = ranking(path, entrants);
  const points = ranked.map(({ score }) => score.points);
  expect(points).toEqual([...points].sort((a, b) => b - a));
  expect(ranked).toHaveLength(4);
  expect(columnsOf(ranked).at(-1)?.label()).toBe('the other got');
  const [first] = ranked;
  expect(first && columnsOf(ranked).at(-1)?.of(first, path)).toMatch(/kB\/s$/);
  const unfinished = entrants.map((one) => ({ ...one, run: { ...one.run, summary: null } }));
  expect(ranking(path, unfinished)).toEqual([]);
});

it('the steady window that the lesson calls just full has more points than its neighbors', async () => {
  const path = pathNamed('window-quiet');
  const [less = 0, full = 0, more = 0] = await Promise.all(
    [20, 21, 22].map(async (cwnd) => pointsOf(path, await steered(path, [{ at_s: 0, cwnd }]))),
  );
  expect(full).toBeGreaterThan(less);
  expect(full).toBeGreaterThan(more);
});
