/** The keys of a presentation: those that clickers send, and a few more. */
import { isTaken, singleKeys } from '../ui/shortcuts';

export type Command = 'next' | 'on' | 'before' | 'back' | 'first' | 'last' | 'blank' | 'full' | 'end';

/** `on` and `back` scroll through the step before they leave it. */
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

/** The command of a key; null if there is none, or if the focused element handles the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (!isOurs(event)) return null;
  if (event.key === ' ') return event.shiftKey ? 'back' : 'on';
  const command = COMMANDS[event.key] ?? null;
  return event.key.length === 1 && !singleKeys.value ? null : command;
}

/** The choice, from 0, that a digit adds a hand to or, with Shift, removes one from; null for other keys. */
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
