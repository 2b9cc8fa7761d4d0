/** The page of a changed lesson, which a teacher's link opens. */
import { useEffect, useState } from 'react';
import { t } from '../../base/words/words';
import type { CopyProblem } from '../../lessons/copy/format';
import { copyTextIn } from '../../lessons/copy/link';
import { lessonOfCopy, openCopy } from '../../lessons/copy/openCopy';
import type { OpenedLesson } from '../../lessons/course';
import { documentTitle } from '../../run/share/route';
import { LessonPage } from '../LessonPage';
import { CopyProblems } from './CopyProblems';

interface State {
  query: URLSearchParams;
  opened: OpenedLesson | null;
  problems: readonly CopyProblem[];
  message: string;
}

export function CopyPage({ query }: { query: URLSearchParams }) {
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    let cancelled = false;
    const set = (next: Partial<State>) =>
      cancelled || setState({ query, opened: null, problems: [], message: '', ...next });
    const open = async () => {
      const text = await copyTextIn(query);
      if (text === null)
        return set({ message: t('This address contains no lesson. Ask your teacher for the link.') });
      const result = await openCopy(text);
      if ('problems' in result) return set({ problems: result.problems });
      return set({ opened: lessonOfCopy(result.copy, result.base) });
    };
    open().catch((error: Error) => set({ message: error.message }));
    return () => {
      cancelled = true;
    };
  }, [query]);
  if (state?.query !== query) return <main className="figure-page" id="content" />;
  if (state.opened !== null) return <LessonPage key={query.toString()} opened={state.opened} />;
  return (
    <main className="figure-page" id="content" data-copy="none">
      <title>{documentTitle(t('Lesson'))}</title>
      <header className="introduction">
        <h1>{t('Lesson')}</h1>
      </header>
      {state.message !== '' && (
        <p className="note" role="alert">
          {state.message}
        </p>
      )}
      {state.problems.length > 0 && <CopyProblems problems={state.problems} />}
    </main>
  );
}
