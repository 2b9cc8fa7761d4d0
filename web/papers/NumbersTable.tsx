/** A table of a paper's numbers next to ours, with verdicts and remarks. */
import type { Entry, Experiment, Finding } from '../content/papers';
import { ExportTable } from '../export/ExportMenu';
import { inEnglish } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { t } from '../words/words';
import { intervalOf, number, plusMinus, published, SPECIFIED, VERDICTS } from './words';
import './papers.css';
import type { BareTable } from '../export/table';

interface Props {
  /** The table's accessible name. */
  label: string;
  rows: { entry: Entry; finding: Finding | undefined }[];
  /** The item of the number to highlight. */
  wanted?: string | null;
  /** A number's link, or null. */
  addressOf(entry: Entry): string | null;
}

export function NumbersTable({ label, rows, wanted = null, addressOf }: Props) {
  const hasModel = rows.some(({ entry }) => entry.published.model !== undefined);
  return (
    <ScrollRegion label={label} className="numbers">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('published')}</th>
            {hasModel && <th scope="col">{t('model')}</th>}
            <th scope="col">{t('ours')}</th>
            <th scope="col">{t('verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entry, finding }, place) => {
            // Show a repeated remark only once.
            const remark = remarkOn(entry);
            const alreadyShown = rows.slice(0, place).some((row) => remarkOn(row.entry) === remark);
            const address = addressOf(entry);
            return (
              <Row
                key={entry.item}
                {...{ entry, finding, hasModel, address }}
                wanted={entry.item === wanted}
                remark={alreadyShown ? '' : remark}
              />
            );
          })}
        </tbody>
      </table>
      <ExportTable title={label} table={() => tableOfNumbers(rows)} />
    </ScrollRegion>
  );
}

/** The reason why our number differs, and the entry's note. */
function remarkOn({ expect, note }: Entry): string {
  return [('because' in expect && expect.because) || '', note].filter(Boolean).join(' ');
}

interface RowProps {
  entry: Entry;
  finding: Finding | undefined;
  /** True if the table has a column for the paper's model. */
  hasModel: boolean;
  address: string | null;
  /** True to highlight the row. */
  wanted: boolean;
  /** The remark, or '' if an earlier row has shown it. */
  remark: string;
}

function Row({ entry, finding, hasModel, address, wanted, remark }: RowProps) {
  const verdict = VERDICTS[finding?.verdict ?? 'fails'];
  return (
    <>
      <tr data-item={entry.item} data-verdict={finding?.verdict} data-wanted={wanted || undefined}>
        <th scope="row" {...inEnglish()}>
          {address === null ? entry.quantity : <a href={address}>{entry.quantity}</a>}
          {entry.unit !== '' && <span className="unit">{` ${entry.unit}`}</span>}
        </th>
        <td>{published(entry)}</td>
        {hasModel && <td>{entry.published.model === undefined ? '' : number(entry.published.model)}</td>}
        <td>
          {finding?.ours == null ? '–' : number(finding.ours)}
          <span className="unit">{plusMinus(finding)}</span>
        </td>
        <td className="verdict">
          <span aria-hidden="true">{verdict.sign}</span> {verdict.words}
        </td>
      </tr>
      {remark !== '' && (
        <tr className="remark">
          <td colSpan={hasModel ? 5 : 4} {...inEnglish()}>
            {remark}
          </td>
        </tr>
      )}
    </>
  );
}

/** Shows how completely a paper specifies a set-up. */
export function SpecifiedChip({ specified }: Pick<Experiment, 'specified'>) {
  const { words, meaning } = SPECIFIED[specified]();
  return (
    <span className="chip" data-specified={specified} title={meaning}>
      {words}
    </span>
  );
}

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

/** The table for export, with all digits. */
function tableOfNumbers(rows: readonly { entry: Entry; finding: Finding | undefined }[]): BareTable {
  const cells = rows.map(({ entry, finding }) => {
    const interval = intervalOf(finding);
    const { item, quantity, unit, published } = entry;
    const numbers = [published.value, published.interval?.[0], published.interval?.[1]];
    return [
      ...[item, quantity, unit],
      ...numbers.map((value) => value ?? Number.NaN),
      expectedSide(entry.expect),
      ...[published.model, finding?.ours, interval?.half, interval?.percent].map(
        (value) => value ?? Number.NaN,
      ),
      VERDICTS[finding?.verdict ?? 'fails'].name,
    ];
  });
  return { columns: COLUMNS, rows: cells };
}

/** The expected range of our number. In English, because exported files don't depend on the interface language. */
function expectedSide(expect: Entry['expect']): string {
  if (expect.kind !== 'direction') return '';
  const sides = [
    expect.above === undefined ? '' : `more than ${number(expect.above, 'en')}`,
    expect.below === undefined ? '' : `less than ${number(expect.below, 'en')}`,
  ];
  return sides.filter(Boolean).join(', ');
}
