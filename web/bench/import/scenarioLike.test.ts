/** Estimates the paths behind exported captures, whose truth is known, and runs scenarios like them. */
import { expect, it, vi } from 'vitest';
import { type CaptureView, viewOf } from '../../engine/captureView';
import { captureIn, fileOf } from '../../engine/nodeEngine';
import type { Estimate, Tap } from '../../engine/schema';
import { simulated, simulatedText } from '../../run/simulated';
import type { Run } from '../../run/trace';
import { distanceOf } from './closest';
import { LIKE_CAPTURE, scenarioLike } from './scenarioLike';
import { runOf } from './transfer';

// Long enough for a slow, busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** The first flow's connection at a tap of an exported and imported run. */
function captured({ scenario }: Run, tap: Tap): CaptureView {
  const read = captureIn(fileOf(scenario, 'pcapng').bytes);
  const all = viewOf(read, {}).overview.names.map((_, connection) => viewOf(read, { connection }));
  const found = all.find(({ transfer }) => transfer.data.tap === tap);
  if (found === undefined) throw new Error('no connection');
  return found;
}

function estimated(run: Run, tap: Tap = 'sender'): Estimate {
  const { estimate } = captured(run, tap).transfer.data;
  if (estimate === null) throw new Error('no estimate');
  return estimate;
}

function like(estimate: Estimate, preset: string): string {
  return scenarioLike({
    estimate,
    base_rtt_ms: estimate.base_rtt_ms ?? Number.NaN,
    capture: 'a.pcapng',
    about: '',
    preset,
  });
}

const shortest = (run: Run) => run.trace.rows('rtts', 0).rtt_ms.reduce((least, rtt) => Math.min(least, rtt));

const within = (value: number | null, truth: number | null, share: number) => {
  if (value === null || truth === null) throw new Error('unknown');
  expect(value).toBeGreaterThan(truth * (1 - share));
  expect(value).toBeLessThan(truth * (1 + share));
};

/** A scenario whose queue overflows, with its bottleneck's rate and buffer. */
const OVERFLOWING: [name: string, rate_bps: number, buffer_bytes: number][] = [
  ['ahn-fig1-rr', 800_000, 16_384],
  ['cardwell-dummynet', 10_000_000, 100 * 1500],
];

it.each(OVERFLOWING)(
  'the estimate from a capture has rate and RTT within 2 % of the truth, and the buffer within 5 %: %s',
  async (name, rate_bps, buffer_bytes) => {
    const run = await simulated(name, (scenario) => {
      scenario.duration_s = Math.min(scenario.duration_s, 40);
    });
    const estimate = estimated(run);
    within(estimate.rate_bps, rate_bps, 0.02);
    within(estimate.base_rtt_ms, shortest(run), 0.02);
    within(estimate.buffer_bytes, buffer_bytes, 0.05);
    const [flow] = run.scenario.flows;
    expect(estimate).toMatchObject({
      overflowed: true,
      random_loss: 0,
      smss_bytes: flow?.smss_bytes,
      initial_cwnd: flow?.sender.initial_cwnd,
      ack_every: 2,
      retransmitted: run.summary?.flows[0]?.retransmitted_segments,
      // The export has no handshake, so the window is a lower bound.
      rwnd_exact: false,
    });
    expect(estimate.rwnd_bytes).toBeLessThanOrEqual(flow?.rwnd_bytes ?? 0);
    within(estimate.rwnd_bytes, flow?.rwnd_bytes ?? 0, 0.01);
  },
);

it('the estimate from a capture has the whole transfer', async () => {
  expect(estimated(await simulated('ahn-fig1-rr'))).toMatchObject({
    transfer_bytes: 2 * 1024 * 1024,
  });
});

it('the estimate from a capture has the longest queue as the least possible buffer if nothing was lost', async () => {
  const run = await simulated('ahn-fig1-vr');
  const estimate = estimated(run);
  within(estimate.rate_bps, 800_000, 0.02);
  expect(estimate).toMatchObject({ overflowed: false, random_loss: 0, retransmitted: 0 });
  expect(estimate.buffer_bytes).toBeLessThan(16_384);
});

