/** Shows how much of the lab works offline. */
import { useObservable } from '../base/observable';
import { cacheEverything, offlineState } from '../offline/offline';
import { formatCount, formatFixed } from '../words/format';
import { t } from '../words/words';

export function OfflineStatus() {
  const { mode, cache } = useObservable(offlineState);
  const size =
    cache &&
    t('{files} of {all} files, {size} MB', {
      files: formatCount(cache.files),
      all: formatCount(cache.of),
      size: formatFixed(cache.bytes / 1e6, 1),
    });
  const whole = cache !== null && cache.files === cache.of;
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
      ) : mode === 'all' ? (
        <p>
          {size
            ? t(
                'The lab’s files are being kept ({size} so far). When all are, everything works without a network.',
                {
                  size,
                },
              )
            : t('The lab’s files are being kept. When all are, everything works without a network.')}
          {cache?.problem && ` ${t('Some did not come; the next page that you open tries again.')}`}
        </p>
      ) : mode === 'visited' ? (
        <>
          <p>
            {size
              ? t('Your browser asks to save data, so only the pages that you open are kept ({size}).', {
                  size,
                })
              : t('Your browser asks to save data, so only the pages that you open are kept.')}
          </p>
          <p>
            <button type="button" onClick={cacheEverything}>
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
