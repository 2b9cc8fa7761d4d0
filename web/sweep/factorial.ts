/**
 * Analyzes a 2^k factorial design with replications: how much of a response's variation is due to each of k factors (each low or
 * high) and to their interactions (Jain 1991, chapters 17 and 18).
 *
 * Each combination of levels is a cell, and all cells have equally many replications. A cell's number has a bit for each factor that
 * is high. By the sign table, the effect of a set of factors is the mean of all responses, each multiplied by the product of the
 * factors' signs: half of the change from low to high. The error is the variation between replications of a cell. The engine's
 * papers use the same arithmetic (engine-wasm/papers/src/factorial.rs); both are tested with the same worked examples.
 */
import { type Mean, t95 } from '../run/statistics';

export interface Effect {
  /** A bit for each factor; 0 for the mean of all responses. */
  factors: number;
  effect: Mean;
  /** Percent of the variation; null for the mean, and if nothing varies. */
  variation: number | null;
}

export interface Factorial {
  /** The mean of all first, then in the order of the bits. */
  effects: Effect[];
  /** Share of the variation between replications, which no factor accounts for, percent; null if nothing varies. */
  error: number | null;
}

/** Analyzes responses by cell and replication; null unless there are 2^k cells with equally many replications, at least one. */
export function factorialOf(cells: readonly (readonly number[])[]): Factorial | null {
  const count = cells.length;
  const replications = cells[0]?.length ?? 0;
  const isPower = count > 0 && (count & (count - 1)) === 0;
  if (!isPower || replications === 0 || cells.some((cell) => cell.length !== replications)) return null;
  const means = cells.map((cell) => sum(cell) / replications);
  const errorSquares = sum(
    cells.map((cell, i) => sum(cell.map((response) => (response - (means[i] ?? 0)) ** 2))),
  );
  const freedom = count * (replications - 1);
  const deviation = Math.sqrt(errorSquares / freedom / (count * replications));
  const ci95 = freedom > 0 ? t95(freedom) * deviation : null;
  const values = means.map(
    (_, factors) => sum(means.map((mean, cell) => signOf(factors, cell) * mean)) / count,
  );
  const squares = values.map((value) => count * replications * value * value);
  const total = sum(squares.slice(1)) + errorSquares;
  const percent = (part: number) => (total > 0 ? (100 * part) / total : null);
  return {
    effects: values.map((value, factors) => ({
      factors,
      effect: { value, ci95, count: count * replications },
      variation: factors === 0 ? null : percent(squares[factors] ?? 0),
    })),
    error: percent(errorSquares),
  };
}

/** The product of a set of factors' signs in a cell. */
export function signOf(factors: number, cell: number): 1 | -1 {
  let low = factors & ~cell;
  let sign: 1 | -1 = 1;
  while (low !== 0) {
    sign = sign === 1 ? -1 : 1;
    low &= low - 1;
  }
  return sign;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
