import { type RefCallback, useCallback, useState } from 'react';
import { useObservable } from '../base/observable';
import { printing, SHEET_WIDTH } from '../ui/theme';

/** The width of an element in CSS pixels, followed as it changes; 0 until it is known. On paper nothing is followed. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const onPaper = useObservable(printing);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, onPaper && width > 0 ? SHEET_WIDTH : width];
}
