/** Shows how much of the lab works offline. */
import { useObservable } from '../../base/observable';
import { formatCount, formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import { cacheEverything, offlineState } from '../../deliver/offline/offline';

const FAILED = () => t('Some files couldn’t be loaded. The next page that you open tries again.');

const FULL = () =>
  t(
    'Your browser has no room for the rest. What’s saved works without a network; everything else is loaded when you open it.',
  );

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
            'Everything is saved ({size}). Lessons, bench, papers, sweeps and grading work without a network.',
            {
              size: size ?? '',
            },
          )}
        </p>
      ) : mode === 'all' ? (
        <p>
          {size
            ? t(
                'Saving the lab’s files ({size} so far). When all are saved, everything works without a network.',
                {
                  size,
                },
              )
            : t('Saving the lab’s files. When all are saved, everything works without a network.')}
          {cache?.problem && ` ${(cache.problem === 'full' ? FULL : FAILED)()}`}
        </p>
      ) : mode === 'visited' ? (
        <>
          <p>
            {size
              ? t(
                  'Your browser asks to use less data, so the lab saves only the pages that you open ({size}).',
                  {
                    size,
                  },
                )
              : t('Your browser asks to use less data, so the lab saves only the pages that you open.')}
          </p>
          <p>
            <button type="button" onClick={cacheEverything}>
              {t('Save everything')}
            </button>
          </p>
        </>
      ) : (
        <p>
          {t(
            'Nothing is saved for use without a network. Either this browser doesn’t allow it here, or you’ve only just opened the page.',
          )}
        </p>
      )}
      <p>
        {t(
          'When there’s a new version, the lab offers it. It replaces the one you work with only when you agree.',
        )}
      </p>
    </>
  );
}
