/** How much of a run its trace has. A run with more than `record.max_rows` rows keeps only some of its samples. */
import { formatPercent, formatTime } from '../base/words/format';
import { t } from '../base/words/words';
import type { Run } from './trace';
import type { TimeWindow } from './window';

export interface Thinned {
  /** From this time on, samples are missing. */
  whole_until_s: number;
  /** Share of the run's samples and events that is kept, in percent; null until the run has finished. */
  kept_percent: number | null;
}

/** Null if the trace has every row of the run. */
export function thinnedOf({ trace, summary }: Pick<Run, 'trace' | 'summary'>): Thinned | null {
  const { whole_until_s } = trace;
  if (whole_until_s === Number.POSITIVE_INFINITY) return null;
  if (summary === null) return { whole_until_s, kept_percent: null };
  const { rows_recorded, rows_thinned } = summary;
  return { whole_until_s, kept_percent: (100 * rows_recorded) / (rows_recorded + rows_thinned) };
}

/** True if a window shows a time of which rows are missing. */
export function lacksRows({ trace }: Pick<Run, 'trace'>, window: TimeWindow): boolean {
  return window.to > trace.whole_until_s && trace.within(window) === trace;
}

export function thinnedInWords({ whole_until_s, kept_percent }: Thinned): string {
  if (whole_until_s === 0) return t('This run records nothing, because record.max_rows is 0.');
  const time = formatTime(whole_until_s);
  return kept_percent === null
    ? t('This run is too long to record in full: from {time} on, only some samples are kept.', { time })
    : t(
        'This run is too long to record in full: every sample is kept until {time}, and {percent} of them in all.',
        { time, percent: formatPercent(kept_percent) },
      );
}

/** Throws if a trace lacks samples, because a reader of the file couldn't tell them from lost packets. */
export function mustBeWhole({ trace }: Pick<Run, 'trace'>): void {
  if (trace.whole_until_s === Number.POSITIVE_INFINITY) return;
  throw new Error(
    t('samples are missing from {time} on. Shorten the run (duration_s) or raise record.max_rows', {
      time: formatTime(trace.whole_until_s),
    }),
  );
}
