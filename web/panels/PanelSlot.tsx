/** A panel's place on the page: what the reader sees is drawn at once, what lies off the screen directly after. */
import { type ComponentType, useCallback, useDeferredValue, useState } from 'react';
import type { PanelProps } from './Panel';

export function PanelSlot({
  panel: Contents,
  run,
  flows,
}: PanelProps & { panel: ComponentType<PanelProps> }) {
  const [place, onScreen] = useOnScreen();
  const soon = useDeferredValue(run);
  return (
    <div className="panel-slot" ref={place}>
      <Contents run={onScreen ? run : soon} flows={flows} />
    </div>
  );
}

function useOnScreen(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [onScreen, setOnScreen] = useState(true);
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, onScreen];
}
