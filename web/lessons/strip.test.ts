/** The strips of parts in all lessons: each choice is one that the engine accepts, and leads back to the lesson's own parts. */
import { describe, expect, it } from 'vitest';
import { catalogue, read } from '../engine/nodeEngine';
import { at, kindOf } from '../scenario/path';
import { hasStrip } from './controls';
import { COURSE, openLesson } from './course';
import { withKind } from './experiment/choices';
import { scenarioOf } from './simulatedLesson';
import { experimentOf } from './stage/stageBenches';

const OPENED = await Promise.all(COURSE.map(async ({ name }) => await openLesson(name)));
const STEPS = OPENED.flatMap((opened) =>
  Object.entries(opened?.lesson.steps ?? {})
    .filter(([, step]) => hasStrip(step))
    .map(([id, step]) => ({ of: `${opened?.about.name}, ${id}`, lesson: opened?.lesson, step })),
);

it('the lessons about receivers, parts and recovery open with a strip', () => {
  const first = OPENED.filter((opened) => hasStrip(Object.values(opened?.lesson.steps ?? {})[0]));
  expect(first.map((opened) => opened?.about.name)).toEqual(
    expect.arrayContaining(['the-other-end', 'vegas-in-parts', 'recovery-does-the-work']),
  );
});

describe.each(STEPS)('the strip of $of', ({ lesson, step }) => {
  it('offers parts that the engine accepts, and restores the lesson’s own', async () => {
    if (lesson === undefined) throw new Error('no lesson');
    const [arm] = Object.values(experimentOf(lesson, step).arms);
    if (arm === undefined) throw new Error('no arm');
    const original = await scenarioOf(arm);
    for (const control of step.controls?.filter(({ part }) => part !== undefined) ?? []) {
      const own = String(kindOf(at(original, control.path)));
      expect(control.choices, control.path).toContain(own);
      for (const kind of control.choices ?? []) {
        const changed = read(withKind(original, original, control, kind, catalogue));
        expect(kindOf(at(changed, control.path))).toBe(kind);
        expect(read(withKind(changed, original, control, own, catalogue)), kind).toEqual(read(original));
      }
    }
  });
});
