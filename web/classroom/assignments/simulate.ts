/**
 * Runs simulations for assignments: lists of jobs, all original runs of a lesson, and the scenario that a bench
 * task starts from. Grading depends only on `Simulator`, so tests can run it without a browser.
 */

import { useEffect, useState } from 'react';
import { t } from '../../base/words/words';
import type { Change } from '../../engine/protocol';
import type { Catalogue, Scenario, Summary } from '../../engine/schema';
import { openArm, openExactly, toRead } from '../../lessons/arms';
import type { Arm, Lesson } from '../../lessons/lesson';
import { NotYet, type Runs, type SweptPoint } from '../../lessons/runs';
import { setupOfSweep, sweptPoints } from '../../lessons/sweeps';
import { type Job, Jobs, type Outcome } from '../../run/jobs';
import { measuresOf } from '../../run/measures';
import type { Run } from '../../run/trace';
import { type Known, poolSize, WORKERS } from '../../run/workers';
import { fieldsOf } from '../../scenario/fields';
import { withValue } from '../../scenario/path';
import { designOf } from '../../sweep/design';
import { pointsOf, type RunOutcome } from '../../sweep/sweep';
import type { BenchTask } from './assignment';

export interface SimulationJob extends Job {
  onOutcome(outcome: Outcome): void;
}

export interface Simulator {
  /** Parses a scenario text, applies a link's changes and fills in all defaults. */
  read(text: string, changes?: readonly Change[]): Promise<Scenario>;
  /** Runs the jobs; resolves to false if the user cancels. */
  run(jobs: readonly SimulationJob[]): Promise<boolean>;
}

/** Runs simulations in the browser, on all processors, because the page does nothing else meanwhile. Dispose of it after grading. */
export class BrowserSimulator implements Simulator {
  readonly jobs: Jobs<SimulationJob>;
  private readonly release = WORKERS.keepWarm();
  private disposed = false;

  constructor(size = Math.max(2, poolSize())) {
    this.jobs = new Jobs<SimulationJob>({ size, priority: 'interactive' });
  }

  get catalogue(): Promise<Catalogue> {
    return WORKERS.facts().then(({ catalogue }) => catalogue);
  }

  get engineVersion(): Promise<string> {
    return WORKERS.facts().then(({ engine_version }) => engine_version);
  }

  readonly read: Simulator['read'] = async (...wanted) => {
    if (this.disposed) throw new Error(t('The runs were canceled.'));
    return await WORKERS.read(...wanted);
  };

  readonly run: Simulator['run'] = async (jobs) =>
    !this.disposed && (await this.jobs.start(jobs, (job, outcome) => job.onOutcome(outcome)));

  dispose(): void {
    this.disposed = true;
    this.jobs.cancel();
    this.release();
  }
}

/**
 * The scenario that a bench task starts from, defaults included. Throws an error for the user if the link opens a
 * different scenario from the one that it names.
 */
export async function baseOf(
  { base }: Pick<BenchTask, 'base'>,
  { read }: Pick<Simulator, 'read'>,
): Promise<Scenario> {
  return await read(...toRead(await openExactly({ label: '', link: base })));
}

export interface TaskBase extends Known {
  /** The full scenario, defaults included. */
  scenario: Scenario;
}

export type OpenedBase = { link: string; base: TaskBase | null; failure: string };

/** Loads a task's base scenario. `link` is the text after `#/bench?`, or '' for none. Returns null while it loads. */
export function useBase(link: string): OpenedBase | null {
  const [opened, setOpened] = useState<OpenedBase | null>(null);
  useEffect(() => {
    if (link === '') return undefined;
    let cancelled = false;
    const open = async (): Promise<TaskBase> => {
      const scenario = await baseOf({ base: link }, { read: (...wanted) => WORKERS.read(...wanted) });
      return { scenario, ...(await WORKERS.facts()) };
    };
    open().then(
      (base) => cancelled || setOpened({ link, base, failure: '' }),
      (error: Error) => cancelled || setOpened({ link, base: null, failure: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [link]);
  return opened?.link === link ? opened : null;
}

/** One run of an experiment, as defined by the lesson. */
export interface OpenedArm {
  /** The name of the scenario that the link opens. */
  name: string;
  /** That scenario without the link's changes. */
  origin: Scenario;
  /** The scenario with the link's changes and all defaults. */
  scenario: Scenario;
}

export interface LessonRuns {
  runs: Runs;
  /** By experiment and arm: `price/rem`. */
  arms: ReadonlyMap<string, OpenedArm>;
  /** The number of events of each arm's run, by experiment and arm. */
  events: ReadonlyMap<string, number>;
}

/** Makes all original runs of a lesson, so that predictions can be judged. Returns null if the user cancels. */
export async function runLesson(
  { experiments }: Lesson,
  simulator: Simulator,
  catalogue: Catalogue,
): Promise<LessonRuns | null> {
  const arms = new Map<string, OpenedArm>();
  const events = new Map<string, number>();
  const runs = new Map<string, Run>();
  const samples = new Map<string, Summary[]>();
  const sweeps = new Map<string, (measure: string) => readonly SweptPoint[]>();
  const jobs: SimulationJob[] = [];
  for (const [id, experiment] of Object.entries(experiments)) {
    if (experiment.kind === 'sweep') {
      const { scenario } = await openedArm(experiment.base, simulator);
      const setup = setupOfSweep(experiment);
      const { design } = designOf(setup, scenario, fieldsOf(scenario, catalogue), catalogue);
      if (design === null) throw new Error(t('This lesson’s sweep {id} can’t be set up.', { id }));
      const outcomes: RunOutcome[] = [];
      design.runs.forEach((one, index) => {
        const onOutcome = (outcome: RunOutcome) => {
          outcomes[index] = outcome;
        };
        jobs.push({ text: one.text, onOutcome });
      });
      const measures = measuresOf(scenario);
      sweeps.set(id, (name) => {
        const measure = measures.find((one) => one.name === name);
        if (measure === undefined) throw new Error(t('There’s no metric {name}.', { name }));
        return sweptPoints(design, pointsOf({ key: '', design, outcomes }, measure));
      });
      continue;
    }
    for (const [name, arm] of Object.entries(experiment.arms)) {
      const opened = await openedArm(arm, simulator);
      const key = `${id}/${name}`;
      arms.set(key, opened);
      if (experiment.kind === 'runs') {
        const text = JSON.stringify(opened.scenario);
        jobs.push({
          text: () => text,
          rows: true,
          onOutcome: (one) => {
            if (!('run' in one) || one.run === undefined) return;
            runs.set(key, one.run);
            events.set(key, one.events);
          },
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
    events,
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
  return { name: opening.name, origin, scenario: await read(...toRead(opening)) };
}

function getOrWait<T>(map: ReadonlyMap<string, T>, key: string): T {
  const found = map.get(key);
  if (found === undefined) throw new NotYet(key);
  return found;
}
