/** For tests: simulates a lesson's runs with the real engine, under Node. */
import { catalogue, read, summaryOf } from '../engine/nodeEngine';
import type { Scenario, Summary } from '../engine/schema';
import { measuresOf } from '../run/measures';
import { simulatedText } from '../run/simulated';
import type { Run } from '../run/trace';
import { type Atom, withChanges } from '../scenario/changes';
import { fieldsOf } from '../scenario/fields';
import { at, withValue } from '../scenario/path';
import { designOf } from '../sweep/design';
import { pointsOf, type SweepSnapshot } from '../sweep/sweep';
import { openExactly, toRead } from './arms';
import type { Arm, Lesson, SweepExperiment } from './lesson';
import type { Runs, SweptPoint } from './runs';
import { setupOfSweep, sweptPoints } from './sweeps';

/** The complete scenario of an arm. Changes are applied one by one, like a student's, if the scenario has the field. */
export async function scenarioOf(arm: Arm, changes: Readonly<Record<string, Atom>> = {}): Promise<Scenario> {
  const original = read(...toRead(await openExactly(arm)));
  return Object.entries(changes).reduce(
    (scenario, change) =>
      at(scenario, change[0]) === undefined ? scenario : read(withChanges(scenario, [change])),
    original,
  );
}

/** The names of the runs that a function reads: `experiment/arm`, or `experiment` for a sweep. */
export function runsReadBy(read: (runs: Runs) => unknown, lesson: Lesson, runs: Runs): string[] {
  const names = new Set<string>();
  read({
    of: (experiment, arm) => {
      names.add(`${experiment}/${arm ?? onlyArm(lesson.experiments[experiment])}`);
      return runs.of(experiment, arm);
    },
    sweep: (experiment, measure) => {
      names.add(experiment);
      return runs.sweep(experiment, measure);
    },
    samples: (experiment, arm) => {
      names.add(`${experiment}/${arm}`);
      return runs.samples(experiment, arm);
    },
  });
  return [...names];
}

/** A run that notes which flows and links are read: `flow 2`, `link R1>R2`. Looking for one by its name doesn't count. */
export function noted(run: Run, subjects: Set<string>): Run {
  const note = <T extends { name: string }>(all: readonly T[], subject: (one: T, place: number) => string) =>
    all.map(
      (one, place) =>
        new Proxy(one, {
          get(target, key) {
            if (key !== 'name') subjects.add(subject(one, place));
            return Reflect.get(target, key);
          },
        }),
    );
  const { summary, trace } = run;
  return {
    ...run,
    summary: summary && {
      ...summary,
      flows: note(summary.flows, (_, place) => `flow ${place}`),
      links: note(summary.links, ({ name }) => `link ${name}`),
    },
    trace: new Proxy(trace, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (key !== 'rows') return typeof value === 'function' ? value.bind(target) : value;
        return (table: 'queues', place: number) => {
          subjects.add(table === 'queues' ? `link ${trace.links[place]}` : `flow ${place}`);
          return target.rows(table, place);
        };
      },
    }),
  };
}

/** Repeats some of a lesson's single runs with changes. Changes apply one by one where the scenario has the field. */
export async function simulateChanged(
  { experiments }: Lesson,
  names: readonly string[],
  changes: Readonly<Record<string, Atom>>,
): Promise<Runs> {
  const runs = new Map<string, Run>();
  for (const name of names) {
    const [experiment = '', arm = ''] = name.split('/');
    const one = experiments[experiment];
    const what = one?.kind === 'runs' ? one.arms[arm] : undefined;
    if (what === undefined) throw new Error(`${name} is no single run.`);
    runs.set(name, await simulatedText(JSON.stringify(await scenarioOf(what, changes))));
  }
  const none = () => {
    throw new Error('Sweeps and samples are not repeated.');
  };
  return {
    of: (experiment, arm) => found(runs, `${experiment}/${arm ?? onlyArm(experiments[experiment])}`),
    sweep: none,
    samples: none,
  };
}

/** Runs all experiments of a lesson in their original state. */
export async function simulateLesson({ experiments }: Lesson): Promise<Runs> {
  const runs = new Map<string, Run>();
  const sweeps = new Map<string, (measure: string) => SweptPoint[]>();
  const samples = new Map<string, Summary[]>();
  for (const [name, experiment] of Object.entries(experiments)) {
    if (experiment.kind === 'sweep') {
      sweeps.set(name, await sweep(experiment));
      continue;
    }
    for (const [arm, what] of Object.entries(experiment.arms)) {
      const scenario = await scenarioOf(what);
      if (experiment.kind === 'runs')
        runs.set(`${name}/${arm}`, await simulatedText(JSON.stringify(scenario)));
      else samples.set(`${name}/${arm}`, atSeeds(scenario, experiment.seeds));
    }
  }
  return {
    of: (experiment, arm) => found(runs, `${experiment}/${arm ?? onlyArm(experiments[experiment])}`),
    sweep: (experiment, measure) => found(sweeps, experiment)(measure),
    samples: (experiment, arm) => found(samples, `${experiment}/${arm}`),
  };
}

function found<T>(map: Map<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined)
    throw new Error(`The lesson has no run ${key}; it has ${[...map.keys()].join(', ')}.`);
  return value;
}

function onlyArm(experiment: Lesson['experiments'][string] | undefined): string {
  return experiment && 'arms' in experiment ? (Object.keys(experiment.arms)[0] ?? '') : '';
}

function atSeeds(scenario: Scenario, seeds: number): Summary[] {
  return Array.from({ length: seeds }, (_, i) => {
    const seeded = withValue(scenario, 'seed', scenario.seed + i);
    return summaryOf(JSON.stringify({ ...seeded, record: { max_rows: 0 } }));
  });
}

async function sweep(experiment: SweepExperiment): Promise<(measure: string) => SweptPoint[]> {
  const base = await scenarioOf(experiment.base);
  const setup = setupOfSweep(experiment);
  const { design, problems } = designOf(setup, base, fieldsOf(base, catalogue), catalogue);
  if (design === null) throw new Error([...problems].map(([where, what]) => `${where}: ${what}`).join('; '));
  const outcomes = design.runs.map((one) => ({ summary: summaryOf(one.text()) }));
  const shown: SweepSnapshot = { key: '', design, outcomes };
  return (name) => {
    const measure = measuresOf(base).find((one) => one.name === name);
    if (measure === undefined) throw new Error(`The scenario ${base.name} has no metric ${name}.`);
    return sweptPoints(design, pointsOf(shown, measure));
  };
}
