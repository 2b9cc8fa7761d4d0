/**
 * Keys that work wherever the focus is. They are single keys, so they do nothing in a field. Users of speech input, or users who
 * hit keys by mistake, can turn them off.
 */
import { useEffect } from 'react';
import { Observable } from '../base/observable';
import { keep, kept } from '../storage/browserStorage';

const STORAGE_KEY = 'keys';

/** True if single keys are on; the user's choice is remembered. */
export const singleKeys = new Observable(kept(STORAGE_KEY) !== 'off');

export function allowSingleKeys(allowed: boolean): void {
  keep(STORAGE_KEY, allowed ? 'on' : 'off');
  singleKeys.set(allowed);
}

/** Does `act` when `key` is pressed outside of a field, with nothing held but Shift, and no dialog is open. */
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

/** Fields that take keys as text, and lists that look for an entry by its first letter. */
export function writing(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio'].includes(target.type);
}

/** Returns true if the focused element handles the key itself. */
export function isTaken({ target, key }: KeyboardEvent): boolean {
  if (writing(target)) return true;
  if (!(target instanceof Element)) return false;
  const moves = /^(?:Arrow|Page|Home$|End$)/.test(key);
  if (target.matches('input[type="range"]')) return moves;
  if (target.matches('input[type="radio"]')) return key === ' ' || key.startsWith('Arrow');
  // Tables that are wider than their place.
  if (target.matches('.table-scroll')) return key.startsWith('Arrow');
  return key === ' ' && target.matches('button, summary, input');
}
