/** Rows of the grade table and its CSV. */
import { csvLine } from '../export/table';
import type { Cell } from '../ui/TableView';
import { REASON_WORDS } from './finding';
import { duplicatesIn, type Graded, scoreOf } from './grading';
import type { Mark } from './judge';

export interface Line {
  line: number;
  beside: readonly string[];
  who: string;
  /** Null if the result isn't verified or hasn't been examined yet. */
  score: number | null;
  verified: 'yes' | 'no' | 'waiting';
  /** The reason why it isn't verified, in two or three words. */
  reason: string;
  /** The reason for the verdict, and notes. */
  words: string;
  duplicates: string;
  /** Points of each check. */
  marks: readonly Mark[];
}

export function linesOf(graded: Graded): Line[] {
  const duplicates = duplicatesIn(graded);
  return graded.rows.map((row, place) => {
    const { entry, result, examined } = row;
    const finding = examined?.finding ?? null;
    return {
      line: entry.line,
      beside: entry.beside,
      who: result?.who ?? '',
      score: scoreOf(row),
      verified: examined === null ? 'waiting' : finding === null ? 'yes' : 'no',
      reason: finding === null ? '' : REASON_WORDS[finding.reason](),
      words: [finding?.words() ?? '', ...(examined?.notes ?? []).map((say) => say())]
        .filter(Boolean)
        .join('; '),
      duplicates: duplicates[place]?.join('; ') ?? '',
      marks: examined?.marks ?? [],
    };
  });
}

export const SORTED_BY = ['line', 'who', 'score', 'verified', 'duplicates'] as const;

export type SortedBy = (typeof SORTED_BY)[number];

/** Sorts lines by a column, then by line number; unknown values come last. */
export function sorted(lines: readonly Line[], by: SortedBy, descending: boolean): Line[] {
  const names = new Intl.Collator(undefined, { numeric: true });
  const compare = (a: Line, b: Line): number => {
    if (by === 'line') return a.line - b.line;
    if (by === 'score') return (a.score ?? 0) - (b.score ?? 0);
    const text = ({ who, verified, reason, duplicates }: Line) =>
      by === 'who' ? who : by === 'verified' ? `${verified} ${reason}` : duplicates;
    return names.compare(text(a), text(b));
  };
  const unknown = (line: Line) => (by === 'score' ? line.score === null : by !== 'line' && line[by] === '');
  return [...lines].sort(
    (a, b) =>
      Number(unknown(a)) - Number(unknown(b)) || (descending ? -1 : 1) * compare(a, b) || a.line - b.line,
  );
}

/** The table as a CSV. The teacher's own columns come first, unchanged. */
export function gradesCsv(lines: readonly Line[], columns: readonly string[], points: number): string {
  const otherNames = columns.map((name, place) => name || `column ${place + 1}`);
  const head = ['line', 'who', 'score', 'of', 'verified', 'reason', 'details', 'duplicates'];
  const cells = (one: Line): Cell[] => [
    ...otherNames.map((_, place) => one.beside[place] ?? ''),
    one.line,
    one.who,
    one.score ?? '',
    points,
    one.verified,
    one.reason,
    one.words,
    one.duplicates,
  ];
  return [csvLine([...otherNames, ...head]), ...lines.map((one) => csvLine(cells(one)))].join('');
}
