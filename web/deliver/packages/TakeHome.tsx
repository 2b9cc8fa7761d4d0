/** The buttons for teachers at the end of a lesson: download it, or change a copy of it. */

import { t } from '../../base/words/words';
import type { LessonCopy } from '../../lessons/copy/format';
import type { LessonEntry } from '../../lessons/course';
import { authorAddress } from '../../run/share/author';
import { useRoot } from '../../ui/root';
import { DownloadLesson } from './DownloadLesson';
import './TakeHome.css';

interface Props {
  /** The lesson, or the one that a copy was made from. */
  about: LessonEntry;
  copy?: LessonCopy | undefined;
}

export function TakeHome({ about, copy }: Props) {
  const root = useRoot();
  return (
    <aside className="take-home" aria-label={t('For teachers')}>
      <span>{t('For teachers:')}</span> <DownloadLesson about={about} copy={copy} />{' '}
      {copy === undefined && (
        <a className="button" href={root + authorAddress(about.name)}>
          {t('Change this lesson')}
        </a>
      )}
    </aside>
  );
}
