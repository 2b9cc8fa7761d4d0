/** The button that opens the form for a lesson's packages. The form loads on demand. */
import { lazy, Suspense } from 'react';
import type { LessonEntry } from '../lessons/course';
import { Boundary } from '../ui/Boundary';
import { Floating } from '../ui/Floating';
import { t } from '../words/words';
import './TakeHome.css';

const PackageForm = lazy(async () => ({ default: (await import('./PackageForm')).PackageForm }));

export function TakeHome({ about }: { about: LessonEntry }) {
  return (
    <aside className="take-home" aria-label={t('For teachers')}>
      <span>{t('For teachers:')}</span>{' '}
      <Floating label={t('Download this lesson')} className="package">
        {(close) => (
          <Boundary name={t('Download this lesson')}>
            <Suspense fallback={<p>{t('Loading …')}</p>}>
              <PackageForm about={about} close={close} />
            </Suspense>
          </Boundary>
        )}
      </Floating>
    </aside>
  );
}
