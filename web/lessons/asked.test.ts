import { expect, it } from 'vitest';
import { askedInText } from './asked';

it('questions in folds and in the notebook are optional, by their fold', () => {
  const asked = askedInText([
    ['Predict', { id: 'a' }],
    [
      ...(['Covered', { by: 'a' }] as const),
      ['Experiment', { id: 'run' }, ['Check', { id: 'b' }]],
      [
        'Fold',
        { question: 'Why?' },
        ['Predict', { id: 'c' }],
        ['Covered', { by: 'c' }, ['Check', { id: 'd' }]],
      ],
      ['Notebook', {}, ['Check', { id: 'e' }], ['Fold', { question: 'How?' }, ['Predict', { id: 'f' }]]],
    ],
  ]);
  expect(asked.core).toEqual({ predictions: ['a'], checks: ['b'] });
  expect(asked.optional).toEqual({ predictions: ['c', 'f'], checks: ['d', 'e'] });
  expect(asked.folds).toEqual([
    { question: 'Why?', predictions: ['c'], checks: ['d'] },
    { question: null, predictions: [], checks: ['e'] },
    { question: 'How?', predictions: ['f'], checks: [] },
  ]);
});
