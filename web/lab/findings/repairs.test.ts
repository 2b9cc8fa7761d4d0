import { expect, it } from 'vitest';
import type { Prediction, Summary } from '../../engine/schema';
import { repairsInWords, repairTime, savedInWords } from './Repairs';

const costs = { timeout_s: 1.25, fast_retransmit_s: 0.1, segment_s: 0.005 };
const repairs: Prediction['repairs'] = [
  { name: 'alone', costs },
  { name: 'crowded', reason: 'it shares link a>b' },
];
const flow = (name: string) =>
  ({ name, coarse_timeouts: 2, fast_retransmits: 3, retransmitted_segments: 40 }) as Summary['flows'][number];

it('the time lost to repairs is the sum over the repairs of their costs', () => {
  // 2 × 1.25 s + 3 × 0.1 s + 40 × 5 ms.
  expect(repairTime(flow('alone'), repairs)).toBeCloseTo(3.0, 12);
});

it('the time lost to repairs is null for flows without costs and for flows missing from the prediction', () => {
  expect(repairTime(flow('crowded'), repairs)).toBeNull();
  expect(repairTime(flow('another'), repairs)).toBeNull();
});

it('the time lost to repairs gives the time that one flow saves over another, along with the measured time', () => {
  const done = (label: string, timeouts: number, completed_at_s: number | null) => ({
    label,
    run: {
      prediction: { repairs } as Prediction,
      summary: { flows: [{ ...flow('alone'), coarse_timeouts: timeouts, completed_at_s }] } as Summary,
    },
  });
  expect(savedInWords(done('V-R', 0, 24.5), done('R-R', 2, 28.5))).toBe(
    'V-R finishes 4.000 s before R-R; the formula predicts 2.500 s.',
  );
  expect(savedInWords(done('V-R', 0, null), done('R-R', 2, 28.5))).toBe('');
});

it('the time lost to repairs is explained, with the reasons why it is unknown for some flows', () => {
  expect(repairsInWords(repairs)).toMatch(
    /^Time lost to repairs, .*\. It doesn’t apply for crowded: it shares link a>b\.$/,
  );
  expect(repairsInWords(repairs.slice(1))).toMatch(
    /^The formula for time lost to repairs .* doesn’t apply for crowded: it shares link a>b\.$/,
  );
  expect(repairsInWords(repairs.slice(0, 1))).toMatch(/after a loss\.$/);
});
