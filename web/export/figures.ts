/** The metrics of a run as tables with one row per flow, source or link. Column names include the units. */
import type { Summary } from '../engine/schema';
import type { Cell } from '../ui/TableView';
import type { BareTable } from './table';

export const FIGURES: Record<'flows' | 'datagrams' | 'links', (summary: Summary) => BareTable> = {
  flows: ({ flows }) => tableOfObjects(flows),
  datagrams: ({ datagrams }) => tableOfObjects(datagrams),
  links: ({ links }) => tableOfObjects(links),
};

function tableOfObjects(objects: readonly object[]): BareTable {
  const lines = objects.map((object) => new Map(cellsOf(object)));
  const names = [...new Set(lines.flatMap((line) => [...line.keys()]))];
  return {
    columns: names.map((name) => ({ name })),
    rows: lines.map((line) => names.map((name) => line.get(name) ?? '')),
  };
}

/** The cells of an object. Nested objects become columns named by path; lists are left out, because they are tables of their own. */
function cellsOf(object: object, path = ''): [string, Cell][] {
  return Object.entries(object).flatMap(([key, value]): [string, Cell][] => {
    if (Array.isArray(value)) return [];
    if (typeof value === 'object' && value !== null) return cellsOf(value, `${path}${key}.`);
    const cell = typeof value === 'number' || typeof value === 'string' ? value : '';
    return [[`${path}${key}`, cell]];
  });
}
