// Whether the algorithms of a path come in the same order by rate on both sides.

/** @typedef {{ path: string, algorithm: string, sack: boolean, metrics: Record<string, import('../compare.mjs').Comparison> }} Row */

/**
 * Pairs of algorithms of which one is clearly faster there and the other one clearly faster here.
 * @param {readonly Row[]} rows
 * @param {number} tolerance by how much, as a share of the slower one, a difference is clear
 * @returns {{ path: string, sack: boolean, faster: string, slower: string, text: string }[]} `faster` and `slower` in the kernel
 */
export function inversions(rows, tolerance) {
  return rows.flatMap((a) =>
    rows
      .filter((b) => b.path === a.path && b.sack === a.sack)
      .filter((b) => clear(rate(a, 'theirs'), rate(b, 'theirs'), tolerance))
      .filter((b) => clear(rate(b, 'ours'), rate(a, 'ours'), tolerance))
      .map((b) => ({
        path: a.path,
        sack: a.sack,
        faster: a.algorithm,
        slower: b.algorithm,
        text: `${a.path}${a.sack ? '' : ' without SACK'}: ${a.algorithm} is faster than ${b.algorithm} in Linux, slower here`,
      })),
  );
}

/** @param {Row} row @param {'ours' | 'theirs'} side */
const rate = ({ metrics }, side) => metrics.throughput_bps?.[side].mean ?? Number.NaN;

/** @param {number} more @param {number} less @param {number} tolerance */
const clear = (more, less, tolerance) => more > less * (1 + tolerance);
