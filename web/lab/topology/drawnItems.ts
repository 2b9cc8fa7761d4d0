/** The items of a drawn network that react to pointer and keyboard, with one tab stop for all of them. */
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Layout } from './layout';

/** An edge or a box, by its index in the layout. */
export interface Item {
  kind: 'edge' | 'box';
  at: number;
}

/** All edges, and the boxes where flows begin or end, as they are read. */
export function inReadingOrder(layout: Layout, flows: readonly number[][]): Item[] {
  const items = [
    ...layout.boxes.map((box, at) => ({ kind: 'box' as const, at, x: box.x, y: box.y })),
    ...layout.edges.map(({ middle }, at) => ({ kind: 'edge' as const, at, ...middle })),
  ].filter(({ kind, at }) => kind === 'edge' || (flows[at]?.length ?? 0) > 0);
  return items.sort((a, b) => (layout.down ? a.y - b.y || a.x - b.x : a.x - b.x || a.y - b.y));
}

export function laneUnder(target: EventTarget): number | null {
  const lane = target instanceof Element ? target.closest('[data-lane]')?.getAttribute('data-lane') : null;
  return lane ? Number(lane) : null;
}

/** The point of the layout that was clicked. */
export function pointIn({
  clientX,
  clientY,
  currentTarget,
}: MouseEvent<SVGGElement>): { x: number; y: number } | null {
  const svg = currentTarget.ownerSVGElement;
  if (svg === null) return null;
  const frame = svg.getBoundingClientRect();
  // Screen pixels per unit of the layout.
  const scale = frame.width / svg.viewBox.baseVal.width;
  return { x: (clientX - frame.left) / scale, y: (clientY - frame.top) / scale };
}

interface Keys {
  /** Enter or Space on an item. */
  press(item: Item, element: Element): void;
  /** `f` on an edge follows its next packet (1), Shift+f the one ahead (-1). Returns false if there is none. */
  follow(edge: number, direction: 1 | -1): boolean;
}

/**
 * Arrow keys, Home and End move the focus along the items. Returns the properties that make an item's element a button; null for an
 * item that isn't listed.
 */
export function useRovingFocus(items: readonly Item[], { press, follow }: Keys) {
  const [current, setCurrent] = useState(0);
  const elements = useRef<(SVGGElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent<SVGGElement>, item: Item, place: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextOf(event.key, place, items.length);
    if (next !== null) elements.current[next]?.focus();
    else if (event.key === 'Enter' || event.key === ' ') press(item, event.currentTarget);
    else if (item.kind !== 'edge' || event.key.toLowerCase() !== 'f') return;
    else if (!follow(item.at, event.key === 'f' ? 1 : -1)) return;
    event.preventDefault();
  };

  return (item: Item) => {
    const place = items.findIndex(({ kind, at }) => kind === item.kind && at === item.at);
    if (place < 0) return null;
    return {
      ref: (element: SVGGElement | null) => {
        elements.current[place] = element;
      },
      role: 'button',
      'aria-keyshortcuts': item.kind === 'edge' ? 'f' : undefined,
      tabIndex: place === Math.min(current, items.length - 1) ? 0 : -1,
      onFocus: () => setCurrent(place),
      onKeyDown: (event: KeyboardEvent<SVGGElement>) => onKeyDown(event, item, place),
    };
  };
}

function nextOf(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(place + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(place - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
