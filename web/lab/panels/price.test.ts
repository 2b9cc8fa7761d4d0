/** The price of a link, read back from its packets. */
import { expect, it } from 'vitest';
import { simulated } from '../../run/simulated';
import type { Run } from '../../run/trace';
import { lanesOf } from './define';
import { framed, shown } from './framed';
import { ALL, eventTimesAt, MARKED } from './linkEvents';
import { meanPrice, pricesOf } from './linkPrice';
import * as price from './price';

const PHI = 1.1;

/** Four seconds of the paper's first flow over REM; `set` changes the link's queue. */
const rem = async (set: object = {}): Promise<Run> =>
  await simulated('low-rem', (scenario) => {
    scenario.duration_s = 4;
    scenario.flows.splice(1);
    const { queue } = scenario.topology as unknown as { queue: object };
    Object.assign(queue, set);
    (scenario.topology as unknown as { latencies_ms: number[] }).latencies_ms = [10];
  });

const LINK = 0;

/** Of each packet that the link accepts: the probability with which its price marks it, and whether it was marked. */
function packetsOf(run: Run): { probability: number; marked: boolean }[] {
  const { time_s, packets } = run.trace.rows('queues', LINK);
  const marked = new Set(eventTimesAt(run.trace, LINK, MARKED, ALL));
  const prices = pricesOf(run, LINK);
  let at = 0;
  return Array.from(time_s).flatMap((time, row) => {
    while ((prices.time_s[at + 1] ?? Number.POSITIVE_INFINITY) <= time) at += 1;
    if ((packets[row] ?? 0) < (packets[row - 1] ?? 0)) return [];
    return [{ probability: 1 - PHI ** -(prices.value[at] ?? 0), marked: marked.has(time) }];
  });
}

it.each([
  ['with the defaults', {}],
  ['with a larger step', { gamma: 0.02 }],
  ['with another weight of what waits', { mu: 0.1 }],
  ['with the packet in transmission, in longer periods', { backlog: 'with_in_service', period_us: 2500 }],
])('REM marks as often as its price says, %s', async (_, set) => {
  const all = packetsOf(await rem(set));
  // Packets in order of their price, a thousand at a time: each thousand has marks by its own price.
  const sorted = all.toSorted((a, b) => a.probability - b.probability);
  let checked = 0;
  for (let first = 0; first + 1000 <= sorted.length; first += 1000) {
    const some = sorted.slice(first, first + 1000);
    const expected = some.reduce((sum, { probability }) => sum + probability, 0);
    const variance = some.reduce((sum, { probability: p }) => sum + p * (1 - p), 0);
    const counted = some.filter(({ marked }) => marked).length;
    expect(Math.abs(counted - expected), `${first}: ${counted} of ${expected}`).toBeLessThanOrEqual(
      4.5 * Math.sqrt(variance),
    );
    if (variance > 50) checked += 1;
  }
  expect(checked).toBeGreaterThan(5);
});

it('the price changes at once with the rule and the rate of the link', async () => {
  const run = await simulated('low-rem', (scenario) => {
    scenario.duration_s = 4;
    scenario.flows.splice(1);
    (scenario.topology as unknown as { latencies_ms: number[] }).latencies_ms = [10];
    const queue = { kind: 'drop_tail_packets', limit_packets: 1000 } as const;
    scenario.timeline = [
      { at_s: 2, change: { kind: 'set_link', link: 'Router1>Router2', rate_bps: 12e6, delay_ms: null } },
      { at_s: 3, change: { kind: 'set_queue', link: 'Router1>Router2', queue } },
    ];
  });
  const prices = pricesOf(run, LINK);
  expect(meanPrice(prices, { from: 2.2, to: 2.6 })).toBeGreaterThan(
    2 * meanPrice(prices, { from: 1.5, to: 2 }),
  );
  const { time_s, bytes } = run.trace.rows('queues', LINK);
  const last = time_s.length - 1;
  expect(prices.value.at(-1)).toBe((8 * (bytes[last] ?? 0)) / 12e3);
});

it('without REM the price is the wait', async () => {
  const run = await simulated('low-late-comers', (scenario) => {
    scenario.duration_s = 10;
    for (const flow of scenario.flows.slice(1)) Object.assign(flow, { start_s: 5, start_jitter_s: 0 });
  });
  const frame = framed(price.PLOT, run, [0], { from: 0, to: 4 }, { choice: LINK });
  expect(lanesOf(frame).map(({ label }) => label)).toEqual(['Wait at Router1→Router2 (ms)']);
  const { value } = shown(frame, 'price');
  // 20 packets of 8000 bits, at 48 Mbit/s.
  expect(value.at(-2)).toBeCloseTo(3.4, 0);
  expect(price.describe(run, LINK)).toMatch(/^The wait at Router1>Router2 was longest from/);
});

it('the panel shows price and marks in intervals', async () => {
  const run = await rem();
  const frame = framed(price.PLOT, run, [0], { from: 0, to: 4 }, { choice: LINK });
  expect(lanesOf(frame).map(({ label }) => label)).toEqual([
    'Price counted at Router1→Router2 (ms)',
    'Packets marked (%)',
  ]);
  const marked = shown(frame, 'marked_share');
  const [counted, all] = [eventTimesAt(run.trace, LINK, MARKED, ALL).length, packetsOf(run).length];
  const mean = marked.value.reduce((sum, value) => sum + value, 0) / marked.value.length;
  expect(mean).toBeCloseTo((100 * counted) / all, -1);
  expect(price.describe(run, LINK)).toMatch(
    /^The price of Router1>Router2 was highest from .* were marked\.$/,
  );
});

it('a price is unknown from where samples are thinned', async () => {
  const run = await simulated('low-rem', (scenario) => {
    scenario.duration_s = 4;
    scenario.record.max_rows = 5000;
    scenario.flows.splice(1);
    (scenario.topology as unknown as { latencies_ms: number[] }).latencies_ms = [10];
  });
  expect(pricesOf(run, LINK).value.at(-1)).toBeNaN();
});
