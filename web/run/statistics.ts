/** Means with their confidence intervals. */

export interface Mean {
  value: number;
  /** Half the width of its 95 % interval by Student's t; null for a single number. */
  ci95: number | null;
  /** Of how many numbers. */
  count: number;
}

/** The mean of some numbers; null of no numbers. */
export function meanOf(numbers: readonly number[]): Mean | null {
  const count = numbers.length;
  if (count === 0) return null;
  const value = numbers.reduce((sum, number) => sum + number, 0) / count;
  if (count === 1) return { value, ci95: null, count };
  const variance = numbers.reduce((sum, number) => sum + (number - value) ** 2, 0) / (count - 1);
  return { value, ci95: t95(count - 1) * Math.sqrt(variance / count), count };
}

/**
 * The quantile of Student's t that leaves 2.5 % above, for a whole number of degrees of freedom. The share within ±t is a finite sum of
 * powers of a cosine (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4); the angle at which it is 95 % is found by halving.
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

/** The share within ±t, where t is the tangent of the angle times the root of the degrees of freedom. */
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

/** Jain, Chiu & Hawe 1984: 1 if all have the same, 1/n if one has everything; not a number if nobody has anything. */
export function fairnessOf(shares: readonly number[]): number {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total ** 2 / (shares.length * shares.reduce((sum, share) => sum + share ** 2, 0));
}
