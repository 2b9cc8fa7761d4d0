/** Tests when packets are fetched. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chunk, Scenario, Summary } from '../../engine/schema';
import { type Run, Trace, type WindowRows } from '../../run/trace';
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
function setUp() {
  const requests: (WindowRows & { settle(answer: boolean | Error): void })[] = [];
  const windows = (rows: WindowRows) =>
    new Promise<boolean>((resolve, reject) => {
      const settle = (answer: boolean | Error) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      rows.signal?.addEventListener('abort', () => resolve(false));
      requests.push({ ...rows, settle });
    });
  const run = (id: number, over = true): Run => ({
    id,
    trace: new Trace(scenario),
    scenario,
    prediction: null,
    ...(over
      ? {
          summary: {
            ended_at_s: 1000,
            links: [{ utilization: 1, max_queue_bytes: 10_000 }],
          } as unknown as Summary,
          windows,
        }
      : { summary: null }),
    now_s: over ? 1000 : 500,
  });
  const closeup = new Closeup();
  const last = () => {
    const request = requests.at(-1);
    if (request === undefined) throw new Error('no window was asked for');
    return request;
  };
  const answer = async (settled: boolean | Error = true) => {
    last().settle(settled);
    await pass(1);
  };
  return { closeup, run, requests, last, answer };
}

/** Rows of packets that enter the link at these times. */
function offered(count: number, from_s: number, to_s: number): Pick<Chunk, 'hops'> {
  return {
    hops: {
      time_s: Float64Array.from({ length: count }, (_, n) => from_s + (n / count) * (to_s - from_s)),
      link: new Uint16Array(count),
      flow: new Uint16Array(count),
      event: new Uint8Array(count),
      kind: new Uint8Array(count),
      seq: new Uint32Array(count),
    },
  };
}

/** Lets time pass, and a window be read. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
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
    const { closeup, run, requests, last } = setUp();
    closeup.look(run(1, false), 500);
    await pass(1000);
    expect(requests).toEqual([]);
    for (let id = 2; id < 20; id += 1) {
      closeup.look(run(id), 500);
      await pass(150);
    }
    expect(requests).toEqual([]);
    await pass(50);
    expect(requests).toHaveLength(1);
    const { window, use, hops } = last();
    expect([use, hops]).toEqual(['packets', true]);
    // A packet behind 10,000 queued bytes takes 20 ms: 10 ms in the queue and 10 ms of delay.
    const length = 100 - 0.02;
    expect(window.from).toBeCloseTo(500 - 0.2 * length - 0.02, 6);
    expect(window.to).toBeCloseTo(500 + 0.8 * length + 0.02 + 0.02, 6);
  });

  it('packets around a moment are kept while the moment is in their window, and the next are fetched before it ends', async () => {
    const { closeup, run, requests, answer } = setUp();
    const one = run(1);
    closeup.look(one, 500);
    await pass(200);
    await answer();
    expect(closeup.state.value.known).toMatchObject({ run: 1 });
    for (const moment of [480.5, 510, 549]) closeup.look(one, moment);
    await pass(500);
    expect(requests).toHaveLength(1);
    closeup.look(one, 551);
    await pass(200);
    expect(requests).toHaveLength(2);
    // The current packets stay until the next ones arrive.
    expect(closeup.state.value.known?.window.to).toBeGreaterThan(551);
    closeup.look(one, 552);
    await pass(500);
    expect(requests).toHaveLength(2);
  });

  it('packets around a moment are not requested again after the engine had none for the run', async () => {
    const { closeup, run, requests, answer } = setUp();
    closeup.look(run(1), 500);
    await pass(200);
    await answer(new Error('no memory'));
    expect(closeup.state.value.failure).toBe('no memory');
    closeup.look(run(1), 500);
    await pass(1000);
    expect(requests).toHaveLength(1);
    closeup.look(run(2), 500);
    await pass(200);
    expect(requests).toHaveLength(2);
  });

  it('packets around a moment are requested again if the engine had something else to do', async () => {
    const { closeup, run, requests, answer } = setUp();
    closeup.look(run(1), 500);
    await pass(200);
    await answer(false);
    expect(closeup.state.value).toMatchObject({ progress: null, failure: null, known: null });
    closeup.look(run(1), 500);
    await pass(200);
    expect(requests).toHaveLength(2);
  });

  it('packets around a moment that are more than expected are shown up to where all of them have arrived', async () => {
    const { closeup, run, last } = setUp();
    closeup.look(run(1), 500);
    await pass(200);
    last().receive(offered(300_000, 480, 490), 490);
    expect(last().signal?.aborted).toBe(false);
    last().receive(offered(600_000, 490, 510), 510);
    expect(last().signal?.aborted, 'the rest is left out').toBe(true);
    await pass(1);
    expect(closeup.state.value.failure).toBeNull();
    expect(closeup.state.value.known?.window.to).toBeCloseTo(510 - 0.02, 6);
    // Now as dense as 900,000 rows in 30 s: some 13 s at a time.
    closeup.look(run(1), 800);
    await pass(200);
    const { from, to } = last().window;
    expect(to - from).toBeGreaterThan(10);
    expect(to - from).toBeLessThan(15);
  });

  it('packets around a moment are given up after three windows that end before it', async () => {
    const { closeup, run, requests, last } = setUp();
    for (let tries = 1; tries <= 3; tries += 1) {
      closeup.look(run(1), 500);
      await pass(200);
      expect(requests).toHaveLength(tries);
      const { from } = last().window;
      last().receive(offered(900_000, from, from + 0.01), from + 0.01);
      await pass(1);
    }
    expect(closeup.state.value.failure).toBe('there are too many at once.');
    closeup.look(run(1), 500);
    await pass(500);
    expect(requests).toHaveLength(3);
  });

  it('packets around a moment are no longer fetched once the card is closed', async () => {
    const { closeup, run, requests, last } = setUp();
    closeup.look(run(1), 500);
    closeup.cancel();
    await pass(1000);
    expect(requests).toEqual([]);
    closeup.look(run(1), 500);
    await pass(200);
    // The way to the window counts, from the checkpoint on.
    last().receive({}, 400);
    const { to } = last().window;
    last().receive({}, 400 + 0.5 * (to - 400));
    expect(closeup.state.value.progress).toBeCloseTo(0.5, 6);
    closeup.cancel();
    expect(last().signal?.aborted).toBe(true);
    expect(closeup.state.value.progress).toBeNull();
    closeup.look(run(2), 500);
    await pass(200);
    closeup.dispose();
    expect(last().signal?.aborted).toBe(true);
  });
});
