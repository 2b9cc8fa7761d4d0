import { describe, expect, it, test } from 'vitest';
import type { Element } from './copy/elements';
import { COURSE, openLesson } from './course';
import { followingIn, reasonsIn } from './reasons';
import { NotYet, type Runs, waitsFor } from './runs';

type Questions = Parameters<typeof reasonsIn>[1];

const asking = (covers: Readonly<Record<string, readonly string[]>>): Questions['predictions'] =>
  Object.fromEntries(
    Object.entries(covers).map(([id, names]) => [
      id,
      { kind: 'choice', question: '', options: {}, covers: names, why: '', answer: () => '' },
    ]),
  );

const predict = (id: string): Element => ['Predict', { id }];
const experiment = (id: string): Element => ['Experiment', { id }];

describe('the place of a reason', () => {
  it('is below the covered experiment, also within other components', () => {
    const elements: Element[] = [
      predict('a'),
      ['Covered', { by: 'a' }, ['p', {}, 'text'], experiment('run')],
    ];
    const reasons = reasonsIn(elements, { predictions: asking({ a: ['run'] }), steps: {} });
    expect([...reasons]).toEqual([['Experiment run', ['a']]]);
  });

  it('is below the last of several experiments, and has the reasons of all predictions about it', () => {
    const elements = [predict('a'), predict('b'), experiment('one'), experiment('two')];
    const predictions = asking({ a: ['one', 'two'], b: ['two'] });
    expect([...reasonsIn(elements, { predictions, steps: {} })]).toEqual([['Experiment two', ['a', 'b']]]);
  });

  it('is below the first step that shows the run after the prediction', () => {
    const step = { experiment: 'run', panels: ['queue'], seconds: [0, 1], play: true } as const;
    const steps = { before: step, after: step };
    const elements: Element[] = [
      ['Stage', {}, ['Step', { id: 'before' }]],
      predict('a'),
      ['Stage', {}, ['Step', { id: 'after' }]],
    ];
    const reasons = reasonsIn(elements, { predictions: asking({ a: ['run'] }), steps });
    expect([...reasons]).toEqual([['Step after', ['a']]]);
  });

  it('is the prediction itself if no experiment follows', () => {
    const reasons = reasonsIn([predict('a')], { predictions: asking({ a: ['run'] }), steps: {} });
    expect([...reasons]).toEqual([['Predict a', ['a']]]);
  });
});

describe('what follows a prediction', () => {
  const written = { title: '', look: '' };
  const experiments = {
    first: { kind: 'runs', ...written, arms: {}, panels: [] },
    run: { kind: 'runs', ...written, arms: {}, panels: [] },
    many: { kind: 'samples', ...written, arms: {}, seeds: 20, measures: [] },
  } as const;
  const predictions = asking({ a: ['run'], b: ['run'], c: ['many'] });
  const followingOf = (...elements: Element[]) => {
    const reasons = reasonsIn(elements, { predictions, steps: {} });
    return Object.fromEntries(followingIn(elements, { experiments }, reasons));
  };

  it('is the run, also within what the prediction covers', () => {
    expect(followingOf(predict('a'), ['Covered', { by: 'a' }, experiment('run')])).toEqual({ a: 'run' });
  });

  it('is a button if students start the runs', () => {
    expect(followingOf(predict('c'), experiment('many'))).toEqual({ c: 'start' });
  });

  it('is another question before the run of both', () => {
    expect(followingOf(predict('a'), predict('b'), experiment('run'))).toEqual({ a: 'question', b: 'run' });
  });

  it('is something else if a task or another picture comes first', () => {
    expect(followingOf(predict('a'), ['Check', { id: 'task' }], experiment('run'))).toEqual({ a: 'other' });
    expect(followingOf(predict('a'), experiment('first'), experiment('run'))).toEqual({ a: 'other' });
  });
});

const NOTHING_FINISHED: Runs = {
  of: (experiment) => {
    throw new NotYet('', experiment);
  },
  sweep: (experiment) => {
    throw new NotYet('', experiment);
  },
  samples: (experiment) => {
    throw new NotYet('', experiment);
  },
};

test('a function of runs waits for those that have not finished', () => {
  expect(waitsFor(() => NOTHING_FINISHED.sweep('sizes', 'all.goodput'))).toBe('sizes');
  expect(waitsFor(() => 1)).toBeNull();
});

test.each(COURSE.map(({ name }) => name))('%s gives its key points after the runs', async (name) => {
  const opened = await openLesson(name);
  expect(JSON.stringify(opened?.text.elements)).toContain('["KeyPoints",');
});

test.each(COURSE.map(({ name }) => name))('%s gives each reason below a run', async (name) => {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`${name} is not a complete lesson`);
  const { lesson, text } = opened;
  const reasons = reasonsIn(text.elements, lesson);
  expect([...reasons.values()].flat().sort()).toEqual(Object.keys(lesson.predictions).sort());
  expect([...reasons.keys()].filter((place) => place.startsWith('Predict'))).toEqual([]);
});
