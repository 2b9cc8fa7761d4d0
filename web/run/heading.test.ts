import { expect, it } from 'vitest';
import type { BenchState } from './bench';
import { headingOf } from './heading';

const state = (text: string, scenario: unknown = null) => ({ text, scenario }) as BenchState;

it('a heading comes from the text until the engine has parsed the scenario', () => {
  const text = '{"title": "One", "about": "Two words", "source": 3, "flows": []}';
  expect(headingOf(state(text))).toEqual({ title: 'One', about: 'Two words' });
  expect(headingOf(state(text, { title: 'Another' })).title).toBe('Another');
});

it('text that is not a scenario has an empty heading', () => {
  for (const text of ['', '{', 'null', '3', '[]']) expect(headingOf(state(text))).toEqual({});
});
