/** Moves the focus between the links in a table's cells with the arrow keys, Home and End, as ARIA expects of a grid. */
import type { KeyboardEvent } from 'react';

export function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('td a')])
    .filter((links) => links.length > 0);
  const y = rows.findIndex((links) => links.includes(event.target as HTMLElement));
  const x = rows[y]?.indexOf(event.target as HTMLElement) ?? -1;
  if (x < 0) return;
  const target = destination(event.key, event.ctrlKey, [x, y], [rows[y]?.length ?? 0, rows.length]);
  if (target === null) return;
  event.preventDefault();
  const link = rows[target[1]]?.[target[0]];
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type Point = readonly [x: number, y: number];

/** The cell that a key moves to in a grid of this size; null for keys that don't move. */
export function destination(key: string, ctrl: boolean, [x, y]: Point, [width, height]: Point): Point | null {
  const clamp = (index: number, size: number) => Math.min(size - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowLeft':
      return [clamp(x - 1, width), y];
    case 'ArrowRight':
      return [clamp(x + 1, width), y];
    case 'ArrowUp':
      return [x, clamp(y - 1, height)];
    case 'ArrowDown':
      return [x, clamp(y + 1, height)];
    case 'Home':
      return [0, ctrl ? 0 : y];
    case 'End':
      return [width - 1, ctrl ? height - 1 : y];
    default:
      return null;
  }
}
