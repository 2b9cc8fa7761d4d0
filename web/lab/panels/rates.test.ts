/** Throughput and fairness over time. */
import { expect, it } from 'vitest';
import { acknowledgedBytes, isOpenThroughout, linkRates, openSpans, roundUp } from '../../run/goodput';
import { simulated } from '../../run/simulated';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { commonOf } from '../compare/overlay';
import { lanesOf, legendOf, tableOf } from './define';
import { Frame } from './definition';
import * as fairness from './fairness';
import { framed, shown } from './framed';
import { intervalOf } from './intervals';
import * as throughput from './throughput';

const reno = await simulated('ahn-fig1-rr');
const five = await simulated('veno-side-by-side', (scenario) => {
  scenario.duration_s = 60;
  for (const [place, flow] of scenario.flows.entries())
    Object.assign(flow, { start_s: 10 * place, start_jitter_s: 0 });
});
const loaded = await simulated('ahn-table1-load', (scenario) => {
  scenario.duration_s = 60;
  // The trace has no row for a start without a connection.
  for (const flow of scenario.flows) flow.start_jitter_s = 0;
});

const whole = ({ now_s }: Run) => ({ from: 0, to: now_s });
const flowsOf = ({ scenario }: Run) => scenario.flows.map((_, flow) => flow);

/** Bytes of a flow in the summary: its goodput times its life. */
function bytesInSummary({ summary, scenario, now_s }: Run, flow: number): number {
  const { goodput_bytes_per_s = Number.NaN, completed_at_s } = summary?.flows[flow] ?? {};
  return goodput_bytes_per_s * ((completed_at_s ?? now_s) - (scenario.flows[flow]?.start_s ?? 0));
}

it.each([
  ['one transfer', reno],
  ['five flows that start one after the other', five],
  ['connections of random sizes', loaded],
])('throughput adds up to the goodput of the summary: %s', (_, run) => {
  let checked = 0;
  for (const flow of flowsOf(run)) {
    const total = bytesInSummary(run, flow);
    for (const bin_s of [0.1, 0.7, 1, 1000]) {
      const bins = throughput.binsOf(run, flow, whole(run), bin_s);
      const sum = bins.reduce((bytes, bin) => bytes + bin.bytes, 0);
      expect(Math.abs(sum - total), `flow ${flow} in ${bin_s} s`).toBeLessThan(1);
      checked += Number(sum > 0);
    }
  }
  expect(checked).toBeGreaterThan(3);
});

it('throughput has the same intervals wherever the window starts', () => {
  const all = throughput.binsOf(reno, 0, whole(reno), 0.5);
  // Times at and after the end belong to the last interval.
  for (const from of [0, 0.2, 3.5, 11.99, 27.7, reno.now_s, reno.now_s + 1]) {
    const some = throughput.binsOf(reno, 0, { from, to: from + 4 }, 0.5);
    expect(some.length).toBeGreaterThan(0);
    for (const bin of some) expect(all).toContainEqual(bin);
  }
});

it('throughput merges a short last interval with the one before', () => {
  const run = { ...reno, now_s: 10.1 };
  expect(throughput.binsOf(run, 0, whole(run), 0.5).at(-1)).toMatchObject({ from: 9.5, to: 10.1 });
});

it('throughput never shows intervals shorter than a round trip', () => {
  expect(intervalOf(reno, [0], { from: 1, to: 1.01 })).toBe(0.2);
  expect(intervalOf(reno, [0], whole(reno))).toBe(0.5);
});

it("throughput draws the bottleneck's rate, and the scale includes it", () => {
  const frame = framed(throughput.PLOT, reno, [0], whole(reno));
  expect(lanesOf(frame)).toMatchObject([{ label: 'Throughput (kbit/s)' }]);
  expect(legendOf(frame.plot).map(({ label }) => label)).toContain('rate of R1→R2');
  expect(shown(frame, 'link_rate')).toEqual({ time_s: [0], value: [800] });
  expect(lanesOf(frame)[0]?.domain[1]).toBeGreaterThan(800);
  expect(Math.max(...shown(frame, 'throughput', 0).value)).toBeLessThanOrEqual(800);
});

it('throughput has no line before a flow starts', () => {
  const late = five.scenario.flows.findIndex(({ start_s }) => start_s > 5);
  const start = five.scenario.flows[late]?.start_s ?? 0;
  const rate = shown(framed(throughput.PLOT, five, [late], whole(five)), 'throughput');
  const open = rate.time_s.filter((_, i) => !Number.isNaN(rate.value[i]));
  expect(open[0]).toBeLessThanOrEqual(start);
  expect(open[0]).toBeGreaterThan(start - 2);
});

it('throughput describes the mean and the fastest interval', () => {
  expect(throughput.describe(reno, [0])).toBe(
    '2,048.0 KiB of transfer were acknowledged: 603.5 kbit/s on average, and at most 768.1 kbit/s in 0.5 s, from 27.500 s on.',
  );
});

it('throughput has a table whose bytes add up', () => {
  const { plot } = framed(throughput.PLOT, reno, [0], whole(reno));
  const { rows, total } = tableOf(plot, whole(reno), Number.POSITIVE_INFINITY);
  expect(rows).toHaveLength(total);
  expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(2_097_152);
  expect(rows.reduce((sum, row) => sum + (Number(row[4]) * Number(row[2])) / 8, 0)).toBeCloseTo(2_097_152, 3);
});

