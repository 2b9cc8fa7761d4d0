/** Tests when packets are fetched. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import { problemAt, ScriptedWorker } from '../../engine/scriptedWorker';
import '../../run/simulate';
import { type Run, Trace } from '../../run/trace';
import { Workers } from '../../run/workers';
import { Closeup } from './closeup';

const scenario = {
  duration_s: 1000,
  links: [
    {
      name: 'only',
      from: 'a',
      to: 'b',
      both_ways: false,
      rate_bps: 8e6,
      delay_ms: 10,
      clock_us: 0,
      queue: { kind: 'drop_tail_packets', limit_packets: 10 },
    },
  ],
  flows: [
    {
      name: 'one',
      from: 'a',
      to: 'b',
      route: [],
      route_back: [],
      smss_bytes: 960,
      header_bytes: 40,
      sender: { timestamps: false },
      start_s: 0,
      start_jitter_s: 0,
    },
  ],
  datagrams: [],
  timeline: [],
} as unknown as Scenario;

/** 1,000 packets/s fill the link and make 4,000 rows/s, so each fetch covers 100 s. */
const run = (id: number, over = true): Run => ({
  id,
  trace: new Trace(scenario),
  scenario,
  prediction: null,
  summary: over
    ? ({ ended_at_s: 1000, links: [{ utilization: 1, max_queue_bytes: 10_000 }] } as unknown as Summary)
    : null,
  now_s: over ? 1000 : 500,
});

interface RecordedRun {
  duration_s: number;
  record: { max_rows: number; hops: { from_s: number; to_s: number } };
}

function setUp() {
  const created: ScriptedWorker[] = [];
  const create = () => {
    const worker = new ScriptedWorker();
    created.push(worker);
    setTimeout(() => worker.reply({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue }));
    return worker;
  };
  const closeup = new Closeup(new Workers(1, create));
  const starts = () =>
    created.flatMap(({ sent }) => sent.flatMap((message) => (message.type === 'start' ? [message] : [])));
  const requests = () => starts().map(({ scenario: text }) => JSON.parse(text) as RecordedRun);
  const say = (...[message]: Parameters<ScriptedWorker['reply']>) =>
    created.at(-1)?.reply({ ...message, run: starts().at(-1)?.run ?? 0 } as typeof message);
  const progress = async (share: number) => {
    say({ type: 'chunk', run: 0, rows: {}, progress: share });
    await pass(0);
  };
  const answer = async () => {
    const last = starts().at(-1);
    if (last === undefined) throw new Error('no run was started');
    say({ type: 'accepted', run: 0, scenario: JSON.parse(last.scenario) });
    const summary = { ended_at_s: 1000, hops_stopped_at_s: null } as unknown as Summary;
    say({ type: 'done', run: 0, summary });
    await pass(1);
  };
  const refuse = async () => {
    say({ type: 'failed', run: 0, message: 'no', problems: [problemAt('flows', 'wrong', 'right')] });
    await pass(1);
  };
  return { closeup, requests, progress, answer, refuse, created };
}

/** Lets time pass, and a worker start and be read. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1);
}

describe('packets around a moment', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('packets around a moment are fetched when the run has finished and the drag is over', async () => {
    const { closeup, requests } = setUp();
    closeup.look(run(1, false), 500);
    await pass(1000);
    expect(requests()).toEqual([]);
    for (let id = 2; id < 20; id += 1) {
      closeup.look(run(id), 500);
      await pass(150);
    }
    expect(requests()).toEqual([]);
    await pass(50);
    expect(requests()).toHaveLength(1);
    const { duration_s, record } = requests()[0] as RecordedRun;
    // A packet behind 10,000 queued bytes takes 20 ms: 10 ms in the queue and 10 ms of delay.
    expect(record.hops.to_s - record.hops.from_s).toBeCloseTo(100 + 0.02, 6);
    expect(record.hops.from_s).toBeCloseTo(500 - 0.2 * (100 - 0.02) - 0.02, 6);
    expect(duration_s).toBeCloseTo(record.hops.to_s, 6);
  });

  it('packets around a moment are kept while the moment is in their window, and the next are fetched before it ends', async () => {
    const { closeup, requests, answer } = setUp();
    const one = run(1);
    closeup.look(one, 500);
    await pass(200);
    await answer();
    expect(closeup.state.value.known).toMatchObject({ run: 1 });
    for (const moment of [480.5, 510, 549]) closeup.look(one, moment);
    await pass(500);
    expect(requests()).toHaveLength(1);
    closeup.look(one, 551);
    await pass(200);
    expect(requests()).toHaveLength(2);
    // The current packets stay until the next ones arrive.
    expect(closeup.state.value.known?.window.to).toBeGreaterThan(551);
    closeup.look(one, 552);
    await pass(500);
    expect(requests()).toHaveLength(2);
  });

  it('packets around a moment are not requested again after the engine has rejected the run', async () => {
    const { closeup, requests, refuse } = setUp();
    closeup.look(run(1), 500);
    await pass(200);
    await refuse();
    expect(closeup.state.value.failure).toBe('flows: wrong; allowed: right');
    closeup.look(run(1), 500);
    await pass(1000);
    expect(requests()).toHaveLength(1);
    closeup.look(run(2), 500);
    await pass(200);
    expect(requests()).toHaveLength(2);
  });

  it('packets around a moment are no longer fetched once the card is closed', async () => {
    const { closeup, requests, progress, created } = setUp();
    closeup.look(run(1), 500);
    closeup.cancel();
    await pass(1000);
    expect(requests()).toEqual([]);
    closeup.look(run(1), 500);
    await pass(200);
    await progress(0.5);
    expect(closeup.state.value.progress).toBe(0.5);
    closeup.cancel();
    expect(created[0]?.sent.at(-1)).toMatchObject({ type: 'cancel' });
    expect(closeup.state.value.progress).toBeNull();
    await progress(0.7);
    expect(closeup.state.value.progress).toBeNull();
    expect(created[0]?.ended).toBe(false);
    closeup.look(run(2), 500);
    await pass(200);
    expect(created).toHaveLength(1);
    closeup.dispose();
    await pass(1);
    expect(created[0]?.ended).toBe(true);
  });
});
