/** Writes a run's packets as a file for other programs. The engine runs the scenario again and keeps every row, so a thinned run has its file too. */
import { formatCount } from '../../base/words/format';
import { sayInEnglish, t } from '../../base/words/words';
import { runFile, type Watch } from '../../engine/runFile';
import type { FileFormat } from '../../engine/writeRun';
import type { Run } from '../../run/trace';
import type { Provenance } from './origin';

/** Maximum rows, about 300 MB of trace and file. */
const MOST_ROWS = 8_000_000;

export async function packetsFile(run: Run, format: FileFormat, { link, differs }: Provenance, watch: Watch) {
  mustBeShort(run);
  const request = {
    format,
    scenario: JSON.stringify(run.trace.scenario),
    link,
    changes: sayInEnglish(() => differs().join('; ')),
  };
  return await runFile(request, watch);
}

function mustBeShort({ summary }: Run): void {
  if (summary === null) throw new Error(t('the run hasn’t finished, and a capture needs all of it'));
  const rows = summary.rows_recorded + summary.rows_thinned;
  if (summary.rows_thinned === 0 || rows <= MOST_ROWS) return;
  throw new Error(
    t(
      'this run has {rows} rows, and a capture can have at most {most}. Shorten the run (duration_s) and try again. A capture with gaps would show segments as lost that weren’t',
      { rows: formatCount(rows), most: formatCount(MOST_ROWS) },
    ),
  );
}
