/** When packets are looked up, and when nothing is done. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker } from '../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { problemAt, ScriptedWorker } from '../engine/scriptedWorker';
import { Runner } from '../run/runner';
import { type Run, Trace } from '../run/trace';
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
      start_s: 0,
      start_jitter_s: 0,
    },
  ],
  datagrams: [],
  timeline: [],
} as unknown as Scenario;

/** A thousand packets a second fill the link: four thousand rows, so that a hundred seconds are looked up at a time. */
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

interface Asked {
  duration_s: number;
  record: { max_rows: number; hops: { from_s: number; to_s: number } };
}

function setUp() {
  const worker = new ScriptedWorker();
  const { sent } = worker;
  const runner = new Runner(() => worker);
  const say = (message: FromWorker) => worker.reply(message);
  runner.wake();
  say({ type: 'ready', engine_version: '0', catalogue: {} as Catalogue });
  const closeup = new Closeup(runner);
  const asked = () =>
    sent.flatMap((message) => (message.type === 'start' ? [JSON.parse(message.scenario) as Asked] : []));
  const answer = async () => {
    const last = sent.findLast((message) => message.type === 'start');
    if (last?.type !== 'start') throw new Error('nothing was asked for');
    say({ type: 'accepted', run: last.run, scenario: JSON.parse(last.scenario) });
    say({
      type: 'done',
      run: last.run,
      summary: { ended_at_s: 1000, hops_stopped_at_s: null } as unknown as Summary,
    });
    await vi.advanceTimersByTimeAsync(1);
  };
  const refuse = () => {
    const last = sent.findLast((message) => message.type === 'start');
    const problems = [problemAt('flows', 'wrong', '')];
    if (last?.type === 'start') say({ type: 'failed', run: last.run, message: 'no', problems });
  };
  return { closeup, asked, answer, refuse, sent };
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

  it('are fetched when the run has finished and the drag is over', () => {
    const { closeup, asked } = setUp();
    closeup.look(run(1, false), 500);
    vi.advanceTimersByTime(1000);
    expect(asked()).toEqual([]);
    for (let id = 2; id < 20; id += 1) {
      closeup.look(run(id), 500);
      vi.advanceTimersByTime(150);
    }
    expect(asked()).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(asked()).toHaveLength(1);
    const { duration_s, record } = asked()[0] as Asked;
    // Behind ten packets of a thousand bytes a packet is on the link for 20 ms.
    expect(record.hops.to_s - record.hops.from_s).toBeCloseTo(100 + 0.02, 6);
    expect(record.hops.from_s).toBeCloseTo(500 - 0.2 * (100 - 0.02) - 0.02, 6);
    expect(duration_s).toBeCloseTo(record.hops.to_s, 6);
  });

  it('are there as long as the moment is among them, and the next follow before they end', async () => {
    const { closeup, asked, answer } = setUp();
    const one = run(1);
    closeup.look(one, 500);
    vi.advanceTimersByTime(200);
    await answer();
    expect(closeup.state.value.known).toMatchObject({ run: 1 });
    for (const moment of [480.5, 510, 549]) closeup.look(one, moment);
    vi.advanceTimersByTime(500);
    expect(asked()).toHaveLength(1);
    closeup.look(one, 551);
    vi.advanceTimersByTime(200);
    expect(asked()).toHaveLength(2);
    // Those that there are stay until the next have come.
    expect(closeup.state.value.known?.window.to).toBeGreaterThan(551);
    closeup.look(one, 552);
    vi.advanceTimersByTime(500);
    expect(asked()).toHaveLength(2);
  });

  it('are not asked for again where the engine takes no such run', () => {
    const { closeup, asked, refuse } = setUp();
    closeup.look(run(1), 500);
    vi.advanceTimersByTime(200);
    refuse();
    expect(closeup.state.value.failure).toBe('flows: wrong');
    closeup.look(run(1), 500);
    vi.advanceTimersByTime(1000);
    expect(asked()).toHaveLength(1);
    closeup.look(run(2), 500);
    vi.advanceTimersByTime(200);
    expect(asked()).toHaveLength(2);
  });

  it('are no longer fetched once the card is closed', () => {
    const { closeup, asked, sent } = setUp();
    closeup.look(run(1), 500);
    closeup.cancel();
    vi.advanceTimersByTime(1000);
    expect(asked()).toEqual([]);
    closeup.look(run(1), 500);
    vi.advanceTimersByTime(200);
    closeup.cancel();
    expect(sent.at(-1)).toMatchObject({ type: 'cancel' });
    expect(closeup.state.value.progress).toBeNull();
  });
});
