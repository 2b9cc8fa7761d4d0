import { type RefCallback, useCallback, useState } from 'react';
import { useObservable } from '../base/observable';
import { printing, SHEET_WIDTH } from '../ui/printing';

/** An element's current width in CSS pixels; 0 until it is measured. On paper it is the sheet's width. */
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