it.each([
  [400_000, 8192],
  [800_000, 32_768],
  [1_600_000, 12_288],
])(
  'the estimate from a capture follows the path at %d bit/s with a buffer of %d bytes',
  async (rate_bps, limit_bytes) => {
    const run = await simulated('ahn-fig1-rr', (scenario) => {
      Object.assign(scenario.links[1] ?? {}, { rate_bps, queue: { kind: 'drop_tail_bytes', limit_bytes } });
      for (const flow of scenario.flows) flow.rwnd_bytes = 65_535;
    });
    const estimate = estimated(run);
    within(estimate.rate_bps, rate_bps, 0.03);
    within(estimate.base_rtt_ms, shortest(run), 0.02);
    within(estimate.buffer_bytes, limit_bytes, 0.1);
  },
);

it('the estimate from a capture takes losses at a short queue for random ones', async () => {
  const run = await simulated('ahn-fig1-vr', (scenario) => {
    Object.assign(scenario.links[1] ?? {}, { loss: { kind: 'bernoulli', rate: 0.01 } });
  });
  const { random_loss } = estimated(run);
  within(random_loss, 0.01, 0.4);
});

it('the estimate from a capture has the rate at the receiver too', async () => {
  within(estimated(await simulated('ahn-fig1-rr'), 'receiver').rate_bps, 800_000, 0.02);
});

it('a scenario like a capture runs like the captured transfer, and its own capture gives the same estimate', async () => {
  const original = await simulated('ahn-fig1-rr');
  const estimate = estimated(original);
  const run = await simulatedText(like(estimate, 'reno'));
  expect(run.scenario.name).toBe(LIKE_CAPTURE);
  expect(run.scenario.flows[0]).toMatchObject({ smss_bytes: 512, header_bytes: 40 });
  const goodput = (one: Run) => one.summary?.flows[0]?.goodput_bytes_per_s ?? 0;
  within(goodput(run), goodput(original), 0.25);
  const again = estimated(run);
  within(again.rate_bps, estimate.rate_bps, 0.02);
  within(again.base_rtt_ms, estimate.base_rtt_ms, 0.02);
  within(again.buffer_bytes, estimate.buffer_bytes, 0.05);
});

const unknown = { base_rtt_ms: null, initial_cwnd: null, random_loss: null, rwnd_bytes: null };

it('a number that the capture doesn’t show is left to the scenario’s default', async () => {
  const estimate = { ...estimated(await simulated('ahn-fig1-vr')), ...unknown };
  const text = scenarioLike({ estimate, base_rtt_ms: 80, capture: 'a', about: '', preset: 'reno' });
  const { scenario } = await simulatedText(text);
  const [flow] = scenario.flows;
  expect(JSON.parse(text).flows[0].sender).toEqual({ preset: 'reno' });
  expect(flow?.sender.initial_cwnd).toBeGreaterThan(0);
  expect(scenario.links[1]?.loss).toEqual({ kind: 'none' });
});

it('the closest sender is the one that sent the captured transfer', async () => {
  const original = await simulated('ahn-fig1-rr');
  const estimate = estimated(original);
  const transfer = runOf(captured(original, 'sender'), 0);
  const distances = new Map<string, number>();
  for (const preset of ['reno', 'newreno', 'vegas', 'tahoe', 'cubic']) {
    const run = await simulatedText(like(estimate, preset));
    distances.set(preset, distanceOf(transfer, run, 'sender'));
  }
  const [[closest] = []] = [...distances].sort(([, a], [, b]) => a - b);
  expect(closest).toBe('reno');
  expect(distanceOf(transfer, transfer, 'sender')).toBe(0);
});

it('bytes in flight are those of the run at the sender', async () => {
  const run = await simulated('ahn-fig1-vr');
  const { flight, window } = captured(run, 'sender').flight;
  const most = Math.max(...run.trace.rows('windows', 0).flight);
  expect(Math.max(...flight)).toBe(most * 512);
  expect(flight.at(-1)).toBe(0);
  expect(window.at(-1)).toBe(40_960);
});
