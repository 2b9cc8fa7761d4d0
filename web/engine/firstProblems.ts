/** The first problems of something that has thousands: listing them all takes longer than reading any of them helps. */
import { plural, t } from '../base/words/words';
import { MOST_PROBLEMS } from './protocol';
import type { Problem } from './schema';

/** The first problems, and how many more there are. `all` is their number, if not all are given. */
export function firstProblems(problems: readonly Problem[], all = problems.length): Problem[] {
  if (all <= MOST_PROBLEMS) return [...problems];
  const problem = plural(
    all - MOST_PROBLEMS,
    '{n} more problem isn’t listed',
    '{n} more problems aren’t listed',
  );
  return [...problems.slice(0, MOST_PROBLEMS), { path: '', problem, allowed: t('none') }];
}
