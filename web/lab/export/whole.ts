/** Repeats a run whose trace was thinned, recording every row. Captures need all of them, so longer runs have none. */

import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { Runner } from '../../run/runner';
import type { Run } from '../../run/trace';
import { withValue } from '../../scenario/path';

/** Maximum rows, about 300 MB of trace. */
const MOST_ROWS = 8_000_000;

export async function unthinned(run: Run, progress: (words: string) => void): Promise<Run> {
  const { summary, scenario } = run;
  if (summary === null) throw new Error(t('the run hasn’t finished, and a capture needs all of it'));
  if (summary.rows_thinned === 0) return run;
  const rows = summary.rows_recorded + summary.rows_thinned;
  if (scenario.record.max_rows === 0 || rows > MOST_ROWS)
    throw new Error(
      t(
        'this run has {rows} rows, and a capture can have at most {most}. Shorten the run (duration_s) and try again. A capture with gaps would show segments as lost that weren’t',
        { rows: formatCount(rows), most: formatCount(MOST_ROWS) },
      ),
    );
  const runner = new Runner();
  try {
    return await new Promise<Run>((done, fail) => {
      runner.state.subscribe(() => {
        const { phase, shown, progress: share, crash } = runner.state.value;
        if (phase === 'done' && shown?.summary) done(shown);
        else if (phase === 'crashed' || phase === 'refused')
          fail(new Error(crash ?? t('the engine rejected the scenario')));
        else
          progress(
            t('Running again to record all {rows} rows: {percent} %', {
              rows: formatCount(rows),
              percent: Math.floor(share * 100),
            }),
          );
      });
      runner.run(JSON.stringify(withValue(scenario, 'record.max_rows', rows)));
    });
  } finally {
    runner.dispose();
  }
}
