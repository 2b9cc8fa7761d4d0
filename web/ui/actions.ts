/**
 * The open page's actions. Components register their actions while they are mounted. The command palette, the keyboard shortcuts and
 * the list of keys all read this list.
 */
import { useEffect } from 'react';
import { Observable } from '../base/observable';
import { t } from '../base/words/words';
import { isTaken, singleKeys, writing } from './shortcuts';

export interface Action {
  /** Unique and permanent, because the palette remembers it: `bench.undo`. */
  id: string;
  /** A verb and its object, in the interface language. */
  title(): string;
  /** More words to find it by. */
  words?(): string;
  /** Combinations of keys: `Space`, `l`, `L` for Shift+l, `ArrowLeft`, `Mod+z`. `Mod` is Ctrl or, on a Mac, Command. */
  keys?: readonly string[];
  /** `at` is the time of the user's action, on the clock of `performance.now()`. */
  run(at: number): void;
  /** False while the action would do nothing. */
  enabled?(): boolean;
  /** True if holding the key repeats the action. */
  repeats?: boolean;
  /** True if the keys work in fields too. */
  inFields?: boolean;
}

/** The registered actions, in the order in which they were registered. */
export const actions = new Observable<readonly Action[]>([]);

/** Adds actions; returns a function that removes them. */
export function registerActions(added: readonly Action[]): () => void {
  if (actions.value.length === 0) globalThis.addEventListener?.('keydown', onKeyDown);
  actions.set([...actions.value, ...added]);
  return () => {
    actions.set(actions.value.filter((one) => !added.includes(one)));
    if (actions.value.length === 0) globalThis.removeEventListener?.('keydown', onKeyDown);
  };
}

/** Registers actions while the component is mounted. The list must keep its identity, because a new one registers again. */
export function useActions(list: readonly Action[]): void {
  useEffect(() => registerActions(list), [list]);
}

export function isEnabled({ enabled }: Action): boolean {
  return enabled?.() ?? true;
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The name of a pressed combination, as in `Action.keys`; null if it can't be one. */
export function combinationOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  if (altKey) return null;
  const named = key === ' ' ? 'Space' : key;
  if (ctrlKey || metaKey)
    return `Mod+${shiftKey ? 'Shift+' : ''}${named.length === 1 ? named.toLowerCase() : named}`;
  return named.length > 1 && shiftKey ? `Shift+${named}` : named;
}

const APPLE = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Keys with words on them, on other keyboards than Apple's. */
const KEY_NAMES: Readonly<Record<string, () => string>> = {
  Mod: () => t('Ctrl'),
  Shift: () => t('Shift'),
  Space: () => t('Space'),
};

/** A combination as it is printed: `Mod+Shift+z` as "Ctrl+Shift+Z", or "⇧⌘Z" on a Mac. */
export function printedKeys(combination: string, apple = APPLE): string {
  const shifted = /^\p{Lu}$/u.test(combination) ? `Shift+${combination}` : combination;
  const steps = shifted.split(/\+(?=.)/);
  const printed = steps.map(
    (step) => ARROWS[step] ?? (step.length === 1 && steps.length > 1 ? step.toUpperCase() : step),
  );
  if (!apple) return printed.map((step) => KEY_NAMES[step]?.() ?? step).join('+');
  const signs = printed.map((step) => ({ Mod: '⌘', Shift: '⇧' })[step] ?? step);
  return [...signs.filter((sign) => sign === '⇧'), ...signs.filter((sign) => sign !== '⇧')].join('');
}

/** The enabled action of a pressed combination; the latest comes first, so that a page's own keys go before general ones. Null if there is none. */
export function actionFor(list: readonly Action[], press: Press): Action | null {
  const combination = combinationOf(press);
  if (combination === null) return null;
  return list.findLast((one) => one.keys?.includes(combination) && isEnabled(one)) ?? null;
}

/** Runs the action of a pressed combination. Elements with the focus have handled their own keys before. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const action = actionFor(actions.value, event);
  if (action === null || (event.repeat && !action.repeats)) return;
  const single = !event.ctrlKey && !event.metaKey;
  if (single && (!singleKeys.value || isTaken(event))) return;
  if (writing(event.target) && !action.inFields) return;
  if (document.querySelector('dialog[open]') !== null) return;
  event.preventDefault();
  action.run(event.timeStamp);
}
