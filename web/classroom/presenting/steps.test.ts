import { expect, test } from 'vitest';
import { COURSE, openLesson } from '../../lessons/course';
import { type Block, predictionsBefore, type Step, stepNumbered, stepOfBlock, stepsOf } from './steps';

/**
 * `h` is a heading, `t` text, `s:x,y` a stage with two steps, `p:x` a prediction, `e:x` an experiment, `c:x` a check, `-` an omitted
 * block.
 */
function blocks(text: string): Block[] {
  const kinds = {
    h: 'heading',
    t: 'text',
    s: 'stage',
    p: 'predict',
    e: 'experiment',
    c: 'check',
    '-': 'omitted',
  } as const;
  return text.split(' ').map((one) => {
    const [kind = 't', id = ''] = one.split(':');
    if (kind === 's') return { kind: 'stage', id: '', steps: id.split(',') };
    return { kind: kinds[kind as keyof typeof kinds], id };
  });
}

const NONE = { predictions: {}, checks: {}, steps: {} };

const inShort = (steps: readonly Step[]) =>
  steps.map((step) => {
    const id = 'id' in step && step.id !== '' ? `:${step.id}` : '';
    return `${step.kind}${id}${'blocks' in step ? `@${step.blocks.join()}` : ''}`;
  });

test('the steps of a lesson are its title and its sections, split at headings', () => {
  expect(inShort(stepsOf(blocks('t t h t h t t'), NONE))).toEqual([
    'title',
    'text@0,1',
    'text@2,3',
    'text@4,5,6',
  ]);
});

test('the steps of a lesson split at predictions, experiments and checks, and keep headings with the next block', () => {
  expect(inShort(stepsOf(blocks('h p:a e:x t c:y h h t'), NONE))).toEqual([
    'title',
    'predict:a@0,1',
    'outcome:a',
    'experiment:x@2',
    'text@3',
    'check:y@4',
    'text@5,6,7',
  ]);
});

test('the steps of a lesson show each outcome after the last of its experiments', () => {
  const predictions = { a: { covers: ['x', 'y'] }, b: { covers: ['x'] } };
  expect(inShort(stepsOf(blocks('p:a p:b e:x e:y t'), { ...NONE, predictions }))).toEqual([
    'title',
    'predict:a@0',
    'predict:b@1',
    'experiment:x@2',
    'outcome:b',
    'experiment:y@3',
    'outcome:a',
    'text@4',
  ]);
});

test('the steps of a lesson show the run of a check again', () => {
  const steps = stepsOf(blocks('e:x t c:a c:b'), { ...NONE, checks: { a: { experiment: 'x' } } });
  expect(steps.slice(3)).toEqual([
    { kind: 'check', id: 'a', blocks: [2], run: 0 },
    { kind: 'check', id: 'b', blocks: [3] },
  ]);
});

test('the steps of a lesson are, on a stage, one screen each, with outcomes after the first that shows the run', () => {
  const steps = { i: { experiment: 'x' }, j: { experiment: 'y' }, k: { experiment: 'x' } };
  const predictions = { a: { covers: ['x', 'y'] } };
  expect(inShort(stepsOf(blocks('s:k h p:a s:i,j t s:k'), { ...NONE, predictions, steps }))).toEqual([
    'title',
    'stage:k@0',
    'predict:a@1,2',
    'stage:i@3',
    'stage:j@3',
    'outcome:a',
    'text@4',
    'stage:k@5',
  ]);
});

test('the steps of a lesson show the step of a stage again with a check, if possible one with controls', () => {
  const steps = {
    i: { experiment: 'x', changes: {} },
    j: { experiment: 'x' },
    k: { experiment: 'x', controls: [] },
  };
  const checks = { a: { experiment: 'x' } };
  const check = (given: Partial<typeof steps>) =>
    stepsOf(blocks('s:i,j s:k c:a'), { ...NONE, checks, steps: given as typeof steps }).at(-1);
  expect(check(steps)).toMatchObject({ kind: 'check', run: 1, again: 'k' });
  expect(check({ i: steps.i, j: steps.j })).toMatchObject({ run: 0, again: 'j' });
});

test("the steps of a lesson leave out teachers' notes", () => {
  expect(inShort(stepsOf(blocks('t - h t'), NONE))).toEqual(['title', 'text@0', 'text@2,3']);
});

test('predictionsBefore lists the predictions before a step', () => {
  const steps = stepsOf(blocks('p:a e:x p:b e:y'), {
    ...NONE,
    predictions: { a: { covers: ['x'] }, b: { covers: ['y'] } },
  });
  expect([...predictionsBefore(steps, 1)]).toEqual([]);
  expect([...predictionsBefore(steps, 2)]).toEqual(['a']);
  expect([...predictionsBefore(steps, steps.length - 1)]).toEqual(['a', 'b']);
});

test('finds the step of a block, and the nearest step to a number in an address', () => {
  const steps = stepsOf(blocks('t h t e:x t'), NONE);
  const staged = stepsOf(blocks('s:i,j t'), NONE);
  expect(stepOfBlock(staged, 0, 'j')).toBe(2);
  expect([0, 1, 2, 3, 4].map((block) => stepOfBlock(steps, block))).toEqual([1, 2, 2, 3, 4]);
  expect([1, 3, 99, -1, Number.NaN].map((number) => stepNumbered(steps, number))).toEqual([0, 2, 4, 0, 0]);
});

test('experiments and arms have no dot in their names, because links separate names by dots', async () => {
  for (const { name } of COURSE) {
    const { lesson } = (await openLesson(name)) ?? {};
    for (const [id, one] of Object.entries(lesson?.experiments ?? {}))
      for (const part of [id, ...Object.keys('arms' in one ? one.arms : {})]) expect(part).not.toContain('.');
  }
});
