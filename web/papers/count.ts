/** Counts rows by verdict. Numbers and directions are counted apart, rows of our own nowhere. */
import type { Finding, Verdict } from '../scenario/content/papers';

export type Count = Record<Verdict, number>;

export function countOf(findings: Iterable<Pick<Finding, 'verdict'> | undefined>): Count {
  const count: Count = {
    agrees: 0,
    deviates: 0,
    holds: 0,
    fails: 0,
    ours: 0,
    not_simulated: 0,
    missing: 0,
  };
  for (const finding of findings) count[finding?.verdict ?? 'missing'] += 1;
  return count;
}

/** The printed numbers that we measured. */
export const numbersIn = ({ agrees, deviates }: Count): number => agrees + deviates;

/** The directions that we measured. */
export const directionsIn = ({ holds, fails }: Count): number => holds + fails;
