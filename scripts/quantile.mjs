/**
 * The smallest sample that the given share of all samples does not exceed.
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
