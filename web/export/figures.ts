/** The figures of a run as tables: one row per flow, source or link. Their names carry their units. */
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

/** Nested objects give columns named by path; lists are separate tables and left out. */
function cellsOf(object: object, path = ''): [string, Cell][] {
  return Object.entries(object).flatMap(([key, value]): [string, Cell][] => {
    if (Array.isArray(value)) return [];
    if (typeof value === 'object' && value !== null) return cellsOf(value, `${path}${key}.`);
    const cell = typeof value === 'number' || typeof value === 'string' ? value : '';
    return [[`${path}${key}`, cell]];
  });
}
