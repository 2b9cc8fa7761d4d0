/** The table of rows that CSV and JSON files contain, with all digits. In English, whatever the interface language. */

import type { BareTable } from '../lab/export/table';
import { type Entry, type Finding, type Findings, findingOf, type Paper } from '../scenario/content/papers';
import { intervalOf, number, VERDICTS } from './words';

const COLUMNS = [
  'paper',
  'item',
  'place',
  'test',
  'quantity',
  'unit',
  'published',
  'published from',
  'published to',
  'model',
  'in words',
  'tolerance',
  'largest difference that agrees',
  'expected',
  'ours',
  'ours ±',
  'confidence (%)',
  'verdict',
  'cause',
].map((name) => ({ name }));

export function exportedTable(
  rows: readonly { paper: Paper; entry: Entry }[],
  findings: Findings,
): BareTable {
  return { columns: COLUMNS, rows: rows.map(({ paper, entry }) => cellsOf(paper, entry, findings)) };
}

function cellsOf(paper: Paper, entry: Entry, findings: Findings): (string | number)[] {
  const finding: Finding | undefined = findingOf(findings, paper, entry);
  const interval = intervalOf(finding);
  const { item, place, quantity, unit, published, expect } = entry;
  const numbers = (...values: (number | null | undefined)[]) => values.map((value) => value ?? Number.NaN);
  return [
    ...[paper.name, item, place, expect.kind.replace('_', ' '), quantity, unit],
    ...numbers(published.value, published.interval?.[0], published.interval?.[1], published.model),
    published.words ?? '',
    ...numbers(finding?.tolerance, finding?.allowed),
    expectedSide(expect),
    ...numbers(finding?.ours, interval?.half, interval?.percent),
    VERDICTS[finding?.verdict ?? 'missing'].name,
    paper.causes?.find(({ name }) => name === entry.cause)?.title ?? '',
  ];
}

/** The limits of a direction. */
function expectedSide(expect: Entry['expect']): string {
  if (expect.kind !== 'direction') return '';
  const sides = [
    expect.above === undefined ? '' : `more than ${number(expect.above, 'en')}`,
    expect.below === undefined ? '' : `less than ${number(expect.below, 'en')}`,
  ];
  return sides.filter(Boolean).join(', ');
}
