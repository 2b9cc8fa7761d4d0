/** A table of a paper's rows next to ours. Rows of our own are folded below. */

import { plural, t } from '../base/words/words';
import { ExportTable } from '../lab/export/ExportMenu';
import type { Entry, Experiment, Finding, Findings, Paper } from '../scenario/content/papers';
import { inEnglish } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { exportedTable } from './exported';
import { PaperText } from './PaperText';
import { RowCells, RowHeads } from './RowCells';
import { SPECIFIED } from './words';
import './papers.css';
import './rows.css';

interface Props {
  /** The table's accessible name. */
  label: string;
  paper: Paper;
  rows: { entry: Entry; finding: Finding | undefined }[];
  findings: Findings;
  /** The item of the row to highlight. */
  wanted?: string | null;
  /** A row's link, or null. */
  addressOf(entry: Entry): string | null;
}

export function NumbersTable({ label, paper, rows, findings, wanted = null, addressOf }: Props) {
  const counted = rows.filter(({ entry }) => entry.expect.kind !== 'ours');
  const ours = rows.filter(({ entry }) => entry.expect.kind === 'ours');
  const part = (some: typeof rows, name: string) => (
    <Rows label={name} {...{ paper, wanted, addressOf }} rows={some} />
  );
  return (
    <>
      {counted.length > 0 && part(counted, label)}
      {ours.length > 0 && (
        <details
          className="of-ours"
          open={counted.length === 0 || ours.some(({ entry }) => entry.item === wanted)}
        >
          <summary>
            {plural(
              ours.length,
              '{n} row of ours: a variant or model that the paper doesn’t print',
              '{n} rows of ours: variants and models that the paper doesn’t print',
            )}
          </summary>
          {part(ours, t('{label}, rows of ours', { label }))}
        </details>
      )}
      <ExportTable
        title={label}
        table={() =>
          exportedTable(
            rows.map(({ entry }) => ({ paper, entry })),
            findings,
          )
        }
      />
    </>
  );
}

function Rows({ label, paper, rows, wanted, addressOf }: Omit<Props, 'findings'>) {
  return (
    <ScrollRegion label={label} className="rows numbers">
      <table className="figures">
        <thead>
          <tr>
            <RowHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entry, finding }, place) => {
            // Show a repeated note only once.
            const alreadyShown = rows.slice(0, place).some((row) => row.entry.note === entry.note);
            return (
              <RowWithNote
                key={entry.item}
                {...{ paper, entry, finding }}
                address={addressOf(entry)}
                wanted={entry.item === wanted}
                note={alreadyShown ? '' : (entry.note ?? '')}
              />
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  paper: Paper;
  entry: Entry;
  finding: Finding | undefined;
  address: string | null;
  /** True to highlight the row. */
  wanted: boolean;
  /** The note, or '' if there is none or an earlier row has shown it. */
  note: string;
}

function RowWithNote({ paper, entry, finding, address, wanted, note }: RowProps) {
  const cause = paper.causes?.find(({ name }) => name === entry.cause);
  return (
    <>
      <tr data-item={entry.item} data-verdict={finding?.verdict} data-wanted={wanted || undefined}>
        <RowCells {...{ paper, entry, finding, cause, address }} />
      </tr>
      {note !== '' && (
        <tr className="remark">
          <td colSpan={6} {...inEnglish()}>
            <PaperText text={note} />
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
