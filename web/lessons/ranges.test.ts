/** Checks for all lessons that no control has a range, or choices, in which it changes nothing. */
import { describe, expect, test } from 'vitest';
import { catalogue, summaryOf } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { type Atom, withChanges } from '../scenario/changes';
import { at, fieldAt, isPreset, kindOf } from '../scenario/path';
import { valuesSet } from './controls';
import { COURSE, openLesson } from './course';
import type { Arm, Control, Lesson } from './lesson';
import { scenarioOf } from './simulatedLesson';
import { experimentOf } from './stage/stageBenches';

/** A control with the arms that it's shown for. */
interface Shown {
  place: string;
  control: Control;
  arms: readonly Arm[];
  changes: Readonly<Record<string, Atom>>;
}

function shownControls(lesson: Lesson): Shown[] {
  const ofExperiments = Object.entries(lesson.experiments).flatMap(([id, one]) =>
    one.kind === 'runs'
      ? (one.controls ?? []).map((control): Shown => {
          const arms = Object.entries(one.arms).filter(([name]) => control.arms?.includes(name) ?? true);
          return { place: id, control, arms: arms.map(([, arm]) => arm), changes: {} };
        })
      : [],
  );
  const ofSteps = Object.entries(lesson.steps).flatMap(([id, step]) =>
    (step.controls ?? []).map(
      (control): Shown => ({
        place: `step ${id}`,
        control,
        arms: Object.values(experimentOf(lesson, step).arms).slice(0, 1),
        changes: step.changes ?? {},
      }),
    ),
  );
  return [...ofExperiments, ...ofSteps].filter(({ control }) => !control.locked);
}

/** The changes at the ends and in the middle of a control's range, or with each of its choices. */
function changesOf(control: Control, scenario: Scenario): Record<string, unknown>[] {
  const { path, range, choices = [], along = {} } = control;
  const own = at(scenario, path);
  if (kindOf(own) !== undefined && !isPreset(path))
    return choices.map((kind) => (kind === kindOf(own) ? {} : { [`${path}.kind`]: kind, ...along[kind] }));
  if (range === undefined) return choices.map((choice) => ({ [path]: choice }));
  const shape = fieldAt(catalogue, scenario, path)?.shape;
  const whole = shape?.type === 'number' && shape.integer;
  const middle = (range[0] + range[1]) / 2;
  return [range[0], whole ? Math.round(middle) : middle, range[1]].map((value) =>
    Object.fromEntries(valuesSet(control, value, scenario)),
  );
}

describe.each(COURSE.map(({ name }) => name))('%s', (name) => {
  test(`${name} has no control that changes nothing in a part of its range`, async () => {
    const opened = await openLesson(name);
    if (opened === null) throw new Error(`${name} is not a complete lesson`);
    const dead: string[] = [];
    for (const { place, control, arms, changes: own } of shownControls(opened.lesson)) {
      const digests = new Map<string, string>();
      for (const arm of arms) {
        const scenario = await scenarioOf(arm, own);
        if (at(scenario, control.path) === undefined) continue;
        for (const changes of changesOf(control, scenario)) {
          const text = JSON.stringify(
            withChanges(scenario, Object.entries(changes) as [string, Atom][], catalogue),
          );
          const words = JSON.stringify(changes);
          digests.set(words, `${digests.get(words) ?? ''} ${summaryOf(text).digest}`);
        }
      }
      const seen = new Map<string, string>();
      for (const [words, digest] of digests) {
        const same = seen.get(digest);
        if (same === undefined) seen.set(digest, words);
        else dead.push(`${place}: ${words} is the same as ${same}`);
      }
    }
    expect(dead).toEqual([]);
  });
});
