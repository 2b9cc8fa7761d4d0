/**
 * Statistics of a metric over runs of several scenarios at the same seeds: each mean with its 95 % interval, and its difference from the
 * first mean. Runs with the same seed meet the same random events, which cancel in their difference. For comparison, the difference is
 * also computed without pairing.
 */
import { type Mean, meanOf, t95 } from '../../run/statistics';

/** A metric of one arm's runs, by seed; null if a run has no value or hasn't finished. */
export type Column = readonly (number | null)[];

export interface Difference {
  /** Indexes of the arms; the difference is `arm` minus `other`. */
  arm: number;
  other: number;
  /** Mean difference of the pairs; its interval is null for a single pair. */
  mean: Mean;
  /** Half the width of the 95 % interval without pairing; null for a single pair. */
  unpaired_ci95: number | null;
  /** Number of pairs in which the arm has more than the other, and number with less. */
  above: number;
  below: number;
}

/** Returns true if the interval around a mean contains zero; null if there is no interval. */
export function containsZero({ value }: Mean, ci95: number | null): boolean | null {
  return ci95 === null ? null : Math.abs(value) <= ci95;
}

export function meansOf(columns: readonly Column[]): (Mean | null)[] {
  return columns.map((column) => meanOf(column.filter((value) => value !== null)));
}

/** Differences of each further arm from the first. Seeds for which either value is missing are left out. */
export function differencesOf([first = [], ...others]: readonly Column[]): Difference[] {
  return others.flatMap((column, place) => {
    const pairs = column.flatMap((value, seed) => {
      const other = first[seed] ?? null;
      return value === null || other === null ? [] : [[value, other] as const];
    });
    const differences = pairs.map(([value, other]) => value - other);
    const mean = meanOf(differences);
    if (mean === null) return [];
    return [
      {
        arm: place + 1,
        other: 0,
        mean,
        unpaired_ci95: unpairedInterval(
          pairs.map(([value]) => value),
          pairs.map(([, other]) => other),
        ),
        above: differences.filter((one) => one > 0).length,
        below: differences.filter((one) => one < 0).length,
      },
    ];
  });
}

/** Half the confidence interval of the difference between two means of equally many numbers: Student's t with pooled variance. */
function unpairedInterval(mine: readonly number[], others: readonly number[]): number | null {
  const { length: count } = mine;
  if (count < 2) return null;
  const common = (squares(mine) + squares(others)) / (2 * count - 2);
  return t95(2 * count - 2) * Math.sqrt((2 * common) / count);
}

/** The sum of squares about the mean. */
function squares(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0);
}
