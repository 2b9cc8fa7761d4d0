/** Starts a presentation of the lesson by button, key or address. The presentation itself is loaded on demand. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { t } from '../../base/words/words';
import { useLessonSession } from '../../lessons/lessonSession';
import { useActions } from '../../ui/actions';
import { PRESENT, STEP } from './parameters';
import './stage.css';

const Presenting = lazy(async () => ({ default: (await import('./Presenting')).Presenting }));

export function Present() {
  const session = useLessonSession();
  /** The number of the first step; NaN for the step that the user is reading; null while not presenting. */
  const [from, setFrom] = useState<number | null>(null);
  const begin = useCallback(() => {
    // Browsers allow full screen only while they handle a user's click or key press.
    if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
    setFrom((from) => from ?? Number.NaN);
  }, []);
  useActions(
    useMemo(
      () => [{ id: 'lesson.present', title: () => t('Present this lesson'), keys: ['P'], run: begin }],
      [begin],
    ),
  );
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
