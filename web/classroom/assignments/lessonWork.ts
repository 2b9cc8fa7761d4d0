/**
 * Judges a student's work in a lesson again. All students see the same runs, because a lesson's text is tested with the
 * lesson's own seeds. They differ in their predictions, their answers, and their changes to the controls. A code
 * contains these, with links to the runs that the checks depend on; grading repeats these runs.
 */
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Catalogue } from '../../engine/schema';
import { isRight, verdictOf } from '../../lessons/answers';
import { toRead } from '../../lessons/arms';
import { controlsOf } from '../../lessons/controls';
import type { Check, Lesson, Mine, Verdict } from '../../lessons/lesson';
import type { Progress } from '../../lessons/progress';
import { onceAvailable } from '../../lessons/runs';
import { lessonScore } from '../../lessons/score';
import type { Outcome } from '../../run/jobs';
import { openingOf } from '../../run/share/opening';
import type { Run } from '../../run/trace';
import type { LanguageAttributes } from '../../ui/InEnglish';
import { settingsFinding } from './allowed';
import type { LessonTask } from './assignment';
import { type Examination, type Finding, type Mark, refusal, unverified } from './examine';
import { budgetFinding, type RepeatedRun, Repeater, type Repetition } from './repeat';
import { type DoneCheck, type LessonWork, markOfRuns, type Result } from './result';
import type { LessonRuns, Simulator } from './simulate';

export interface LoadedLesson extends LessonRuns {
  lesson: Lesson;
  catalogue: Catalogue;
  /** Of the lesson's texts. */
  language: LanguageAttributes;
}

/** The repeated runs of a check and the verdict on them, or the problem that prevented it. */
export type Trial = { finding: Finding } | (Judgment & { digests: string[]; engine: string });

interface Judgment {
  passed(answer: string | null): boolean;
  words(): string;
}

/** Converts a student's progress to the form that is handed in. `recheckWork` adds the marks. */
export function workOf({ predictions, checks }: Progress): LessonWork {
  const rounded = (value: number) => Number(value.toPrecision(4));
  return {
    kind: 'lesson',
    predictions: Object.fromEntries(
      Object.entries(predictions).map(([id, { answer }]) => [
        id,
        answer !== null && typeof answer === 'object' ? answer.map(rounded) : answer,
      ]),
    ),
    checks: Object.fromEntries(
      Object.entries(checks).map(([id, { passed, answer, links }]) => [
        id,
        { passed, answer, links, mark: 0 },
      ]),
    ),
  };
}

/** The key of a trial; equal keys mean equal trials. */
export function trialKey(id: string, { links }: DoneCheck): string {
  return JSON.stringify([id, links]);
}

/** The runs to repeat for a check, or the problem that shows without a run. Calls `settle` with the verdict when they have ended. */
export async function repetitionOf(
  loaded: LoadedLesson,
  id: string,
  done: DoneCheck,
  { read }: Pick<Simulator, 'read'>,
  settle: (trial: Trial) => void,
): Promise<Repetition | { finding: Finding }> {
  const reject = (finding: Finding) => ({ finding });
  const { lesson, catalogue } = loaded;
  const { links } = done;
  const check = ownEntry(lesson.checks, id);
  const experiment = check && lesson.experiments[check.experiment];
  if (check === undefined || experiment?.kind !== 'runs')
    return reject({
      reason: 'answers',
      words: () => t('the lesson has no such task'),
    });
  const names = Object.keys(experiment.arms);
  if (links.length !== names.length)
    return reject({ reason: 'answers', words: () => t('its runs are missing') });
  const runs: RepeatedRun[] = [];
  for (const [index, name] of names.entries()) {
    const key = `${check.experiment}/${name}`;
    const arm = loaded.arms.get(key);
    const [, query = ''] = (links[index] ?? '').split('?', 2);
    const opening = await openingOf(new URLSearchParams(query));
    if (arm === undefined || opening.name !== arm.name || !opening.exact)
      return reject({
        reason: 'fixed',
        words: () => t('a run’s scenario isn’t the lesson’s'),
      });
    const controls = controlsOf(lesson, check.experiment, name);
    try {
      // Check before running: a code could request a run of days.
      const scenario = await read(...toRead(opening));
      const finding = settingsFinding(scenario, arm.scenario, controls, catalogue);
      if (finding !== null) return reject(finding);
      runs.push({ text: JSON.stringify(scenario), rows: true, own: loaded.events.get(key) ?? 0 });
    } catch (error) {
      return reject(refusal((error as Error).message));
    }
  }
  return {
    key: trialKey(id, done),
    runs,
    settle: (outcomes) => settle(trialOf(check, names, runs, outcomes)),
  };
}