it('fairness says why it is empty with one flow', () => {
  const frame = framed(fairness.PLOT, reno, [0], whole(reno));
  const words = 'Fairness compares flows: show two or more.';
  expect(frame.plot.marks.map(({ channel }) => frame.of(channel))).toContain(words);
  expect(fairness.describe(reno, [0])).toBe(words);
});

it('fairness compares the flows that are open during the whole sliding window', () => {
  const flows = flowsOf(five);
  const frame = framed(fairness.PLOT, five, flows, whole(five));
  const index = shown(frame, 'fairness');
  const { length_s } = commonOf(frame) as fairness.Common;
  const second = Math.min(...five.scenario.flows.map(({ start_s }) => start_s).filter((at) => at > 0));
  const first = index.value.findIndex((value) => !Number.isNaN(value));
  expect(index.time_s[first]).toBeGreaterThanOrEqual(second + length_s - 1e-9);
  expect(index.time_s[first]).toBeLessThan(second + 1.3 * length_s);
  for (const value of index.value.filter((one) => !Number.isNaN(one))) {
    expect(value).toBeGreaterThanOrEqual(1 / flows.length);
    expect(value).toBeLessThanOrEqual(1 + 1e-12);
  }
});

it("fairness is Jain's index of the bytes acknowledged in the window", () => {
  const flows = [0, 1];
  const frame = framed(fairness.PLOT, five, flows, whole(five));
  const index = shown(frame, 'fairness');
  const { length_s } = commonOf(frame) as fairness.Common;
  const place = index.value.length - 2;
  const at = index.time_s[place] ?? 0;
  const [a = 0, b = 0] = flows.map((flow) => {
    const bytes = acknowledgedBytes(five, flow);
    return bytes(at) - bytes(at - length_s);
  });
  expect(index.value[place]).toBeCloseTo((a + b) ** 2 / (2 * (a * a + b * b)), 12);
});

it('fairness has the same values wherever the window starts', () => {
  const flows = flowsOf(five);
  const indexIn = (window: TimeWindow) => {
    const frame = framed(fairness.PLOT, five, flows, window, { common: { length_s: 2 } });
    return shown(frame, 'fairness');
  };
  const all = indexIn(whole(five));
  const some = indexIn({ from: 31.3, to: 44.7 });
  const known = new Map(all.time_s.map((time, i) => [time.toFixed(6), all.value[i]]));
  expect(some.time_s.length).toBeGreaterThan(20);
  some.time_s.forEach((time, i) => {
    expect(some.value[i]).toBe(known.get(time.toFixed(6)));
  });
});

it('open connections last from the first state to completion', () => {
  const [span, ...others] = openSpans(reno.trace, 0);
  expect(others).toEqual([]);
  expect(span?.from).toBe(0);
  expect(span?.to).toBeCloseTo(reno.summary?.flows[0]?.completed_at_s ?? 0, 9);
  expect(isOpenThroughout([{ from: 1, to: 3 }], 1, 3)).toBe(true);
  expect(isOpenThroughout([{ from: 1, to: 3 }], 0.9, 2)).toBe(false);
  expect(isOpenThroughout([{ from: 1, to: 3 }], 2, 3.1)).toBe(false);
  expect(isOpenThroughout([], 0, 1)).toBe(false);
});

it('round numbers are 1, 2 or 5 times a power of ten, and not less', () => {
  expect([0.117, 0.2, 0.21, 5.1, 10, 0.0011].map(roundUp)).toEqual([0.2, 0.2, 0.5, 10, 10, 0.002]);
});

it("a link's rate follows the timeline, in each direction", () => {
  const link = { name: 'wide', from: 'a', to: 'b', both_ways: true, rate_bps: 8e5, back: { rate_bps: 1e5 } };
  const change = (at_s: number, link: string, rate_bps: number | null) => ({
    at_s,
    change: { link, rate_bps },
  });
  const scenario = {
    links: [link],
    timeline: [change(20, 'wide', 8e5), change(10, 'a>b', 4e5), change(15, 'wide', null)],
  } as unknown as Run['scenario'];
  expect(linkRates(scenario, 0)).toEqual({ time_s: [0, 10, 20], value: [8e5, 4e5, 8e5] });
  expect(linkRates(scenario, 1)).toEqual({ time_s: [0, 20], value: [1e5, 8e5] });
});

it('rates are in the unit of a lesson, whatever unit other pages show', () => {
  const rateIn = { name: 'kB/s', bits: 8000 };
  const given = { run: reno, flows: [0], theory: null, choice: undefined, compared: null, common: null };
  const plot = throughput.PLOT.plot({ ...given, without: [], rateIn });
  const usual = throughput.PLOT.plot({ ...given, without: [] });
  if (plot === null || usual === null) throw new Error('no plot');
  const [frame, other] = [plot, usual].map((one) =>
    new Frame(reno, one, whole(reno), 400, 200).computed(),
  ) as [Frame, Frame];
  expect(lanesOf(frame)[0]?.label).toBe('Throughput (kB/s)');
  expect(lanesOf(other)[0]?.label).toBe('Throughput (kbit/s)');
  expect(shown(frame, 'throughput').value[9]).toBeCloseTo((shown(other, 'throughput').value[9] ?? 0) / 8, 9);
  expect(plot.describe()).toMatch(/ kB\/s on average/);
});
