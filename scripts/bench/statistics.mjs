// Quantiles of measurements, and the CPU time that the host took from this machine meanwhile.
import { existsSync, readFileSync } from 'node:fs';

/** How long a page may take to answer. So long that only a page that never does stops a measurement. */
export const PATIENCE_MS = 300_000;

/**
 * The smallest sample that is at least as large as the given share of all samples.
 * @param {readonly number[]} samples
 * @param {number} share
 */
export function quantile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** @param {readonly number[]} samples */
export function median(samples) {
  return quantile(samples, 0.5);
}

const COUNTERS = '/proc/stat';

/** Columns of its first line, in ticks since the system started: user, nice, system, idle, iowait, irq, softirq, steal. */
const IDLE = [3, 4];
const STEAL = 7;

/**
 * Starts to measure stolen CPU time, which only Linux reports.
 * @returns {() => number | null} the share of the busy time since then that the host gave to other machines; null if unknown
 */
export function stolenFrom() {
  const before = ticks();
  return () => {
    const after = ticks();
    if (before === null || after === null) return null;
    const passed = after.map((count, column) => count - (before[column] ?? 0));
    const busy = passed.reduce((sum, count, column) => (IDLE.includes(column) ? sum : sum + count), 0);
    return busy > 0 ? (passed[STEAL] ?? 0) / busy : 0;
  };
}

/** @returns {number[] | null} */
function ticks() {
  if (!existsSync(COUNTERS)) return null;
  const [line = ''] = readFileSync(COUNTERS, 'utf8').split('\n');
  return line
    .split(/\s+/)
    .slice(1, 2 + STEAL)
    .map(Number);
}
