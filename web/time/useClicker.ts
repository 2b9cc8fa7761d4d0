/** A clicker at the bench: in large type its keys go through the events of the run. */
import { useEffect } from 'react';
import { projector } from '../ui/projector';
import { isTaken } from '../ui/shortcuts';

const STEPS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };

export function useClicker(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
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
