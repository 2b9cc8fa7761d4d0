import { expect, it } from 'vitest';
import { Output } from './output.mjs';

it('prints overlapping steps one after another', () => {
  let printed = '';
  const output = new Output((text) => {
    printed += text;
  });
  const first = output.begin();
  const second = output.begin();
  first.write('a');
  second.write('1');
  expect(printed).toBe('a');
  const third = output.begin();
  third.write('x');
  second.write('2');
  second.end();
  expect(printed).toBe('a');
  first.write('b');
  first.end();
  expect(printed).toBe('ab12x');
  third.write('y');
  third.end();
  output.begin().write('!');
  expect(printed).toBe('ab12xy!');
});
