/** The table of all submitted codes with their results. */
import { useMemo, useState } from 'react';
import { save } from '../export/save';
import { ScrollRegion } from '../ui/ScrollRegion';
import { rich } from '../words/rich';
import { plural, sayInEnglish, t } from '../words/words';
import { pointsOf } from './assignment';
import { gradesCsv, type Line, linesOf, type SortedBy, sorted } from './gradeRows';
import type { GradingState } from './gradingSession';
import './GradePage.css';

const HEADS: Record<SortedBy, () => string> = {
  line: () => t('Line'),
  who: () => t('Who'),
  score: () => t('Score'),
  verified: () => t('Verified'),
  duplicates: () => t('Duplicates'),
};

export function GradeTable({ session }: { session: GradingState }) {
  const { graded, columns, assignment } = session;
  const [order, setOrder] = useState<{ by: SortedBy; descending: boolean }>({
    by: 'line',
    descending: false,
  });
  const lines = useMemo(() => (graded === null ? [] : linesOf(graded)), [graded]);
  const shown = useMemo(() => sorted(lines, order.by, order.descending), [lines, order]);
  if (graded === null || assignment === null) return null;
  const points = pointsOf(assignment);
  const count = (which: Line['verified']) => lines.filter(({ verified }) => verified === which).length;
  const [flagged, waiting] = [count('no'), count('waiting')];
  const counts = { b: (words: string) => <b>{words}</b>, verified: count('yes'), flagged, waiting };
  const saveCsv = () => {
    // The CSV is always in English, because scripts parse it.
    const csv = sayInEnglish(() =>
      gradesCsv(sorted(linesOf(graded), order.by, order.descending), columns, points),
    );
    // Spreadsheets need this byte order mark to read UTF-8.
    save('grades.csv', 'text/csv', [`\ufeff${csv}`]);
  };
  const head = (by: SortedBy) => (
    <th scope="col" aria-sort={order.by !== by ? 'none' : order.descending ? 'descending' : 'ascending'}>
      <button
        type="button"
        className="sort"
        onClick={() => setOrder({ by, descending: order.by === by && !order.descending })}
      >
        {HEADS[by]()}
        <span aria-hidden="true">{order.by !== by ? '' : order.descending ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
  return (
    <section className="grades" aria-label={t('Grades')}>
      <h2>{assignment.title || t('Assignment')}</h2>
      <p className="grade-counts" role="status" data-flagged={flagged}>
        {waiting > 0
          ? rich('<b>{verified}</b> verified, <b>{flagged}</b> not, {waiting} still to be looked at.', counts)
          : rich('<b>{verified}</b> verified, <b>{flagged}</b> not.', counts)}
      </p>
      {graded.individual === false && assignment.task.kind === 'bench' && (
        <p className="words">
          {t(
            'Nothing in this scenario is random, and no number differs by student: honest runs of two students can be the same, so that same runs are not told here.',
          )}
        </p>
      )}
      <p className="ask-actions">
        <button type="button" onClick={saveCsv}>
          {t('Save as CSV')}
        </button>
      </p>
      <ScrollRegion label={t('Table of grades')} className="grade-table">
        <table>
          <caption className="visually-hidden">{plural(lines.length, '{n} code', '{n} codes')}</caption>
          <thead>
            <tr>
              {head('line')}
              {columns.map((name, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name
                <th key={place} scope="col">
                  {name || t('Column {number}', { number: place + 1 })}
                </th>
              ))}
              {head('who')}
              {head('score')}
              {head('verified')}
              {head('duplicates')}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Row key={line.line} {...{ line, columns, points }} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

const SIGNS = { yes: '✓', no: '✗', waiting: '…' };
const VERIFIED_WORDS = { yes: () => t('yes'), no: () => t('no'), waiting: () => t('not yet') };

function Row({ line, columns, points }: { line: Line; columns: readonly string[]; points: number }) {
  const { beside, who, score, verified, reason, words, duplicates, marks } = line;
  return (
    <tr data-verified={verified} data-line={line.line}>
      <td>{line.line}</td>
      {columns.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name
        <td key={place}>{beside[place]}</td>
      ))}
      <th scope="row">{who || '–'}</th>
      <td className="score">
        {score === null ? '–' : t('{score} of {points}', { score, points })}
        {marks.length > 1 && (
          <span className="marks">
            {marks.map(({ passed, words: explain }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: by the place of the check
              <span key={place} title={explain()}>
                {passed ? '✓' : '✗'}
              </span>
            ))}
          </span>
        )}
      </td>
      <td className="told">
        <span aria-hidden="true">{SIGNS[verified]} </span>
        <span className="visually-hidden">{VERIFIED_WORDS[verified]()} </span>
        {reason && <b>{reason}</b>}
        {reason && words && ': '}
        {words}
      </td>
      <td>{duplicates}</td>
    </tr>
  );
}
