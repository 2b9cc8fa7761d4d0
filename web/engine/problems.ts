/** What is wrong with a scenario, in words. */
import type { Problem } from './schema';

/** "flows.0.sender.avoidance.alpha: is below zero; allowed: 0 to 1000 segments". */
export function problemInWords({ path, problem, allowed }: Problem): string {
  return `${path}: ${problem}; allowed: ${allowed}`;
}
