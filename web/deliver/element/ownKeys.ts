/**
 * Keeps the keys that the lab uses from the page around it. Events from a shadow tree look as if the element itself were the target, so a
 * page with single-key shortcuts (slides, notebooks) can't see that the user types into a field. Stopping an event leaves the browser's own
 * reaction alone. Listeners of the page that capture events get them first; only the page can exclude the element there.
 */
import { isTaken, writing } from '../../ui/shortcuts';

/** Keys that edit text or move in it. */
const EDITING = new Set([
  ...['Enter', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  // Parts of a character that isn't complete.
  ...['Dead', 'Process', 'Compose', 'Unidentified'],
]);

/** Letters that edit text with Ctrl or Command: select all, copy, paste, cut, redo, undo. */
const EDITING_LETTERS = /^[acvxyz]$/i;

const PRESSED_BY_ENTER = 'button, summary, a[href], [role="button"], [role="option"], [role="menuitem"]';

/** Keeps the lab's keys in its element. Returns a function that stops it. */
export function keepOwnKeys(shadow: ShadowRoot): () => void {
  const { host } = shadow;
  // Keys that are down and kept, so that the page doesn't get the end of a press without its beginning.
  const kept = new Set<string>();
  const nameOf = ({ code, key }: KeyboardEvent) => code || key;

  const press = (event: KeyboardEvent) => kept.add(nameOf(event));
  const keydown = (event: KeyboardEvent) => {
    if (isOwn(event, shadow)) event.stopPropagation();
    else kept.delete(nameOf(event));
  };
  const keypress = (event: KeyboardEvent) => {
    if (kept.has(nameOf(event))) event.stopPropagation();
  };
  const keyup = (event: KeyboardEvent) => {
    if (kept.delete(nameOf(event))) event.stopPropagation();
  };
  /** Text comes from fields only. The element's own events are for the page. */
  const text = (event: Event) => {
    if (targetOf(event) !== host) event.stopPropagation();
  };
  const clipboard = (event: Event) => {
    if (event.defaultPrevented || writing(targetOf(event))) event.stopPropagation();
  };
  const listeners: readonly (readonly [string, (event: never) => void, boolean?])[] = [
    // In the capture phase, because parts of the lab may stop the event themselves.
    ['keydown', press, true],
    ['keydown', keydown],
    ['keypress', keypress],
    ['keyup', keyup],
    ...['beforeinput', 'input', 'compositionstart', 'compositionupdate', 'compositionend'].map(
      (type) => [type, text] as const,
    ),
    ...['copy', 'cut', 'paste'].map((type) => [type, clipboard] as const),
  ];
  for (const [type, listener, capture] of listeners)
    host.addEventListener(type, listener as EventListener, capture);
  return () => {
    for (const [type, listener, capture] of listeners)
      host.removeEventListener(type, listener as EventListener, capture);
  };
}

/** The target inside the shadow tree. */
function targetOf(event: Event): EventTarget | null {
  return event.composedPath()[0] ?? null;
}

/** True if the lab, or the browser for one of the lab's fields and pop-ups, uses the key. */
function isOwn(event: KeyboardEvent, shadow: ShadowRoot): boolean {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (defaultPrevented) return true;
  // The browser closes the pop-up.
  if (key === 'Escape') return shadow.querySelector(':popover-open, dialog[open]') !== null;
  const target = targetOf(event);
  if (writing(target)) return edits(event);
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Enter') return target instanceof Element && target.closest(PRESSED_BY_ENTER) !== null;
  return isTaken({ target, key });
}

/** True if the key changes a field's text, or the place in it. */
function edits(event: KeyboardEvent): boolean {
  const { key, isComposing, ctrlKey, metaKey } = event;
  if (isComposing || EDITING.has(key)) return true;
  // AltGr, which types characters, comes with Ctrl on some systems.
  const isCombination = (ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  return isCombination ? EDITING_LETTERS.test(key) : key.length === 1;
}
