import { expect, it } from 'vitest';
import type { BenchState } from './bench';
import { headingOf } from './heading';

const state = (text: string, scenario: unknown = null) => ({ text, scenario }) as BenchState;

it('what a scenario says of itself is known before the engine has read it, and then as the engine read it', () => {
  const text = '{"title": "One", "about": "Two words", "source": 3, "flows": []}';
  expect(headingOf(state(text))).toEqual({ title: 'One', about: 'Two words' });
  expect(headingOf(state(text, { title: 'Another' })).title).toBe('Another');
});

it('what is no scenario says nothing', () => {
  for (const text of ['', '{', 'null', '3', '[]']) expect(headingOf(state(text))).toEqual({});
});
