/**
 * Single-key shortcuts, which work wherever the focus is except in fields. Users can turn them off, because speech input or accidental key
 * presses may trigger them.
 */
import { useEffect } from 'react';
import { Observable } from '../base/observable';
import { readStored, writeStored } from '../storage/browserStorage';

const STORAGE_KEY = 'keys';

/** True if single-key shortcuts are on. The setting is stored. */
export const singleKeys = new Observable(readStored(STORAGE_KEY) !== 'off');

export function allowSingleKeys(allowed: boolean): void {
  writeStored(STORAGE_KEY, allowed ? 'on' : 'off');
  singleKeys.set(allowed);
}

/** Calls `act` when `key` is pressed outside a field, without modifiers other than Shift, while no dialog is open. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!singleKeys.value || event.defaultPrevented || writing(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, act]);
}

/** True for fields that take keys as text, and for lists that search by first letter. */
export function writing(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type);
}

/** True if the focused element handles the key itself. */
export function isTaken({ target, key }: KeyboardEvent): boolean {
  if (writing(target)) return true;
  if (!(target instanceof Element)) return false;
  const moves = /^(?:Arrow|Page|Home$|End$)/.test(key);
  if (target.matches('input[type="range"]')) return moves;
  if (target.matches('input[type="radio"]')) return key === ' ' || key.startsWith('Arrow');
  // Tables that scroll sideways.
  if (target.matches('.table-scroll')) return key.startsWith('Arrow');
  return key === ' ' && target.matches('button, summary, input');
}
