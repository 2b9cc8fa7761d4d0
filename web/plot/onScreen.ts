/**
 * Tracks which elements are visible, and their widths. Visible elements are drawn first; while a control is dragged, only they are
 * drawn.
 */
import { type RefCallback, startTransition, useCallback, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { observeSize } from '../base/size';
import { printing, SHEET_WIDTH } from '../ui/theme';

/** Time without a change after which off-screen elements are drawn. */
const QUIET_MS = 250;

/** Returns the value itself while the element is visible; else the previous value, until the value stops changing. */
export function useWhenSeen<T>(value: T, seen: boolean): T {
  const settled = useSettled(value);
  return seen ? value : settled;
}

/** Delays a value until it stops changing, for text that can't be read during a drag. Returns the first value at once. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(() => value);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(() => value)), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Reports when an element enters and leaves the screen. */
export function useSight(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [seen, setSeen] = useState(true);
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, seen];
}

/** An element's current width in CSS pixels; 0 until it is measured. On paper it is the sheet's width. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const onPaper = useObservable(printing);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    return observeSize(element, measure);
  }, []);
  return [ref, onPaper && width > 0 ? SHEET_WIDTH : width];
}

/** An element's current width and height in CSS pixels; 0 until it is measured. On paper the width is the sheet's. */
export function useSize(): [RefCallback<HTMLElement>, width: number, height: number] {
  const [size, setSize] = useState({ width: 0, height: 0 });
  const onPaper = useObservable(printing);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => {
      const [width, height] = [Math.floor(element.clientWidth), Math.floor(element.clientHeight)];
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    return observeSize(element, measure);
  }, []);
  const { width, height } = size;
  return [ref, onPaper && width > 0 ? SHEET_WIDTH : width, height];
}
