/** Makes all original runs of a lesson, to judge predictions by them. */
import type { Catalogue, Scenario, Summary } from '../engine/schema';
import { openArm, textOf } from '../lessons/arms';
import type { Arm, Lesson } from '../lessons/lesson';
import { NotYet, type Runs, type SweptPoint } from '../lessons/runs';
import { setupOfSweep, sweptPoints } from '../lessons/sweeps';
import type { Run } from '../run/trace';
import { fieldsOf } from '../scenario/fields';
import { withValue } from '../scenario/path';
import { designOf } from '../sweep/design';
import { measuresOf } from '../sweep/measures';
import { pointsOf, type RunOutcome } from '../sweep/sweep';
import { t } from '../words/words';
import type { Asked, Simulator } from './simulate';

/** One run of an experiment, as the lesson defines it. */
export interface OpenedArm {
  /** The scenario that its link opens before any changes, and its expanded form. */
  name: string;
  origin: Scenario;
  scenario: Scenario;
}

export interface LessonRuns {
  runs: Runs;
  /** Keyed by experiment and arm, such as `price/rem`. */
  arms: ReadonlyMap<string, OpenedArm>;
}

/** Null if the user cancels. */
export async function runLesson(
  { experiments }: Lesson,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<LessonRuns | null> {
  const arms = new Map<string, OpenedArm>();
  const runs = new Map<string, Run>();
  const samples = new Map<string, Summary[]>();
  const sweeps = new Map<string, (measure: string) => readonly SweptPoint[]>();
  const jobs: Asked[] = [];
  for (const [id, experiment] of Object.entries(experiments)) {
    if (experiment.kind === 'sweep') {
      const { scenario } = await openedArm(experiment.base, simulator);
      const setup = setupOfSweep(experiment);
      const { design } = designOf(setup, scenario, fieldsOf(scenario, catalogue), catalogue);
      if (design === null) throw new Error(t('The sweep {id} of this lesson cannot be made.', { id }));
      const outcomes: RunOutcome[] = [];
      design.runs.forEach((one, place) => {
        const onOutcome = (outcome: RunOutcome) => {
          outcomes[place] = outcome;
        };
        jobs.push({ text: one.text, onOutcome });
      });
      const measures = measuresOf(scenario);
      sweeps.set(id, (name) => {
        const measure = measures.find((one) => one.name === name);
        if (measure === undefined) throw new Error(t('There is no figure {name}.', { name }));
        return sweptPoints(design, pointsOf({ key: '', design, outcomes }, measure));
      });
      continue;
    }
    for (const [arm, what] of Object.entries(experiment.arms)) {
      const opened = await openedArm(what, simulator);
      const key = `${id}/${arm}`;
      arms.set(key, opened);
      if (experiment.kind === 'runs') {
        const text = JSON.stringify(opened.scenario);
        jobs.push({
          text: () => text,
          rows: true,
          onOutcome: (one) => 'run' in one && one.run && runs.set(key, one.run),
        });
        continue;
      }
      const summaries: Summary[] = [];
      samples.set(key, summaries);
      for (let seed = 0; seed < experiment.seeds; seed += 1) {
        const seeded = withValue(opened.scenario, 'seed', opened.scenario.seed + seed);
        jobs.push({
          text: () => JSON.stringify({ ...seeded, record: { max_rows: 0 } }),
          onOutcome: (one) => {
            if ('summary' in one) summaries[seed] = one.summary;
          },
        });
      }
    }
  }
  if (!(await simulator.run(jobs))) return null;
  const first = (id: string) => {
    const experiment = experiments[id];
    return experiment && 'arms' in experiment ? (Object.keys(experiment.arms)[0] ?? '') : '';
  };
  return {
    arms,
    runs: {
      of: (id, arm) => getOrWait(runs, `${id}/${arm ?? first(id)}`),
      sweep: (id, measure) => getOrWait(sweeps, id)(measure),
      samples: (id, arm) => getOrWait(samples, `${id}/${arm}`),
    },
  };
}

async function openedArm(arm: Arm, { read }: Simulator): Promise<OpenedArm> {
  const opening = await openArm(arm);
  const origin = await read(opening.text);
  return { name: opening.name, origin, scenario: await read(textOf(opening, origin)) };
}

function getOrWait<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new NotYet(key);
  return found;
}
