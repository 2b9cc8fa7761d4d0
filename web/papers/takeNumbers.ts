/** Exports a paper's numbers next to ours, with all digits. */
import type { Entry, Finding } from '../content/papers';
import type { BareTable } from '../export/table';
import { intervalOf, number, VERDICTS } from './words';

const COLUMNS = [
  'item',
  'quantity',
  'unit',
  'published',
  'published from',
  'published to',
  'expected',
  'model',
  'ours',
  'ours ±',
  'confidence (%)',
  'verdict',
].map((name) => ({ name }));

export function tableOfNumbers(rows: readonly { entry: Entry; finding: Finding | undefined }[]): BareTable {
  const cells = rows.map(({ entry, finding }) => {
    const interval = intervalOf(finding);
    const { item, quantity, unit, published } = entry;
    const numbers = [published.value, published.interval?.[0], published.interval?.[1]];
    return [
      ...[item, quantity, unit],
      ...numbers.map((value) => value ?? Number.NaN),
      sideOf(entry.expect),
      ...[published.model, finding?.ours, interval?.half, interval?.percent].map(
        (value) => value ?? Number.NaN,
      ),
      VERDICTS[finding?.verdict ?? 'fails'].name,
    ];
  });
  return { columns: COLUMNS, rows: cells };
}

/** The side on which our number is expected; in English, because files don't depend on the interface language. */
function sideOf(expect: Entry['expect']): string {
  if (expect.kind !== 'direction') return '';
  const sides = [
    expect.above === undefined ? '' : `more than ${number(expect.above, 'en')}`,
    expect.below === undefined ? '' : `less than ${number(expect.below, 'en')}`,
  ];
  return sides.filter(Boolean).join(', ');
}
