// Compares our engine with another implementation: means over seeds with confidence intervals, and a verdict for each
// row of a battery.
//
// A metric is out when all three of these are true:
//   1. each mean is outside the other's 95 % confidence interval;
//   2. the means differ by more than 5 % of theirs, or by more than the battery's tolerance;
//   3. the means differ by more than the metric's smallest relevant difference (`least`): for a count, by more than one event.
// A battery with few runs may ignore the first condition: intervals of two or three runs are so wide that no difference
// would be out.

/** @typedef {{ tolerance: number, intervals: boolean }} Rule the relative tolerance, and whether to use confidence intervals */

/** @type {Rule} */
export const DEFAULT_RULE = { tolerance: 0.05, intervals: true };

/**
 * Rates may differ from Linux by this share. There are too few runs to use confidence intervals.
 * @type {Rule}
 */
export const LINUX_RATES = { tolerance: 0.1, intervals: false };

/**
 * The metrics of a battery.
 * @type {Readonly<Record<string, { unit: string, least: number }>>}
 */
export const METRICS = {
  throughput_bps: { unit: 'bit/s', least: 0 },
  rtt_ms: { unit: 'ms', least: 0 },
  queue_packets: { unit: 'packets', least: 0.1 },
  drops: { unit: 'packets', least: 1 },
  timeouts: { unit: 'events', least: 1 },
  retransmissions: { unit: 'segments', least: 1 },
  fast_retransmits: { unit: 'events', least: 1 },
};

/** The 0.975 quantiles of Student's t for 1, 2, 3 ... degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** @typedef {{ mean: number, half_width: number }} Interval a mean with the half width of its 95 % confidence interval */
/** @typedef {{ unit: string, ours: Interval, theirs: Interval, difference: number | null }} Comparison `difference` is relative to theirs; null if only theirs is 0 */

/**
 * The mean of one value per seed with its 95 % t confidence interval.
 * @param {readonly number[]} values at least two
 * @returns {Interval}
 */
export function interval(values) {
  const count = values.length;
  if (count < 2) throw new Error(`An interval needs at least 2 values, not ${count}.`);
  const wrong = values.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new Error(`An interval needs finite values, not ${wrong}.`);
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  // Beyond 30 degrees of freedom, the last quantile gives a slightly too wide interval, which is safe.
  const t = T[Math.min(count - 2, T.length - 1)] ?? 0;
  return { mean, half_width: t * Math.sqrt(variance / count) };
}

/**
 * Compares one metric.
 * @param {string} metric a name in METRICS
 * @param {readonly number[]} ours one value per seed; NaN for a run without an RTT
 * @param {readonly number[]} theirs one value per seed
 * @returns {Comparison}
 */
export function compare(metric, ours, theirs) {
  const info = METRICS[metric];
  if (info === undefined)
    throw new Error(`There is no metric ${metric}; allowed: ${Object.keys(METRICS).join(', ')}.`);
  // A run in which every ACK covers a retransmission has no RTT.
  const known = (/** @type {readonly number[]} */ values) =>
    metric === 'rtt_ms' ? values.filter((value) => !Number.isNaN(value)) : values;
  const [a, b] = [interval(known(ours)), interval(known(theirs))];
  return { unit: info.unit, ours: a, theirs: b, difference: relative(a.mean, b.mean) };
}

/** @param {number} ours @param {number} theirs */
function relative(ours, theirs) {
  if (ours === theirs) return 0;
  return theirs === 0 ? null : (ours - theirs) / theirs;
}

/**
 * Returns true if a metric is out by the rule at the top of this file.
 * @param {string} metric
 * @param {Comparison} comparison
 * @param {Rule} [rule]
 */
export function isOut(metric, { ours, theirs, difference }, { tolerance, intervals } = DEFAULT_RULE) {
  const distance = Math.abs(ours.mean - theirs.mean);
  const significant = !intervals || (distance > ours.half_width && distance > theirs.half_width);
  const relevant = distance > (METRICS[metric]?.least ?? 0);
  return significant && relevant && (difference === null || Math.abs(difference) > tolerance);
}

/**
 * The verdict on a row, from its metrics and its explanations by metric.
 * @param {string} id
 * @param {Readonly<Record<string, Comparison>>} metrics
 * @param {Readonly<Record<string, string>>} [explanations]
 * @param {Rule} [rule]
 * @returns {{ verdict: 'agrees' | 'explained' | 'out', explanation: string, errors: string[] }} `errors` lists
 *   explanations without a difference
 */
export function judge(id, metrics, explanations = {}, rule = DEFAULT_RULE) {
  const out = Object.keys(metrics).filter((metric) =>
    isOut(metric, /** @type {Comparison} */ (metrics[metric]), rule),
  );
  const errors = Object.keys(explanations)
    .filter((metric) => !out.includes(metric))
    .map(
      (metric) => `${id}: ${metric} has an explanation, but doesn't differ anymore. Delete the explanation.`,
    );
  const used = out.flatMap((metric) => explanations[metric] ?? []);
  const verdict = out.length === 0 ? 'agrees' : used.length === out.length ? 'explained' : 'out';
  return { verdict, explanation: [...new Set(used)].join(' '), errors };
}

/**
 * The median absolute difference of a metric over the rows that have it.
 * @param {readonly { metrics: Readonly<Record<string, Comparison>> }[]} rows
 * @param {string} metric
 * @returns {number | null} null if no row has it
 */
export function medianDifference(rows, metric) {
  const sizes = rows
    .flatMap(({ metrics }) => metrics[metric]?.difference ?? [])
    .map(Math.abs)
    .sort((a, b) => a - b);
  const middle = sizes.length / 2;
  if (sizes.length === 0) return null;
  const [low, high] = [sizes[Math.ceil(middle) - 1] ?? 0, sizes[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}

/** @typedef {{ path: string, algorithm: string, sack: boolean, metrics: Record<string, Comparison> }} LinuxRow */

/**
 * Pairs of algorithms on the same path of which one is clearly faster in Linux and the other one clearly faster in our
 * engine.
 * @param {readonly LinuxRow[]} rows
 * @param {number} tolerance a clear difference exceeds this share of the slower rate
 * @returns {{ path: string, sack: boolean, faster: string, slower: string, text: string }[]} `faster` and `slower` in Linux
 */
export function inversions(rows, tolerance) {
  return rows.flatMap((a) =>
    rows
      .filter((b) => b.path === a.path && b.sack === a.sack)
      .filter((b) => isClearlyFaster(rate(a, 'theirs'), rate(b, 'theirs'), tolerance))
      .filter((b) => isClearlyFaster(rate(b, 'ours'), rate(a, 'ours'), tolerance))
      .map((b) => ({
        path: a.path,
        sack: a.sack,
        faster: a.algorithm,
        slower: b.algorithm,
        text: `${a.path}${a.sack ? '' : ' without SACK'}: ${a.algorithm} is faster than ${b.algorithm} in Linux, slower here`,
      })),
  );
}

/** @param {LinuxRow} row @param {'ours' | 'theirs'} side */
const rate = ({ metrics }, side) => metrics.throughput_bps?.[side].mean ?? Number.NaN;

/** @param {number} more @param {number} less @param {number} tolerance */
const isClearlyFaster = (more, less, tolerance) => more > less * (1 + tolerance);
