import { describe, expect, it } from 'vitest';
import { compare, interval, isOut, judge, medianDifference } from './compare.mjs';

/** A comparison without variance on either side. @param {string} metric @param {number} ours @param {number} theirs */
const exact = (metric, ours, theirs) => compare(metric, [ours, ours], [theirs, theirs]);

it('an interval uses Student’s t distribution', () => {
  // Values 1 to 5: standard deviation sqrt(2.5), t(4) = 2.776, so 2.776 * sqrt(2.5 / 5).
  const { mean, half_width } = interval([1, 2, 3, 4, 5]);
  expect(mean).toBe(3);
  expect(half_width).toBeCloseTo(1.963, 3);
  expect(interval([7, 7]).half_width).toBe(0);
});

it('an interval throws for a single value and for values that are not finite', () => {
  expect(() => interval([1])).toThrow('at least 2 values, not 1');
  expect(() => interval([1, Number.NaN])).toThrow('finite values, not NaN');
});

it('a difference is relative to theirs', () => {
  expect(exact('rtt_ms', 110, 100).difference).toBeCloseTo(0.1, 12);
  expect(exact('drops', 0, 0).difference).toBe(0);
  expect(exact('drops', 3, 0).difference).toBeNull();
  expect(() => exact('speed', 1, 1)).toThrow('There is no metric speed');
  expect(compare('rtt_ms', [9, Number.NaN, 11], [10, 10]).ours.mean).toBe(10);
  expect(() => compare('drops', [9, Number.NaN, 11], [10, 10])).toThrow('finite values, not NaN');
});

it('a difference is out if it exceeds both intervals and 5 %', () => {
  expect(isOut('rtt_ms', exact('rtt_ms', 106, 100))).toBe(true);
  expect(isOut('rtt_ms', exact('rtt_ms', 104, 100))).toBe(false);
  // The means differ by 10; the half width of the first interval is 12.706, so it includes the other mean.
  expect(isOut('rtt_ms', compare('rtt_ms', [109, 111], [100, 100]))).toBe(false);
  expect(isOut('rtt_ms', compare('rtt_ms', [109.9, 110.1], [100, 100]))).toBe(true);
  const strict = { tolerance: 0.09, intervals: false };
  expect(isOut('rtt_ms', compare('rtt_ms', [109, 111], [100, 100]), strict)).toBe(true);
});

it('a difference of a count is out only if it exceeds one event', () => {
  expect(isOut('timeouts', exact('timeouts', 2, 0))).toBe(true);
  expect(isOut('timeouts', compare('timeouts', [1, 1], [0, 0]))).toBe(false);
  expect(isOut('queue_packets', exact('queue_packets', 0.14, 0.05))).toBe(false);
  expect(isOut('queue_packets', exact('queue_packets', 1.2, 1))).toBe(true);
});

describe('a row', () => {
  const metrics = { rtt_ms: exact('rtt_ms', 110, 100), drops: exact('drops', 5, 5) };

  it('a row agrees, is explained, or is out', () => {
    expect(judge('row', { drops: metrics.drops })).toEqual({
      verdict: 'agrees',
      explanation: '',
      errors: [],
    });
    expect(judge('row', metrics).verdict).toBe('out');
    const explained = judge('row', metrics, { rtt_ms: 'Another clock.' });
    expect(explained).toEqual({ verdict: 'explained', explanation: 'Another clock.', errors: [] });
  });

  it('a row is still out when only some of its differences are explained', () => {
    const two = { ...metrics, drops: exact('drops', 9, 5) };
    expect(judge('row', two, { rtt_ms: 'Another clock.' }).verdict).toBe('out');
  });

  it('a row reports an explanation that no longer applies', () => {
    const { verdict, errors } = judge('row', metrics, { rtt_ms: 'Another clock.', drops: 'Another buffer.' });
    expect(verdict).toBe('explained');
    expect(errors).toEqual([expect.stringContaining('row: drops has an explanation')]);
  });
});

it('the median difference ignores rows without the metric', () => {
  const rows = [101, 96, 120].map((ours) => ({ metrics: { rtt_ms: exact('rtt_ms', ours, 100) } }));
  expect(medianDifference(rows, 'rtt_ms')).toBeCloseTo(0.04, 12);
  expect(medianDifference(rows.slice(0, 2), 'rtt_ms')).toBeCloseTo(0.025, 12);
  expect(medianDifference(rows, 'drops')).toBeNull();
});
