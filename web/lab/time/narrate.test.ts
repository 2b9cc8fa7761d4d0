import { afterEach, describe, expect, it } from 'vitest';
import { GERMAN } from '../../base/words/de';
import { ENGLISH, setLanguage } from '../../base/words/words';
import type { Filter } from '../../run/event';
import { simulated } from '../../run/simulated';
import type { Rows, Run } from '../../run/trace';
import { arithmetic } from './arithmetic';
import { Narrator } from './narrate';
import { ordinal } from './numbers';

const reno = await simulated('ahn-fig1-rr');
const vegas = await simulated('ahn-fig1-vr');
const early = await simulated('fall-floyd-3', (scenario) => {
  scenario.flows[0].sender = { preset: 'vegas' };
});

/** Descriptions of the first events that a filter selects after a moment. */
function caption(run: Run, filter: Filter, after: number, count: number): string[] {
  const narrator = new Narrator(run, [0]);
  const from = narrator.events.before(filter, after);
  return narrator.events.slice(filter, from, from + count).map((event) => narrator.describe(event));
}

it('the events of R-R starts with slow start and the first segment', () => {
  expect(caption(reno, 'all', 0, 7)).toEqual([
    'slow start begins; in flight 1, cwnd 1.0',
    'segment 0 (byte 0) is sent; in flight 1, cwnd 1.0',
    'segment 0 (byte 0) reaches the receiver',
    'the receiver has everything before byte 512 and acknowledges it',
    'everything before byte 512 is acknowledged, 1 segment more than before; RTT 205 ms, the shortest so far',
    'segment 1 (byte 512) is sent; in flight 2, cwnd 2.0',
    'segment 2 (byte 1,024) is sent; in flight 2, cwnd 2.0',
  ]);
});

it("the events of R-R describes a drop with its place and the queue's contents", () => {
  expect(caption(reno, 'losses', 0, 1)).toEqual([
    'segment 144 (byte 73,728) is dropped at R1 → R2, whose queue holds 15.6 of 16.0 KiB',
  ]);
});

it('the events of R-R describes duplicate ACKs, recovery and the retransmitted segment', () => {
  expect(caption(reno, 'notable', 1.66, 5)).toEqual([
    'first duplicate ACK for byte 73,728: a later segment has arrived, but segment 144 hasn’t',
    'second duplicate ACK for byte 73,728: a later segment has arrived, but segment 144 hasn’t',
    'third duplicate ACK for byte 73,728: a later segment has arrived, but segment 144 hasn’t',
    'fast recovery begins; cwnd 75.0 → 40.0, ssthresh 37.0',
    'segment 144 (byte 73,728) is retransmitted after 3 duplicate ACKs: fast retransmit; it was sent 293 ms earlier; cwnd 75.0 → 40.0, ssthresh 37.0',
  ]);
});

it('says that a partial ACK caused a repair that no duplicate ACK asked for', async () => {
  const newreno = await simulated('cardwell-dummynet', (scenario) => {
    scenario.duration_s = 2;
  });
  const [first, second] = caption(newreno, 'repairs', 0, 2);
  expect(first).toContain('after 3 duplicate ACKs: fast retransmit');
  expect(second).toContain('is retransmitted: a partial ACK shows that it’s missing, too');
});

it("the events of R-R gives a segment's age when the timer expired", () => {
  expect(caption(reno, 'timeouts', 0, 2)).toEqual([
    'the retransmission timer expires: segment 150 (byte 76,800) was sent 2,261 ms ago and hasn’t been acknowledged; cwnd 20.0 → 1.0, ssthresh 10.0',
  ]);
  expect(caption(reno, 'repairs', 3.6, 1)).toEqual([
    'segment 150 (byte 76,800) is retransmitted: the sender went back after a timeout; it was sent 2,261 ms earlier',
  ]);
});

