/**
 * Single keys, which work wherever the focus is except in fields (actions.ts). Users can turn them off, because speech input or accidental key
 * presses may trigger them.
 */
import { Observable } from '../base/observable';
import { readStored, writeStored } from '../base/storage/browserStorage';

const STORAGE_KEY = 'keys';

/** True if single-key shortcuts are on. The setting is stored. */
export const singleKeys = new Observable(readStored(STORAGE_KEY) !== 'off');

export function allowSingleKeys(allowed: boolean): void {
  writeStored(STORAGE_KEY, allowed ? 'on' : 'off');
  singleKeys.set(allowed);
}

/** True for fields that take keys as text, and for lists that search by first letter. */
export function writing(target: EventTarget | null): boolean {
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('[role="listbox"], [role="menu"]'))
  )
    return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type);
}

/** Widgets in which arrows move, and letters may search. */
const ARROW_ROLES = [
  'slider',
  'spinbutton',
  'listbox',
  'option',
  'grid',
  'tree',
  'menu',
  'tablist',
  'radiogroup',
];
const MOVED_BY_ARROWS = [...ARROW_ROLES, 'toolbar'].map((role) => `[role="${role}"]`).join();
const PRESSED_BY_SPACE = `button, summary, input, ${[
  'button',
  'tab',
  'option',
  'menuitem',
  'checkbox',
  'switch',
  'radio',
]
  .map((role) => `[role="${role}"]`)
  .join()}`;

/** True if the focused element handles the key itself. */
export function isTaken({ target, key }: Pick<KeyboardEvent, 'target' | 'key'>): boolean {
  if (writing(target)) return true;
  if (!(target instanceof Element)) return false;
  const moves = /^(?:Arrow|Page|Home$|End$)/.test(key);
  if (target.matches('input[type="range"]')) return moves;
  if (target.matches('input[type="radio"]')) return key === ' ' || key.startsWith('Arrow');
  // Tables that scroll sideways.
  if (target.matches('.table-scroll')) return key.startsWith('Arrow');
  if (key === ' ') return target.matches(PRESSED_BY_SPACE);
  return moves && target.closest(MOVED_BY_ARROWS) !== null;
}