function trialOf(
  check: Check,
  names: readonly string[],
  repeated: readonly RepeatedRun[],
  outcomes: readonly Outcome[],
): Trial {
  const tooLong = budgetFinding(repeated, outcomes);
  if (tooLong !== null) return { finding: tooLong };
  const runs = new Map<string, Run>();
  for (const [index, name] of names.entries()) {
    const outcome = outcomes[index];
    if (outcome !== undefined && 'run' in outcome && outcome.run) runs.set(name, outcome.run);
    else return { finding: refusal(outcome && 'failure' in outcome ? outcome.failure : '') };
  }
  const mine: Mine = (name = names[0] ?? '') => {
    const run = runs.get(name);
    if (run === undefined) throw new Error(t('The experiment has no run {name}.', { name }));
    return run;
  };
  const summaries = [...runs.values()].flatMap(({ summary }) => summary ?? []);
  const digests = summaries.map(({ digest }) => digest);
  const engine = summaries[0]?.engine_version ?? '';
  try {
    return { digests, engine, ...judgmentOf(check, mine) };
  } catch (error) {
    // Some checks throw if a run didn't finish.
    return { digests, engine, passed: () => false, words: () => (error as Error).message };
  }
}

function judgmentOf(check: Check, mine: Mine): Judgment {
  if (check.kind === 'reach') {
    const verdict: Verdict = check.judge(mine);
    return { passed: () => verdict.passed, words: () => verdict.words };
  }
  const passed = (answer: string | null) => answer !== null && isRight(check, answer, mine);
  return { passed, words: () => t('the run has {value}', { value: check.answer(mine) }) };
}

/** Examines a student's work in a lesson after all its runs have been repeated. */
export function examineLesson(
  { lesson, runs }: LoadedLesson,
  task: LessonTask,
  result: Result,
  trials: ReadonlyMap<string, Trial>,
): Examination {
  const work = result.work as LessonWork;
  const checks: Record<string, Progress['checks'][string]> = {};
  for (const [id, done] of Object.entries(work.checks)) {
    const trial = trials.get(trialKey(id, done));
    if (trial === undefined)
      return unverified({ reason: 'refused', words: () => t('{id}: its runs were not made', { id }) });
    if ('finding' in trial) {
      const { reason, words } = trial.finding;
      return unverified({ reason, words: () => `${shortened(id)}: ${words()}` });
    }
    const passed = trial.passed(done.answer);
    if (markOfRuns(trial.digests) !== done.mark) {
      if (result.engine === trial.engine)
        return unverified({
          reason: 'digest',
          words: () => t('{id}: its runs give {digests}', { id, digests: trial.digests.join(', ') }),
        });
      const engines = { theirs: shortened(result.engine), ours: trial.engine };
      const words = () => t('made by engine {theirs}; engine {ours} of this page gives other runs', engines);
      return unverified({ reason: 'engine', words });
    }
    if (passed !== done.passed)
      return unverified({ reason: 'answers', words: () => `${id}: ${trial.words()}` });
    checks[id] = { passed, answer: done.answer, words: '', links: [...done.links] };
  }
  const predictions: Record<string, Progress['predictions'][string]> = {};
  let correctCount = 0;
  for (const [id, answer] of Object.entries(work.predictions)) {
    const asked = ownEntry(lesson.predictions, id);
    if (asked === undefined) continue;
    const verdict = answer === null ? null : onceAvailable(() => verdictOf(asked, answer, runs));
    if (verdict?.passed) correctCount += 1;
    predictions[id] = { answer, passed: verdict?.passed ?? null, words: verdict?.words ?? '' };
  }
  const current = lessonScore(lesson, { version: 1, predictions, checks });
  const { made, asked, done, tasks, score } = current;
  const note = () => t('{right} of {asked} predictions right', { right: correctCount, asked });
  const mark: Mark = {
    passed: score === 1,
    points: Math.round(1000 * score * task.points) / 1000,
    maxPoints: task.points,
    words: () =>
      t('{made} of {asked} predictions made, {done} of {tasks} tasks done', { made, asked, done, tasks }),
  };
  return { finding: null, marks: [mark], notes: [note] };
}

/** The entry with this name, without inherited properties: a code may contain any name, even `constructor`. */
function ownEntry<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A student's work with the marks of its runs, and why the others are left out. */
export interface Rechecked {
  work: LessonWork;
  /** By the check's id. */
  trials: ReadonlyMap<string, Trial>;
}

/** Repeats the runs of all checks, judges the checks again, and adds the marks of the runs. */
export async function recheckWork(
  loaded: LoadedLesson,
  work: LessonWork,
  simulator: Simulator,
): Promise<Rechecked> {
  const trials = new Map<string, Trial>();
  const repetitions: Repetition[] = [];
  for (const [id, done] of Object.entries(work.checks)) {
    const settle = (trial: Trial) => trials.set(id, trial);
    const repetition = await repetitionOf(loaded, id, done, simulator, settle);
    if ('finding' in repetition) trials.set(id, repetition);
    else repetitions.push(repetition);
  }
  if (!(await new Repeater().repeat(repetitions, simulator))) throw new Error(t('The runs were canceled.'));
  const checks = Object.entries(work.checks).flatMap(([id, done]): [string, DoneCheck][] => {
    const trial = trials.get(id);
    if (trial === undefined || 'finding' in trial) return [];
    return [[id, { ...done, mark: markOfRuns(trial.digests), passed: trial.passed(done.answer) }]];
  });
  return { work: { ...work, checks: Object.fromEntries(checks) }, trials };
}