it('the events of R-R has a sentence for every event, with the name of the flow where there are several', () => {
  const narrator = new Narrator(reno, [0]);
  const all = narrator.events.slice('all', 0, narrator.events.count('all'));
  for (const event of all) expect(narrator.describe(event)).toMatch(/^[a-z\d].{10,}[^.]$/);
  expect(all.some((event) => /NaN|undefined|Infinity/.test(narrator.describe(event)))).toBe(false);
  const [first] = all;
  expect(first && new Narrator(reno, [0, 0]).describe(first)).toMatch(/^transfer: slow start begins/);
});

it("Vegas' decisions in V-R shows the arithmetic of its decisions in slow start", () => {
  expect(caption(vegas, 'decisions', 0.8, 1)).toEqual([
    'slow start continues, from a cwnd of 3.0: expected = cwnd / base_rtt = 3.0 / 123.0 ms = 24.4 segments/s, actual = cwnd / rtt = 3.0 / 138.5 ms = 21.7 segments/s, diff = (24.4 − 21.7) × 123.0 ms = 0.34, rounded 0; 0 < gamma 1',
  ]);
});

it("Vegas' decisions in V-R shows it in congestion avoidance too", () => {
  expect(caption(vegas, 'decisions', 12.7, 1)).toEqual([
    'cwnd stays at 23.11: expected = cwnd / base_rtt = 23.11 / 117.0 ms = 197.5 segments/s, actual = cwnd / rtt = 23.11 / 125.75 ms = 183.8 segments/s, diff = (197.5 − 183.8) × 117.0 ms = 1.61, rounded 2; alpha 1 ≤ 2 ≤ beta 3',
  ]);
});

it("Vegas' decisions in V-R explains why a window that CAM lowers stays at ssthresh with a slow start that grows it every RTT", async () => {
  const cam = (more: object) =>
    simulated('ahn-fig2', (scenario) => {
      const sender = { preset: 'newreno', avoidance: { kind: 'cam' }, ...more };
      // The competitor first, whose window is larger.
      scenario.flows = scenario.flows.toReversed().map((flow: object) => ({ ...flow, sender }));
    });
  expect(caption(await cam({}), 'decisions', 4.5, 1)[0]).toMatch(
    /^cwnd shrinks from 34\.0 to below ssthresh, where slow start returns it to 34\.0 at once: expected/,
  );
  const moved = await cam({ slow_start: { kind: 'every_other_rtt' } });
  expect(caption(moved, 'decisions', 2.85, 1)[0]).toMatch(/^cwnd shrinks from 21\.6\d to 20\.6\d: /);
});

it("Vegas' decisions in V-R shows the check of the fine timer and its consequence", () => {
  expect(caption(early, 'all', 1.92396, 4)).toEqual([
    'first duplicate ACK for byte 24,960: a later segment has arrived, but segment 26 hasn’t',
    'first duplicate ACK for byte 24,960: segment 26 was sent 382 ms ago and its fine timer of 341 ms has expired, so the sender retransmits it',
    'fast recovery begins; cwnd 6.8 → 6.0',
    'segment 26 (byte 24,960) is retransmitted early: its fine timer has expired; it was sent 383 ms earlier; cwnd 6.8 → 6.0',
  ]);
  expect(caption(early, 'all', 1.48108, 2)[1]).toMatch(
    /^first duplicate ACK for byte 13,440: the segment was sent 213 ms ago and its fine timer of 242 ms hasn’t expired, so the sender waits$/,
  );
});

const NONE = Number.NaN;
const row = (figures: Partial<Record<keyof Rows<'decisions'>, number>>): Rows<'decisions'> => {
  const columns = ['cwnd', 'base_rtt_ms', 'rtt_ms', 'expected', 'actual', 'diff', 'alpha', 'beta'] as const;
  return {
    time_s: Float64Array.of(1),
    verdict: Uint8Array.of(0),
    ...Object.fromEntries(columns.map((column) => [column, Float64Array.of(figures[column] ?? NONE)])),
  } as unknown as Rows<'decisions'>;
};

