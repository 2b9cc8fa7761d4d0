/**
 * Statistics of one metric over runs of several scenarios at the same seeds: each mean with its 95 % interval, and its difference
 * from the first. Two runs with one seed meet the same random events, which cancel in their difference. The same
 * difference without pairing is computed too.
 */
import { type Mean, meanOf, t95 } from '../../run/statistics';

/** A figure of the runs of one arm, by seed; null where a run has none or has not come back. */
export type Column = readonly (number | null)[];

export interface Difference {
  /** Places of the arms: this one less that one. */
  arm: number;
  less: number;
  /** Of the pairs; its interval is null for a single pair. */
  mean: Mean;
  /** Half the width of the 95 % interval without pairing; null for a single pair. */
  unpaired_ci95: number | null;
  /** In how many pairs the arm has more than the other, and less. */
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

/** Each arm less the first. Of a seed that one of both lacks nothing counts. */
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
        less: 0,
        mean,
        unpaired_ci95: apart(
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
function apart(mine: readonly number[], others: readonly number[]): number | null {
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
