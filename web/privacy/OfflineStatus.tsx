/** Shows how much of the lab works offline. */
import { useObservable } from '../base/observable';
import { keepEverything, keeping } from '../offline/offline';
import { formatCount, formatFixed } from '../words/format';
import { t } from '../words/words';

export function OfflineStatus() {
  const { what, kept } = useObservable(keeping);
  const size =
    kept &&
    t('{files} of {all} files, {size} MB', {
      files: formatCount(kept.files),
      all: formatCount(kept.of),
      size: formatFixed(kept.bytes / 1e6, 1),
    });
  const whole = kept !== null && kept.files === kept.of;
  return (
    <>
      {whole ? (
        <p>
          {t(
            'Everything is kept: lessons, bench, papers, sweeps and grading work without a network ({size}).',
            {
              size: size ?? '',
            },
          )}
        </p>
      ) : what === 'all' ? (
        <p>
          {size
            ? t(
                'The lab’s files are being kept ({size} so far). When all are, everything works without a network.',
                {
                  size,
                },
              )
            : t('The lab’s files are being kept. When all are, everything works without a network.')}
          {kept?.problem && ` ${t('Some did not come; the next page that you open tries again.')}`}
        </p>
      ) : what === 'visited' ? (
        <>
          <p>
            {size
              ? t('Your browser asks to save data, so only the pages that you open are kept ({size}).', {
                  size,
                })
              : t('Your browser asks to save data, so only the pages that you open are kept.')}
          </p>
          <p>
            <button type="button" onClick={keepEverything}>
              {t('Keep everything')}
            </button>
          </p>
        </>
      ) : (
        <p>
          {t(
            'Nothing is kept for the time without a network: this browser does not allow it here, or the page has only just been opened.',
          )}
        </p>
      )}
      <p>
        {t(
          'A new version of the lab is offered when it is there. It never takes the place of the one that you work with before you say so.',
        )}
      </p>
    </>
  );
}
