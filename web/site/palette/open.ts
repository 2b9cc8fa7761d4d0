/** Opens the command palette. Its code loads the first time, so what's typed meanwhile is held for it. */
import { Observable } from '../../base/observable';

export const paletteOpen = new Observable(false);

/** What has been typed since the palette opened, until its field has the focus. */
interface Held {
  text: string;
  /** True once Enter was pressed, which ends the text. */
  entered: boolean;
}

const NOTHING: Held = { text: '', entered: false };

let held = NOTHING;

export function showPalette(): void {
  if (paletteOpen.value) return;
  held = NOTHING;
  // Before all other listeners: the keys are meant for the palette.
  window.addEventListener('keydown', hold, { capture: true });
  paletteOpen.set(true);
}

export function closePalette(): void {
  takeHeld();
  paletteOpen.set(false);
}

/** What has been typed so far. From now on the keys go to the palette's field. */
export function takeHeld(): Held {
  window.removeEventListener('keydown', hold, { capture: true });
  const taken = held;
  held = NOTHING;
  return taken;
}

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const next = heldWith(held, event.key);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') closePalette();
  else held = next;
}

/** What's held after another key; null for keys that mean nothing to the palette. */
export function heldWith({ text, entered }: Held, key: string): Held | null {
  switch (key) {
    case 'Escape':
      return NOTHING;
    case 'Enter':
      return { text, entered: true };
    case 'Backspace':
      return { text: entered ? text : text.slice(0, -1), entered };
    default:
      return key.length > 1 ? null : { text: entered ? text : text + key, entered };
  }
}
