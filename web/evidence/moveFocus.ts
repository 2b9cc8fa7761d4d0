/** Arrow keys, Home and End between the links of a table's cells, as in any grid. */
import type { KeyboardEvent } from 'react';

export function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('td a')])
    .filter((links) => links.length > 0);
  const y = rows.findIndex((links) => links.includes(event.target as HTMLElement));
  const x = rows[y]?.indexOf(event.target as HTMLElement) ?? -1;
  if (x < 0) return;
  const place = destination(event.key, event.ctrlKey, [x, y], [rows[y]?.length ?? 0, rows.length]);
  if (place === null) return;
  event.preventDefault();
  const link = rows[place[1]]?.[place[0]];
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

type Point = readonly [x: number, y: number];

/** The cell that a key moves to in a grid of this size; null for other keys. */
export function destination(key: string, ctrl: boolean, [x, y]: Point, [width, height]: Point): Point | null {
  const within = (at: number, size: number) => Math.min(size - 1, Math.max(0, at));
  switch (key) {
    case 'ArrowLeft':
      return [within(x - 1, width), y];
    case 'ArrowRight':
      return [within(x + 1, width), y];
    case 'ArrowUp':
      return [x, within(y - 1, height)];
    case 'ArrowDown':
      return [x, within(y + 1, height)];
    case 'Home':
      return [0, ctrl ? 0 : y];
    case 'End':
      return [width - 1, ctrl ? height - 1 : y];
    default:
      return null;
  }
}
