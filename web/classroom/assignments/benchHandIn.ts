/** Makes the code of a task on the bench, and grades it like the teacher's page will, so that the student knows of any problem. */

import { t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import type { Assignment } from './assignment';
import type { Entry } from './collection';
import { REASON_WORDS } from './examine';
import { Grader } from './grading';
import type { HandedIn } from './lessonHandIn';
import { codeOf } from './packedTask';
import type { BenchResult } from './result';
import type { Simulator } from './simulate';

export async function benchHandIn(
  assignment: Assignment,
  result: BenchResult,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<HandedIn> {
  if (assignment.task.kind !== 'bench') throw new Error('The assignment must be a task on the bench.');
  const code = await codeOf(result, assignment.task);
  const source = { way: 'paste', file: '' } as const;
  const entries: Entry[] = [{ number: 1, line: 1, code, otherCells: [], nearby: '', source }];
  const grader = new Grader(assignment);
  if (!(await grader.grade(entries, simulator, catalogue, () => {})))
    throw new Error(t('The runs were canceled.'));
  const finding = grader.graded(entries).rows[0]?.examination?.finding ?? null;
  if (finding === null) return { code, missing: [] };
  const details = { reason: REASON_WORDS[finding.reason](), details: finding.words() };
  return {
    code,
    missing: [t('Your teacher’s page won’t verify this code: {reason} ({details}).', details)],
  };
}
