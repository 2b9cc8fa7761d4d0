// Other machines on the same host: how much they took from this one while something was measured.
import { existsSync, readFileSync } from 'node:fs';

const COUNTERS = '/proc/stat';

/** The columns of its first line, in ticks since the start: user, nice, system, idle, iowait, irq, softirq, steal. */
const IDLE = [3, 4];
const STEAL = 7;

/**
 * Begins to count. Linux alone says it.
 * @returns {() => number | null} of the time since then in which there was work, the share that was taken; null where nothing says so
 */
export function stolenFrom() {
  const before = ticks();
  return () => {
    const after = ticks();
    if (before === null || after === null) return null;
    const passed = after.map((count, column) => count - (before[column] ?? 0));
    const wanted = passed.reduce((sum, count, column) => (IDLE.includes(column) ? sum : sum + count), 0);
    return wanted > 0 ? (passed[STEAL] ?? 0) / wanted : 0;
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
