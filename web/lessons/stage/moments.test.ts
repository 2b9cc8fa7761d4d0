/** Checks for all lessons that the path shows the moment that each step's text is about, also after its controls were moved. */
import { describe, expect, test } from 'vitest';
import { momentOf } from '../../lab/topology/packetCanvas';
import { simulatedText } from '../../run/simulated';
import type { Run } from '../../run/trace';
import { View } from '../../run/view';
import type { Atom } from '../../scenario/changes';
import { at, kindOf } from '../../scenario/path';
import { controlsOfStep, valuesSet } from '../controls';
import { COURSE, openLesson } from '../course';
import type { Lesson, StageStep } from '../lesson';
import { NotYet, type Runs } from '../runs';
import { scenarioOf } from '../simulatedLesson';
import { ownMoment, settleStep, showStep } from './moment';
import { experimentOf } from './stageBenches';

type Changes = Readonly<Record<string, Atom>>;

/** No run of the lesson but the one on the stage has finished. */
const others: Runs = { of: notYet, sweep: notYet, samples: notYet };

function notYet(): never {
  throw new NotYet('Only the run on the stage has finished.');
}

async function runOf(lesson: Lesson, step: StageStep, changes: Changes = {}): Promise<Run> {
  const [arm] = Object.values(experimentOf(lesson, step).arms);
  if (arm === undefined) throw new Error(`${step.experiment} has no arms.`);
  return await simulatedText(JSON.stringify(await scenarioOf(arm, changes)));
}

/** Ranges of so many whole numbers are tried with each of them. */
const FEW = 40;

/** A whole number between whole ones. */
const middleOf = (from: number, to: number) =>
  Number.isInteger(from) && Number.isInteger(to) ? Math.round((from + to) / 2) : (from + to) / 2;

/** The changes that a reader can make under a step's picture: each choice, each of few numbers, or a range's ends and middle. */
function changesOf(step: StageStep, { scenario }: Run): Changes[] {
  return controlsOfStep(step).flatMap((control) => {
    const { path, range, choices, along = {} } = control;
    const own = kindOf(at(scenario, path));
    expect(range ?? choices, `the control ${path} has ends`).toBeDefined();
    const [from, to] = range ?? [0, -1];
    const few = from >= 1 && Number.isInteger(to) && to - from < FEW;
    const numbers = few
      ? Array.from({ length: to - from + 1 }, (_, place) => from + place)
      : range && [from, middleOf(from, to), to];
    if (own !== undefined && choices !== undefined)
      return choices.flatMap((kind) => (kind === own ? [] : [{ ...along[kind], [`${path}.kind`]: kind }]));
    return [...(choices ?? numbers ?? [])].map(
      (value) => Object.fromEntries(valuesSet(control, value, scenario)) as Changes,
    );
  });
}

/** The moment that the path shows, s. */
const pathShows = (view: View, run: Run) => momentOf(view, run);

/** Moments of the picture at equal distances, s. */
const samplesOf = ({ seconds: [from, to] }: StageStep, run: Run) =>
  Array.from({ length: 200 }, (_, place) => from + ((Math.min(to, run.now_s) - from) * place) / 200);

describe.each(COURSE.map(({ name }) => name))('%s', (name) => {
  test(`${name} shows the moments of its steps`, async () => {
    const opened = await openLesson(name);
    if (opened === null) throw new Error(`${name} is not a complete lesson`);
    const { lesson } = opened;
    for (const [id, step] of Object.entries(lesson.steps)) {
      const [from, to] = step.seconds;
      const run = await runOf(lesson, step);
      const own = ownMoment(step, run, others);
      expect(own.instead, `step ${id}: its moment comes, in its seconds`).toBeNull();
      const view = new View();
      showStep(view, step, run, others, true);
      expect(pathShows(view, run), `step ${id}, without motion`).toBe(own.time_s);
      showStep(view, step, run, others, false);
      const first = step.play ? (step.from ?? (step.time === undefined ? from : own.time_s)) : own.time_s;
      expect(pathShows(view, run), `step ${id}, at first`).toBe(first);
      const { shows } = step;
      if (shows) expect(shows(run, own.time_s), `step ${id}, at ${own.time_s} s`).toBe(true);
      let fails = shows && samplesOf(step, run).some((at_s) => !shows(run, at_s));
      // A moment that needs the finished run isn't known before, and nothing is said of it.
      expect(ownMoment(step, { ...run, summary: null }, others).instead, id).toBeNull();

      for (const changes of changesOf(step, run)) {
        const words = `step ${id} with ${JSON.stringify(changes)}`;
        const changed = await runOf(lesson, step, changes);
        const { time_s, instead } = ownMoment(step, changed, others);
        settleStep(view, step, changed, others);
        view.release();
        expect(pathShows(view, changed), words).toBe(time_s);
        expect(time_s, words).toBeGreaterThanOrEqual(from);
        expect(time_s, words).toBeLessThanOrEqual(Math.min(to, changed.now_s));
        if (instead !== null) expect(time_s, `${words}: the end`).toBe(Math.min(to, changed.now_s));
        else if (shows) expect(shows(changed, time_s), `${words}, at ${time_s} s`).toBe(true);
        fails ||= shows && samplesOf(step, changed).some((at_s) => !shows(changed, at_s));
      }
      if (shows) expect(fails, `step ${id} shows what it says at any moment, so it needs none`).toBe(true);
    }
  });
});
