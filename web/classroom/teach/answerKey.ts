/** Finds the right answers of a lesson by its own rules, from runs that are made for it. Nothing is written down. */

import type { Catalogue } from '../../engine/schema';
import { type Answer, rightAnswer, verdictOf } from '../../lessons/answers';
import type { Check, Lesson, Mine } from '../../lessons/lesson';
import { type RunsCurve, runsCurve } from '../../lessons/runsCurve';
import type { Run } from '../../run/trace';
import { type Atom, withChanges } from '../../scenario/changes';
import { at } from '../../scenario/path';
import { runLesson, type SimulationJob, type Simulator } from '../assignments/simulate';

export interface PredictionAnswer {
  answer: Answer;
  /** The run's curve, if students draw one. */
  curve: RunsCurve | null;
  why: string;
}

export interface CheckAnswer {
  /** The number or the option; null if the student has to change something instead. */
  answer: string | number | null;
  /** The lesson's feedback to it. */
  why: string;
}

export interface LessonAnswers {
  predictions: ReadonlyMap<string, PredictionAnswer>;
  checks: ReadonlyMap<string, CheckAnswer>;
}

/** Makes a lesson's runs, and those with the changes that its tasks ask for. Returns null if they are canceled. */
export async function answersOf(
  lesson: Lesson,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<LessonAnswers | null> {
  const loaded = await runLesson(lesson, simulator, catalogue);
  if (loaded === null) return null;
  const { arms, runs } = loaded;
  const changed = new Map<string, Run>();
  const jobs: SimulationJob[] = [];
  for (const [id, check] of Object.entries(lesson.checks)) {
    if (check.kind !== 'reach') continue;
    for (const arm of armsOf(lesson, check)) {
      let scenario = arms.get(`${check.experiment}/${arm}`)?.scenario;
      // One by one, as a student makes them: a part brings fields that later changes are about.
      for (const change of Object.entries<Atom>(check.right))
        if (scenario !== undefined && at(scenario, change[0]) !== undefined)
          scenario = await simulator.read(JSON.stringify(withChanges(scenario, [change])));
      const text = JSON.stringify(scenario);
      jobs.push({
        text: () => text,
        rows: true,
        onOutcome: (one) => 'run' in one && one.run && changed.set(`${id}/${arm}`, one.run),
      });
    }
  }
  if (!(await simulator.run(jobs))) return null;
  const checks = Object.entries(lesson.checks).map(([id, check]): [string, CheckAnswer] => {
    const [first = ''] = armsOf(lesson, check);
    if (check.kind === 'reach') {
      const mine: Mine = (arm = first) => {
        const run = changed.get(`${id}/${arm}`);
        if (run === undefined) throw new Error(`The run ${id}/${arm} failed.`);
        return run;
      };
      return [id, { answer: null, why: check.judge(mine).words }];
    }
    const mine: Mine = (arm = first) => runs.of(check.experiment, arm);
    return [id, { answer: check.answer(mine), why: check.why(mine) }];
  });
  const predictions = Object.entries(lesson.predictions).map(([id, prediction]) => {
    const answer = rightAnswer(prediction, runs);
    const curve = prediction.kind === 'draw' ? runsCurve(lesson, prediction, runs) : null;
    return [id, { answer, curve, why: verdictOf(prediction, answer, runs).words }] as const;
  });
  return { predictions: new Map(predictions), checks: new Map(checks) };
}

function armsOf({ experiments }: Lesson, { experiment }: Check): string[] {
  const one = experiments[experiment];
  return one?.kind === 'runs' ? Object.keys(one.arms) : [];
}
