/** The keys of a presentation: those that clickers send, and a few more. */
import { singleKeys, writing } from '../keys/shortcuts';
import { t } from '../words/words';

export type Command = 'next' | 'on' | 'before' | 'back' | 'first' | 'last' | 'blank' | 'full' | 'end';

/** `on` and `back` go through what is below or above on the screen before they leave a step. */
const COMMANDS: Readonly<Record<string, Command>> = {
  PageDown: 'on',
  PageUp: 'back',
  ArrowRight: 'next',
  ArrowLeft: 'before',
  Home: 'first',
  End: 'last',
  b: 'blank',
  '.': 'blank',
  f: 'full',
  Escape: 'end',
};

/** What a key asks for; null: nothing, or it is meant for what has the focus. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (!isOurs(event)) return null;
  if (event.key === ' ') return event.shiftKey ? 'back' : 'on';
  const command = COMMANDS[event.key] ?? null;
  return event.key.length === 1 && !singleKeys.value ? null : command;
}

/** The choice, from 0, that a digit gives a hand or, with Shift, takes one from; null: the key is none of these. */
export function handOf(event: KeyboardEvent): { choice: number; by: 1 | -1 } | null {
  // By its place on the keyboard: with Shift another sign comes of it.
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit === undefined || !isOurs(event) || !singleKeys.value) return null;
  return { choice: Number(digit) - 1, by: event.shiftKey ? -1 : 1 };
}

function isOurs(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTaken(event) && document.querySelector('dialog[open], :popover-open') === null;
}

/** Whether what has the focus does something by itself with the key. */
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

/** These keys, as the list of all has them. */
export function presentingKeys(): { where: string; keys: readonly (readonly [string, string])[] } {
  return {
    where: t('In a lesson, and while it is presented'),
    keys: [
      [t('Shift+P'), t('present the lesson, from where it is being read')],
      ['→ ←', t('the next step, the one before')],
      [
        t('Page Down, Page Up, Space, Shift+Space'),
        t('the same, after what is below or above on the screen'),
      ],
      [t('Home End'), t('the first step, the last')],
      [t('1 to 9'), t('one hand more for a choice; with Shift: one less')],
      [t('b or .'), t('a black screen; again: as before')],
      ['f', t('full screen')],
      ['Esc', t('end, at the same place of the lesson')],
      [t('Page Down, Page Up'), t('on the bench in large type: to the next event, to the one before')],
    ],
  };
}
