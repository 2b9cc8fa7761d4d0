/** Reading a capture takes time in proportion to its size, whatever is in it. */
import { describe, expect, it } from 'vitest';
import { Capture } from './captureView';
import { pcapOf, SLOW_CAPTURES } from './slowCaptures';
import { runOf } from './transfer';

/** Packets of the smaller capture. The larger one has eight times as many. */
const PACKETS = 12_000;
const TIMES = 8;

/** Linear work takes 8 times as long, quadratic work 64 times. */
const MOST = 24;

/** Less than this is too short to compare, ms. */
const SHORT_MS = 20;

/** The least processor time of some tries, ms. */
function cpu_ms(file: ArrayBuffer, tries: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let left = tries; left > 0; left -= 1) {
    const before = process.cpuUsage();
    const { transfer } = new Capture(file.slice(0)).view();
    runOf(transfer, 1);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe('a capture', () => {
  it.each(Object.entries(SLOW_CAPTURES))('with %s takes time in proportion to its size', (_, packets) => {
    const [short, long] = [pcapOf(packets(PACKETS)), pcapOf(packets(TIMES * PACKETS))];
    const few_ms = Math.max(SHORT_MS, cpu_ms(short, 3));
    expect(cpu_ms(long, 2) / few_ms).toBeLessThan(MOST);
  });

  it('with 200,000 segments waiting for their ACKs takes time in proportion to its size', () => {
    const packets = SLOW_CAPTURES['all data before all ACKs'] ?? (() => []);
    const few_ms = Math.max(SHORT_MS, cpu_ms(pcapOf(packets(PACKETS)), 3));
    const times = 400_000 / PACKETS;
    expect(cpu_ms(pcapOf(packets(400_000)), 1) / few_ms).toBeLessThan((MOST / TIMES) * times);
  });

  it('with 200,000 lengths that all differ is shown', () => {
    const packets = SLOW_CAPTURES['lengths that all differ, with a total length of 0']?.(200_000) ?? [];
    expect(new Capture(pcapOf(packets)).view().transfer.largest).toBe(200_000);
  });
});
