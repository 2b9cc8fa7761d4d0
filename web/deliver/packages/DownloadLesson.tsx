/** The button that opens the form for a lesson's packages. The form loads on demand. */
import { lazy, Suspense } from 'react';
import { t } from '../../base/words/words';
import type { LessonCopy } from '../../lessons/copy/format';
import type { LessonEntry } from '../../lessons/course';
import { Boundary } from '../../ui/Boundary';
import { Floating } from '../../ui/Floating';
import './packages.css';

const PackageForm = lazy(async () => ({ default: (await import('./PackageForm')).PackageForm }));

interface Props {
  /** The lesson, or the one that a copy was made from. */
  about: LessonEntry;
  copy?: LessonCopy | undefined;
}

export function DownloadLesson({ about, copy }: Props) {
  return (
    <Floating label={t('Download this lesson')} className="package">
      {(close) => (
        <Boundary name={t('Download this lesson')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <PackageForm about={about} copy={copy} close={close} />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}
