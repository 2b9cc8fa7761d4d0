/** Makes the code of a student's lesson, and says what the code doesn't carry of what the page shows as done. */

import { t } from '../../base/words/words';
import type { Progress } from '../../lessons/progress';
import { REASON_WORDS } from './examine';
import { type LoadedLesson, type Rechecked, recheckWork, workOf } from './lessonWork';
import { lessonCodeOf, unpackWork } from './packedWork';
import { decode, type Result } from './result';
import type { Simulator } from './simulate';

export interface HandedIn {
  code: string;
  /** Sentences for the student about what the code leaves out. */
  missing: string[];
}

export async function lessonHandIn(
  loaded: LoadedLesson,
  progress: Progress,
  head: Omit<Result, 'work'>,
  simulator: Simulator,
): Promise<HandedIn> {
  const rechecked = await recheckWork(loaded, workOf(progress), simulator);
  const code = await lessonCodeOf({ ...head, work: rechecked.work }, loaded, simulator);
  return { code, missing: await missingFrom(code, loaded, progress, rechecked) };
}

/** Compares the lesson's work with what the grading page will read from the code. */
async function missingFrom(
  code: string,
  loaded: LoadedLesson,
  progress: Progress,
  { trials }: Rechecked,
): Promise<string[]> {
  const decoded = await decode(code);
  if (!('result' in decoded) || decoded.result.work.kind !== 'packed')
    throw new Error(t('The code can’t be read again.'));
  const { work, process } = decoded.result;
  const carried = unpackWork(work.bits, loaded, process).work;
  const { predictions, checks } = loaded.lesson;
  const lostPredictions = Object.entries(predictions)
    .filter(([id]) => progress.predictions[id] !== undefined && carried.predictions[id] === undefined)
    .map(([, { question }]) =>
      t('The code leaves out your prediction “{question}”: it doesn’t fit the question as it is now.', {
        question,
      }),
    );
  const lostChecks = Object.entries(checks).flatMap(([id, { task }]) => {
    if (!progress.checks[id]?.passed || carried.checks[id]?.passed) return [];
    const trial = trials.get(id);
    if (trial === undefined) return [];
    return 'finding' in trial
      ? t('The code leaves out the task “{task}”: {reason} ({details}).', {
          task,
          reason: REASON_WORDS[trial.finding.reason](),
          details: trial.finding.words(),
        })
      : t('The code counts the task “{task}” as not done: {found}', { task, found: trial.words() });
  });
  return [...lostPredictions, ...lostChecks];
}
