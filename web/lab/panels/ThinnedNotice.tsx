/** Says above the plots that a run was too long to record in full. */
import { memo } from 'react';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { thinnedInWords, thinnedOf } from '../../run/thinned';
import type { Run } from '../../run/trace';
import './ThinnedNotice.css';

interface Props {
  run: Run;
  /** The run's letter, where several are compared. */
  letter?: string | undefined;
}

/** One line, because plots need the height. Windows are simulated again only when the run has finished. */
function bandsInWords({ summary }: Run, time: string): string {
  return summary === null
    ? t(
        'Too long to record in full: after {time}, bands show the range of values. Every sample can be seen when the run has finished.',
        { time },
      )
    : t(
        'Too long to record in full: after {time}, bands show the range of values. Zoom in to see every sample, also in hatched times.',
        { time },
      );
}

export const ThinnedNotice = memo(function ThinnedNotice({ run, letter }: Props) {
  const thinned = thinnedOf(run);
  if (thinned === null) return null;
  const sentence =
    run.trace.sums.width_s > 0
      ? bandsInWords(run, formatTime(thinned.whole_until_s))
      : `${thinnedInWords(thinned)} ${t('Hatched times aren’t recorded.')}`;
  return (
    <p className="thinned-notice">
      {letter === undefined ? sentence : t('{run}: {sentence}', { run: letter, sentence })}
    </p>
  );
});
