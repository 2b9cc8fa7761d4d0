import { expect, it } from 'vitest';
import type { Summary } from '../../engine/schema';
import { factorsOf, lostTo, scoreOf } from './score';

const path = { fair_bytes_per_s: 100_000, base_rtt_ms: 100 };

function summary(goodput: number, rtt: number | null, sent: number, again: number): Summary {
  const flow = {
    goodput_bytes_per_s: goodput,
    mean_rtt_ms: rtt,
    segments_sent: sent,
    retransmitted_segments: again,
  };
  return { flows: [flow] } as unknown as Summary;
}

it('the capstone score is the product of goodput share, delay share and share of first transmissions', () => {
  expect(scoreOf(path, summary(80_000, 125, 1000, 50))).toEqual({
    points: expect.closeTo(100 * 0.8 * 0.8 * 0.95, 10),
    share: 0.8,
    delay: 0.8,
    fresh: 0.95,
  });
});

it('the capstone score’s shares have names, and none is more than the whole', () => {
  const shares = factorsOf(scoreOf(path, summary(150_000, 125, 1000, 50)));
  expect(shares.map(({ label, share }) => [label(), share])).toEqual([
    ['of your fair share', 1],
    ['no waiting in queues', 0.8],
    ['sent only once', 0.95],
  ]);
});

it('the capstone score gives no extra points above the fair share or below the base RTT', () => {
  expect(scoreOf(path, summary(150_000, 100, 1000, 0))).toMatchObject({ points: 100, share: 1.5 });
  expect(scoreOf(path, summary(100_000, 99.9, 1000, 0)).points).toBe(100);
});

it('the capstone score is 0 for a sender that sent nothing or got no ACKs', () => {
  expect(scoreOf(path, summary(0, null, 0, 0)).points).toBe(0);
  expect(scoreOf(path, summary(0, null, 7, 6)).points).toBe(0);
});

it('the capstone score names the largest loss of points', () => {
  const words = (goodput: number, rtt: number, again: number) =>
    lostTo(scoreOf(path, summary(goodput, rtt, 1000, again)));
  expect(words(50_000, 120, 10)).toContain('could have carried more');
  expect(words(90_000, 200, 10)).toContain('waited in queues');
  expect(words(99_000, 101, 300)).toContain('retransmissions');
  expect(words(100_000, 100, 0)).toBe('You lost hardly any points.');
});
