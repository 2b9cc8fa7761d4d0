/** The seconds of each run that a chart's values are over. */
import { t } from '../../base/words/words';

export function IntervalOfValues({ interval }: { interval: string }) {
  return (
    interval !== '' && (
      <p className="words">{t('Each value is measured over the {interval}.', { interval })}</p>
    )
  );
}
