/** Formats a scenario's problems as text. */
import { t } from '../words/words';
import type { Problem } from './schema';

/** "flows.0.sender.avoidance.alpha: is below zero; allowed: 0 to 1000 segments". */
export function problemInWords({ path, problem, allowed }: Problem): string {
  return t('{path}: {problem}; allowed: {allowed}', { path, problem, allowed });
}
