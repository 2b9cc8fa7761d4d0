/** Checks every lesson's switches of parts: each puts the same sender together as the lesson's experiment with that part. */
import { describe, expect, test } from 'vitest';
import { catalogue } from '../engine/nodeEngine';
import type { Scenario } from '../engine/schema';
import { at, kindOf } from '../scenario/path';
import { COURSE, openLesson } from './course';
import { withKind } from './experiment/choices';
import type { Arm, Control, Lesson } from './lesson';
import { scenarioOf } from './simulatedLesson';

interface Switch {
  control: Control;
  arm: Arm;
}

/** The controls that choose a kind of a part, each with the arm that it changes first. */
async function switchesOf({ experiments, steps }: Lesson): Promise<Switch[]> {
  const found: Switch[] = [];
  const add = async (arms: Readonly<Record<string, Arm>>, controls: readonly Control[] = []) => {
    const [arm] = Object.values(arms);
    // An arm that has other parts already is put together otherwise.
    if (arm === undefined || (arm.set !== undefined && Object.keys(arm.set).length > 0)) return;
    const scenario = await scenarioOf(arm);
    for (const control of controls)
      if (control.choices !== undefined && kindOf(at(scenario, control.path)) !== undefined)
        found.push({ control, arm });
  };
  for (const one of Object.values(experiments)) if (one.kind === 'runs') await add(one.arms, one.controls);
  for (const { experiment, arm, controls } of Object.values(steps)) {
    const one = experiments[experiment];
    if (one?.kind === 'runs')
      await add(arm === undefined ? one.arms : { [arm]: one.arms[arm] as Arm }, controls);
  }
  return found;
}

/** The lesson's arms with this kind, of the same scenario, those with the fewest changes first. */
function armsWith({ experiments }: Lesson, { control, arm }: Switch, kind: string): Arm[] {
  return Object.values(experiments)
    .flatMap((one) => (one.kind === 'sweep' ? [] : Object.values(one.arms)))
    .filter(
      ({ scenario, experiment, set = {} }) =>
        scenario === arm.scenario && experiment === arm.experiment && set[`${control.path}.kind`] === kind,
    )
    .sort((a, b) => Object.keys(a.set ?? {}).length - Object.keys(b.set ?? {}).length);
}

const senders = ({ flows }: Scenario) => flows.map(({ sender }) => sender);

const lessons = await Promise.all(COURSE.map(async ({ name }) => (await openLesson(name))?.lesson));
const cases = await Promise.all(
  lessons.flatMap((lesson) =>
    lesson === undefined
      ? []
      : [switchesOf(lesson).then((switches) => switches.map((one) => ({ lesson, ...one })))],
  ),
).then((all) => all.flat());

test('some lessons have switches of parts', () => {
  expect(cases.length).toBeGreaterThan(2);
});

describe.each(cases.map((one) => [one.control.path, one] as const))('%s', (_, { lesson, control, arm }) => {
  test.each(control.choices ?? [])(`${_} %s is what the lesson’s experiment has`, async (kind) => {
    const original = await scenarioOf(arm);
    const chosen = withKind(original, original, control, kind, catalogue);
    const [simplest] = armsWith(lesson, { control, arm }, kind);
    if (simplest === undefined && kind !== kindOf(at(original, control.path))) return;
    const expected = simplest === undefined ? original : await scenarioOf(simplest);
    expect(senders(chosen)).toEqual(senders(expected));
  });

  test(`${_} goes back to the original`, async () => {
    const original = await scenarioOf(arm);
    const own = String(kindOf(at(original, control.path)));
    for (const kind of control.choices ?? []) {
      const chosen = withKind(original, original, control, kind, catalogue);
      expect(withKind(chosen, original, control, own, catalogue)).toEqual(original);
    }
  });
});
