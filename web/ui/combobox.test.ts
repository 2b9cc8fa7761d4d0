import { expect, it } from 'vitest';
import { destination } from './combobox';

it('keys lead through the options, and around at the ends', () => {
  expect(destination('ArrowDown', 0, 3)).toBe(1);
  expect(destination('ArrowDown', 2, 3)).toBe(0);
  expect(destination('ArrowUp', 0, 3)).toBe(2);
  expect(destination('PageDown', 0, 30)).toBe(8);
  expect(destination('PageUp', 3, 30)).toBe(0);
  expect(destination('a', 0, 3)).toBeNull();
  expect(destination('ArrowDown', -1, 0)).toBeNull();
});
