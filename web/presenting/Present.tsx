/** The way into a presentation of the lesson: a button, a key, and the address. All else is loaded when it is asked for. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLessonSession } from '../lessons/lessonSession';
import { useShortcut } from '../ui/shortcuts';
import { t } from '../words/words';
import { PRESENT, STEP } from './parameters';
import './stage.css';

const Presenting = lazy(async () => ({ default: (await import('./Presenting')).Presenting }));

/** The step to begin with, by its number; NaN: the one that is being read. */
type From = number;

export function Present() {
  const session = useLessonSession();
  const [from, setFrom] = useState<From | null>(null);
  const begin = useCallback(() => {
    // Only now, while the browser knows that the reader asked for something.
    if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
    setFrom((from) => from ?? Number.NaN);
  }, []);
  useShortcut('P', begin);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const asked = query.get(PRESENT);
    if (asked !== null) setFrom(Number(asked) || 1);
    if (asked !== null || query.has(STEP))
      void import('./restore').then(({ restoreScreen }) => restoreScreen(session, query));
  }, [session]);
  return (
    <>
      <button
        type="button"
        className="present"
        title={t('Step by step, for a projector (Shift+P)')}
        onClick={begin}
      >
        {t('Present')}
      </button>
      {from !== null && (
        <Suspense>
          <Presenting from={from} end={() => setFrom(null)} />
        </Suspense>
      )}
    </>
  );
}
