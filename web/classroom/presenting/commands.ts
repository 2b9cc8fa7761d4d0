/** The keys of a presentation, and full screen. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isTaken, singleKeys } from '../../ui/shortcuts';

export type Command =
  | 'next'
  | 'pageDown'
  | 'previous'
  | 'pageUp'
  | 'first'
  | 'last'
  | 'blank'
  | 'full'
  | 'end';

/** Commands by key, including those that clickers send. `pageDown` and `pageUp` scroll through the step before they leave it. */
const COMMANDS: Readonly<Record<string, Command>> = {
  PageDown: 'pageDown',
  PageUp: 'pageUp',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Home: 'first',
  End: 'last',
  b: 'blank',
  '.': 'blank',
  f: 'full',
  Escape: 'end',
};

/** The command for a key; null if there is none, or if the focused element handles the key. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (!isAvailable(event)) return null;
  if (event.key === ' ') return event.shiftKey ? 'pageUp' : 'pageDown';
  const command = COMMANDS[event.key] ?? null;
  return event.key.length === 1 && !singleKeys.value ? null : command;
}

/** Returns true if neither the browser, a dialog nor the focused element uses the key. */
export function isAvailable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !isTaken(event) && document.querySelector('dialog[open], :popover-open') === null;
}

/** Ends the presentation when the user leaves full screen with Escape, which sends no key event; switching by button doesn't end it. */
export function useFullScreen(finish: () => void): { toggle(): void } {
  const toggled = useRef(false);
  useEffect(() => {
    const changed = () => {
      if (document.fullscreenElement === null && !toggled.current) finish();
      toggled.current = false;
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [finish]);
  const toggle = useCallback(() => {
    if (document.fullscreenElement === null) {
      document.documentElement.requestFullscreen?.().catch(() => {});
    } else {
      toggled.current = true;
      void document.exitFullscreen();
    }
  }, []);
  // Keep one object, so that effects that depend on it don't run again.
  const [stable] = useState({ toggle });
  return stable;
}
