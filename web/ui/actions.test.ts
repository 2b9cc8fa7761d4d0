import { expect, it } from 'vitest';
import { type Action, actionFor, actions, combinationOf, printedKeys, registerActions } from './actions';

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function action(id: string, keys: string[], enabled = true): Action {
  return { id, title: () => id, keys, run: () => {}, enabled: () => enabled };
}

it('actions are listed while they are registered', () => {
  const remove = registerActions([action('one', [])]);
  const removeOther = registerActions([action('two', [])]);
  expect(actions.value.map(({ id }) => id)).toEqual(['one', 'two']);
  remove();
  expect(actions.value.map(({ id }) => id)).toEqual(['two']);
  removeOther();
  expect(actions.value).toEqual([]);
});

it('actions are found by their keys; the latest goes first, and disabled ones are passed over', () => {
  const list = [action('page', ['g']), action('dialog', ['g']), action('off', ['g'], false)];
  expect(actionFor(list, { ...PLAIN, key: 'g' })?.id).toBe('dialog');
  expect(actionFor(list, { ...PLAIN, key: 'h' })).toBeNull();
});

it('actions name combinations alike on every keyboard', () => {
  expect(combinationOf({ ...PLAIN, key: ' ' })).toBe('Space');
  expect(combinationOf({ ...PLAIN, key: 'L', shiftKey: true })).toBe('L');
  expect(combinationOf({ ...PLAIN, key: '?', shiftKey: true })).toBe('?');
  expect(combinationOf({ ...PLAIN, key: 'ArrowLeft', shiftKey: true })).toBe('Shift+ArrowLeft');
  expect(combinationOf({ ...PLAIN, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+z');
  expect(combinationOf({ ...PLAIN, key: 'k', metaKey: true })).toBe('Mod+k');
  expect(combinationOf({ ...PLAIN, key: '@', altKey: true, ctrlKey: true })).toBeNull();
});

it('actions print their keys as the system does', () => {
  const printed = (keys: string) => [printedKeys(keys, false), printedKeys(keys, true)];
  expect(printed('Mod+k')).toEqual(['Ctrl+K', '⌘K']);
  expect(printed('Mod+Shift+z')).toEqual(['Ctrl+Shift+Z', '⇧⌘Z']);
  expect(printed('l')).toEqual(['l', 'l']);
  expect(printed('L')).toEqual(['Shift+L', '⇧L']);
  expect(printed('Shift+ArrowLeft')).toEqual(['Shift+←', '⇧←']);
  expect(printed('+')).toEqual(['+', '+']);
  expect(printed('Space')).toEqual(['Space', 'Space']);
});
