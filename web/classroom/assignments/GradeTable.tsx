/** The table of grades, with names, and its CSV. It's folded at first: a class may be looking. */
import { useMemo, useState } from 'react';
import { shortened } from '../../base/shortened';
import { formatCount, formatPlain } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { plural, sayInEnglish, t } from '../../base/words/words';
import { save } from '../../lab/export/save';
import { csvLine } from '../../lab/export/table';
import { ScrollRegion } from '../../ui/ScrollRegion';
import type { Cell } from '../../ui/TableView';
import { pointsOf } from './assignment';
import { placeInSource } from './collection';
import { type Mark, REASON_WORDS } from './examine';
import './GradePage.css';
import { duplicatesIn, type GradingResult, scoreOf } from './grading';
import type { GradingState } from './gradingSession';
import type { RepetitionState } from './repeat';
import type { Process } from './result';

/** Columns of the teacher's table that are shown. */
const MAX_COLUMNS = 12;

export const HEADINGS: Record<SortedBy, () => string> = {
  number: () => t('No.'),
  from: () => t('From'),
  who: () => t('Who'),
  score: () => t('Score'),
  verified: () => t('Verified'),
  duplicates: () => t('Duplicates'),
};

export function GradeTable({ session }: { session: GradingState }) {
  const { graded, assignment, collection } = session;
  const { columns } = collection;
  const shownColumns = columns.slice(0, MAX_COLUMNS);
  // A folded table isn't drawn: with hundreds of columns that takes seconds.
  const [open, setOpen] = useState(false);
  const [order, setOrder] = useState<{ by: SortedBy; descending: boolean }>({
    by: 'number',
    descending: true,
  });

  const lines = useMemo(() => (graded === null ? [] : linesOf(graded)), [graded]);
  const shown = useMemo(() => sorted(lines, order.by, order.descending), [lines, order]);
  if (graded === null || assignment === null) return null;
  const points = pointsOf(assignment);
  const claims = lines.some(({ process }) => process !== null);
  const count = (which: Line['verified']) => lines.filter(({ verified }) => verified === which).length;
  const [flagged, waiting] = [count('no'), count('waiting')];
  const counts = { b: (words: string) => <b>{words}</b>, verified: count('yes'), flagged, waiting };
  const saveCsv = () => {
    // The CSV is always in English, because scripts parse it.
    const csv = sayInEnglish(() =>
      gradesCsv(sorted(linesOf(graded), order.by, order.descending), columns, points),
    );
    // Without this byte order mark, spreadsheets don't read the file as UTF-8.
    save('grades.csv', 'text/csv', [`\ufeff${csv}`]);
  };
  const headerCell = (by: SortedBy) => (
    <th scope="col" aria-sort={order.by !== by ? 'none' : order.descending ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="sort"
        onClick={() => setOrder({ by, descending: order.by === by && !order.descending })}
      >
        {HEADINGS[by]()}
        <span aria-hidden="true">{order.by !== by ? '' : order.descending ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
  return (
    <section className="grades" aria-label={t('Grades')}>
      <h2>{t('Grades')}</h2>
      <p className="grade-counts" role="status" data-flagged={flagged}>
        {waiting > 0
          ? rich('<b>{verified}</b> verified, <b>{flagged}</b> not, {waiting} to check.', counts)
          : rich('<b>{verified}</b> verified, <b>{flagged}</b> not.', counts)}
      </p>
      {graded.runsDiffer === false && assignment.task.kind === 'bench' && (
        <p className="words">
          {t(
            'Nothing in this scenario is random, and all students have the same numbers. Two students can honestly make the same run, so the table doesn’t report equal runs.',
          )}
        </p>
      )}
      <p className="ask-actions">
        <button type="button" onClick={saveCsv}>
          {t('Save as CSV')}
        </button>
      </p>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('Names and grades')}</summary>
        {columns.length > MAX_COLUMNS && (
          <p className="words">
            {t('The table shows {shown} of your {all} columns. The CSV has all of them.', {
              shown: MAX_COLUMNS,
              all: formatCount(columns.length),
            })}
          </p>
        )}
        {open && (
          <ScrollRegion label={t('Table of grades')} className="grade-table">
            <table>
              <caption className="visually-hidden">{plural(lines.length, '{n} code', '{n} codes')}</caption>
              <thead>
                <tr>
                  {headerCell('number')}
                  {headerCell('from')}
                  {shownColumns.map((name, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: column names may repeat
                    <th key={index} scope="col">
                      {name || t('Column {number}', { number: index + 1 })}
                    </th>
                  ))}
                  {headerCell('who')}
                  {headerCell('score')}
                  {headerCell('verified')}
                  {headerCell('duplicates')}
                  {claims && <th scope="col">{t('Claims of the browser')}</th>}
                </tr>
              </thead>
              <tbody>
                {shown.map((line) => (
                  <Row key={line.number} {...{ line, points, claims }} columns={shownColumns} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </details>
    </section>
  );
}

const SIGNS = { yes: '✓', no: '✗', waiting: '…' };
export const VERIFIED_WORDS = { yes: () => t('yes'), no: () => t('no'), waiting: () => t('not yet') };

interface RowProps {
  line: Line;
  columns: readonly string[];
  points: number;
  /** True if the table has a column for claims. */
  claims: boolean;
}

function Row({ line, columns, points, claims }: RowProps) {
  const {
    number,
    from,
    nearby,
    otherCells,
    who,
    score,
    verified,
    reason,
    words,
    duplicates,
    marks,
    counted,
  } = line;
  return (
    <tr data-verified={verified} data-number={number} data-counted={counted}>
      <td>{number}</td>
      <td>
        {from}
        {nearby && <q className="nearby">{nearby}</q>}
      </td>
      {columns.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: column names may repeat
        <td key={index}>{otherCells[index]}</td>
      ))}
      <th scope="row">{who || '–'}</th>
      <td className="score">
        {score === null ? '–' : t('{score} of {points}', { score, points })}
        {marks.length > 1 && (
          <span className="marks">
            {marks.map(({ passed, words: explain }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: checks have no id; their order identifies them
              <span key={index} title={explain()}>
                {passed === null ? '–' : passed ? '✓' : '✗'}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className="verification">
        <span aria-hidden="true">{SIGNS[verified]} </span>
        <span className="visually-hidden">{VERIFIED_WORDS[verified]()} </span>
        {reason && <b>{reason}</b>}
        {reason && words && ': '}
        {words}
      </td>
      <td className="duplicates">{duplicates}</td>
      {claims && <td className="claims">{claimsOf(line).join('; ') || '–'}</td>}
    </tr>
  );
}

const STATE_WORDS: Record<RepetitionState, () => string> = {
  waiting: () => '',
  running: () => t('running now'),
  long: () => t('takes longer than the others and waits for them'),
};

/** A row of the table and of its CSV. */
export interface Line {
  /** The number of the entry. */
  number: number;
  /** The source of the code, in words. */
  from: string;
  /** The words around a code that isn't in a table. */
  nearby: string;
  /** False if another code of the same student counts, or if the code is nobody's. */
  counted: boolean;
  otherCells: readonly string[];
  who: string;
  /** Null if the result isn't verified or hasn't been examined yet. */
  score: number | null;
  verified: 'yes' | 'no' | 'waiting';
  /** The reason why it isn't verified, in two or three words. */
  reason: string;
  /** The reason for the verdict, and notes. */
  words: string;
  duplicates: string;
  /** The claims of the student's browser about the work; null if the code makes none. */
  process: Process | null;
  /** Points of each check. */
  marks: readonly Mark[];
}

export function linesOf(graded: GradingResult): Line[] {
  const duplicates = duplicatesIn(graded);
  return graded.rows.map((row, index) => {
    const { entry, result, examination, state } = row;
    const finding = examination?.finding ?? null;
    return {
      number: entry.number,
      from: placeInSource(entry),
      nearby: entry.nearby.replaceAll(/\s+/g, ' '),
      counted: result !== null && graded.counted.get(result.seed) === index,
      otherCells: entry.otherCells,
      who: result?.who ?? '',
      score: scoreOf(row),
      verified: examination === null ? 'waiting' : finding === null ? 'yes' : 'no',
      reason: finding === null ? '' : REASON_WORDS[finding.reason](),
      words: [
        finding?.words() ?? '',
        examination === null ? STATE_WORDS[state]() : '',
        ...(examination?.notes ?? []).map((say) => say()),
        ...(row.isAlike ? [t('two students may have this name')] : []),
        ...(finding === null && result?.who === null && entry.otherCells.length > 0
          ? [t('no name in this line has the code’s seed')]
          : []),
      ]
        .filter(Boolean)
        .join('; '),
      duplicates: duplicates[index]?.join('; ') ?? '',
      process: result?.process ?? null,
      marks: examination?.marks ?? [],
    };
  });
}

/** Claims in the order in which the table shows them. */
function claimsOf({ process }: Line): string[] {
  if (process === null) return [];
  const { seconds, tries, first } = process;
  const list = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record)
      .map(([id, value]) => `${placeOfClaim(id)}: ${valueInWords(value)}`)
      .join(', ');
  return [
    t('{minutes} min', { minutes: formatPlain(Number((seconds / 60).toPrecision(2))) }),
    Object.keys(tries).length > 0 ? t('tries {list}', { list: list(tries) }) : '',
    Object.keys(first).length > 0 ? t('changed, first {list}', { list: list(first) }) : '',
  ].filter(Boolean);
}

/** A question or task of a lesson, or of a task on the bench the run or one of its checks. */
function placeOfClaim(id: string): string {
  if (id === 'run') return t('run');
  return /^\d+$/.test(id) ? t('check {number}', { number: Number(id) + 1 }) : id;
}

function valueInWords(value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'number') return shortened(formatPlain(value));
  return typeof value === 'string' ? value : t('a drawing');
}

type SortedBy = 'number' | 'from' | 'who' | 'score' | 'verified' | 'duplicates';

/** Sorts lines by a column, then by number; unknown values come last. */
export function sorted(lines: readonly Line[], by: SortedBy, descending: boolean): Line[] {
  const names = new Intl.Collator(undefined, { numeric: true });
  const compare = (a: Line, b: Line): number => {
    if (by === 'number') return a.number - b.number;
    if (by === 'score') return (a.score ?? 0) - (b.score ?? 0);
    const text = (line: Line) => (by === 'verified' ? `${line.verified} ${line.reason}` : line[by]);
    return names.compare(text(a), text(b));
  };
  const isUnknown = (line: Line) =>
    by === 'score' ? line.score === null : by !== 'number' && line[by] === '';
  return [...lines].sort(
    (a, b) =>
      Number(isUnknown(a)) - Number(isUnknown(b)) ||
      (descending ? -1 : 1) * compare(a, b) ||
      a.number - b.number,
  );
}

/** The result of a check in the CSV; empty if it's unknown. */
function resultOf(mark: Mark | undefined): string {
  return mark?.passed == null ? '' : mark.passed ? 'yes' : 'no';
}

/** The table as a CSV. The teacher's columns come first, unchanged; a column for each check comes last. */
export function gradesCsv(lines: readonly Line[], columns: readonly string[], points: number): string {
  const checks = Math.max(0, ...lines.map(({ marks }) => marks.length));
  const otherNames = columns.map((name, index) => name || `column ${index + 1}`);
  const head = [
    ...['number', 'from', 'who', 'score', 'of', 'verified', 'reason', 'details', 'duplicates', 'counts'],
    ...['claimed_seconds', 'claimed_tries', 'claimed_first_answers'],
    ...Array.from({ length: checks }, (_, place) => `check_${place + 1}`),
  ];
  const pairs = (record: Readonly<Record<string, unknown>> = {}) =>
    Object.entries(record)
      .map(([id, value]) => `${id} ${Array.isArray(value) ? value.join(' ') : (value ?? 'skipped')}`)
      .join(', ');
  const cells = (one: Line): Cell[] => [
    ...otherNames.map((_, index) => one.otherCells[index] ?? ''),
    one.number,
    one.from,
    one.who,
    one.score ?? '',
    points,
    one.verified,
    one.reason,
    one.words,
    one.duplicates,
    one.counted ? 'yes' : 'no',
    one.process?.seconds ?? '',
    pairs(one.process?.tries),
    pairs(one.process?.first),
    ...Array.from({ length: checks }, (_, place) => resultOf(one.marks[place])),
  ];
  return [csvLine([...otherNames, ...head]), ...lines.map((one) => csvLine(cells(one)))].join('');
}
