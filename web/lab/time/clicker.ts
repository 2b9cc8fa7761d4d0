/** The keys of a presentation clicker. */
import { useEffect } from 'react';
import { isTaken } from '../../ui/shortcuts';
import { projector } from '../../ui/theme';

/** In large type, the keys step through the events of the run. */
const STEPS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };

export function useClicker(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: WindowEventMap['keydown']) => {
      const by = STEPS[event.key];
      if (by === undefined || !projector.value || event.defaultPrevented || isTaken(event)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      step(by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [step]);
}