// 12 segments at 113 ms and 131 ms: 106.195 and 91.603 segments/s, which differ by 1.6489 segments per base_rtt.
const twelve = { cwnd: 12, base_rtt_ms: 113, rtt_ms: 131, expected: 12 / 0.113, actual: 12 / 0.131 };
const real = (12 / 0.113 - 12 / 0.131) * 0.113;

it('the arithmetic of a decision is written out if the values confirm it', () => {
  expect(arithmetic(row({ ...twelve, diff: real, alpha: 1, beta: 3 }), 0)).toBe(
    'expected = cwnd / base_rtt = 12.0 / 113.0 ms = 106.2 segments/s, actual = cwnd / rtt = 12.0 / 131.0 ms = 91.6 segments/s, diff = (106.2 − 91.6) × 113.0 ms = 1.65; alpha 1 ≤ 1.65 ≤ beta 3',
  );
});

it('the arithmetic of a decision mentions rounding, and compares the same values as the rule', () => {
  expect(arithmetic(row({ ...twelve, diff: 2, alpha: 2, beta: 4 }), 0)).toMatch(
    /= 1\.65, rounded 2; alpha 2 ≤ 2 ≤ beta 4$/,
  );
  expect(arithmetic(row({ ...twelve, diff: real, alpha: 2, beta: 4 }), 0)).toMatch(/; 1\.65 < alpha 2$/);
  expect(arithmetic(row({ ...twelve, diff: real, alpha: 0.5, beta: 1.5 }), 0)).toMatch(
    /; 1\.65 > beta 1\.5$/,
  );
  expect(arithmetic(row({ ...twelve, diff: 2, alpha: 1, beta: 1 }), 0)).toMatch(/; 2 > alpha = beta = 1$/);
});

it('the arithmetic of a decision does not show a calculation that is not the rule’s', () => {
  const other = { ...twelve, actual: 80, diff: 5, alpha: 1, beta: 3 };
  expect(arithmetic(row(other), 0)).toMatch(/actual = 80\.0 segments\/s, diff = 5\.00; 5\.00 > beta 3$/);
});

it('the arithmetic of a decision leaves out values that a rule lacks', () => {
  expect(arithmetic(row({ cwnd: 12 }), 0)).toBe('');
  expect(arithmetic(row({ cwnd: 12, rtt_ms: 131 }), 0)).toBe('RTT 131 ms');
  expect(arithmetic(row({ cwnd: 12, diff: 2.5, alpha: 1 }), 0)).toBe('diff = 2.50; alpha 1 ≤ 2.50');
  expect(arithmetic(row({ cwnd: 12, diff: 2.5 }), 0)).toBe('diff = 2.50');
});

describe('in another language', () => {
  afterEach(() => {
    setLanguage(ENGLISH);
  });

  it('in another language is narrated with its numbers and ordinals', () => {
    setLanguage(GERMAN);
    expect(caption(reno, 'losses', 0, 1)).toEqual([
      'Segment 144 (Byte 73.728) wird an R1 → R2 (Warteschlange: 15,6 von 16,0 KiB) verworfen',
    ]);
    expect(caption(reno, 'notable', 1.66, 4).slice(2)).toEqual([
      '3. doppeltes ACK für Byte 73.728: Ein späteres Segment ist angekommen, Segment 144 aber nicht',
      'Fast Recovery beginnt; cwnd 75,0 → 40,0, ssthresh 37,0',
    ]);
    expect([1, 2, 3, 21].map(ordinal)).toEqual(['1.', '2.', '3.', '21.']);
  });
});

it('writes ordinals', () => {
  expect([1, 2, 3, 4, 11, 21, 102, 113].map(ordinal)).toEqual([
    'first',
    'second',
    'third',
    '4th',
    '11th',
    '21st',
    '102nd',
    '113th',
  ]);
});
