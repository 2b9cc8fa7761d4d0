/** The key points of a lesson. They'd give away what its predictions ask, so they come after the runs. `copy/elements.ts` inserts it. */
import type { ReactNode } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { useLessonSession, useUnseen } from '../lessonSession';
import './parts.css';

export function KeyPoints({ children }: { children?: ReactNode }) {
  const session = useLessonSession();
  const unseen = useUnseen();
  if (unseen.length === 0) return children;
  const { lesson, language } = session.opened;
  const titles = unseen.flatMap((id) =>
    (lesson.predictions[id]?.covers ?? []).flatMap((name) => {
      const experiment = lesson.experiments[name];
      const isStaged = experiment?.kind === 'runs' && experiment.staged === true;
      return experiment === undefined || isStaged ? [] : [`“${experiment.title}”`];
    }),
  );
  const runs = <Marked language={language}>{[...new Set(titles)].join(', ')}</Marked>;
  return (
    <p className="covered" {...inInterfaceLanguage()}>
      {titles.length === 0
        ? t('The key points come when the runs above have finished.')
        : rich('The key points come when these runs have finished: {runs}.', { runs })}
    </p>
  );
}
