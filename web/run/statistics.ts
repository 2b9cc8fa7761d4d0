/** Means with confidence intervals, and fairness. */

export interface Mean {
  value: number;
  /** Half the width of its 95 % interval by Student's t; null for a single number. */
  ci95: number | null;
  /** Number of values in the mean. */
  count: number;
}

/** Null if there are no numbers. */
export function meanOf(numbers: readonly number[]): Mean | null {
  const count = numbers.length;
  if (count === 0) return null;
  const value = numbers.reduce((sum, number) => sum + number, 0) / count;
  if (count === 1) return { value, ci95: null, count };
  const variance = numbers.reduce((sum, number) => sum + (number - value) ** 2, 0) / (count - 1);
  return { value, ci95: t95(count - 1) * Math.sqrt(variance / count), count };
}

/**
 * The 97.5 % quantile of Student's t, for a whole number of degrees of freedom. The probability within ±t is a finite sum of powers of a
 * cosine (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4); bisection finds the angle at which it is 95 %.
 */
export function t95(freedom: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let halvings = 0; halvings < 60; halvings += 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2) * Math.sqrt(freedom);
}

/** The probability within ±t, where t is the tangent of the angle times the square root of the degrees of freedom. */
function shareWithin(angle: number, freedom: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= freedom - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** Jain's index (Jain, Chiu & Hawe 1984): 1 if all shares are equal, 1/n if one has everything, NaN if all are 0. */
export function fairnessOf(shares: readonly number[]): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total ** 2 / (shares.length * shares.reduce((sum, share) => sum + share ** 2, 0));
}
