/**
 * Writes every row of a panel's table in a window, although the run is too long to record them: window by window, each is simulated again. The
 * rows become text at once, because a million rows take much less memory as text.
 */
import { formatCount } from '../../base/words/format';
import { sayInEnglish, t } from '../../base/words/words';
import type { Watch } from '../../engine/runFile';
import { MOST_ROWS as MOST_AT_ONCE, type Run, type Trace } from '../../run/trace';
import { justBefore, type TimeWindow } from '../../run/window';
import type { Table } from '../../ui/TableView';
import type { Rows } from '../panels/rows';
import type { Provenance } from './origin';
import { fileOf, piecesOf, type Writer } from './table';

/** Most rows of a file: some 500 MB. */
const MOST_ROWS = 8_000_000;

/** Limits on rows, for tests: of a file, and of the run in a window that's simulated again. */
interface Limits {
  file?: number;
  window?: number;
}

/** The run that a panel shows, and the rows of its table. */
export interface Source {
  run: Run;
  rows: readonly Rows[];
}

/** The parts of a file. Rejects if the run is no longer in the engine, or has too many rows. */
export async function everyRow(
  { run, rows }: Source,
  window: TimeWindow,
  writer: Writer,
  about: Provenance,
  { signal, progress }: Watch,
  { file: mostRows = MOST_ROWS, window: atOnce }: Limits = {},
): Promise<BlobPart[]> {
  const { trace } = run;
  /** Per flow or link, because the file has one after the other. */
  const parts: Blob[][] = rows.map(() => []);
  let columns: Table['columns'] = [];
  let count = 0;
  const add = (part: Rows, place: number, times: TimeWindow) => {
    const table = sayInEnglish(() => part.table(times, Number.POSITIVE_INFINITY));
    columns = table.columns;
    count += table.rows.length;
    if (count > mostRows)
      throw new Error(
        t(
          'the table has more than {most} rows in the time shown, up to {moment} s alone. Zoom in and try again',
          { most: formatCount(mostRows), moment: String(times.to) },
        ),
      );
    parts[place]?.push(...piecesOf(writer, table.rows).map((text) => new Blob([text])));
  };
  const pieces = piecesIn(trace, window, run.now_s, atOnce);
  const begin = pieces[0]?.from ?? window.to;
  if (window.from < begin)
    for (const [place, part] of rows.entries()) add(part, place, { ...window, to: justBefore(begin) });
  for (const piece of pieces) {
    const detail = trace.detailFrom(piece.from);
    const isWhole = await run.windows?.({
      window: piece,
      use: 'table',
      receive(some, now_s) {
        detail.append(some);
        progress((Math.max(begin, now_s) - begin) / (window.to - begin));
      },
      signal,
    });
    if (isWhole !== true)
      throw new Error(signal.aborted ? t('it was canceled') : t('the engine has another run now'));
    const times = { from: Math.max(window.from, piece.from), to: Math.min(window.to, justBefore(piece.to)) };
    for (const [place, part] of rows.entries()) add(part.from?.(detail) ?? part, place, times);
  }
  const head = new Blob([sayInEnglish(() => writer.head(columns, about))]);
  return fileOf<BlobPart>(writer, head, parts.flat());
}

/**
 * The windows to simulate again, one after the other, for every row of a window that may have too many at once. They begin where rows are
 * missing: up to there the trace has them all.
 */
function piecesIn(
  { sums, whole_until_s }: Trace,
  window: TimeWindow,
  end_s: number,
  mostRows = MOST_AT_ONCE,
): TimeWindow[] {
  const split = ({ from, to }: TimeWindow): TimeWindow[] => {
    const middle = sums.startAt((from + to) / 2);
    const isOne = middle <= from || !sums.exceeds(mostRows, { from, to });
    return isOne ? [{ from, to }] : [...split({ from, to: middle }), ...split({ from: middle, to })];
  };
  const { from } = sums.around({ ...window, from: Math.max(window.from, whole_until_s) });
  // The last moment of the window belongs to it.
  const { to } = sums.around({ from: window.to, to: window.to + sums.width_s });
  const pieces = split({ from, to });
  const last = pieces.at(-1);
  if (last !== undefined && window.to >= end_s) last.to = Number.POSITIVE_INFINITY;
  return pieces;
}
