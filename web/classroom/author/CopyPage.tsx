/** The page of a changed lesson, which a teacher's link opens. */
import { useEffect, useState } from 'react';
import { t } from '../../base/words/words';
import type { CopyProblem } from '../../lessons/copy/format';
import { openLinkedCopy } from '../../lessons/copy/openCopy';
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
    openLinkedCopy(query).then(set, (error: Error) => set({ message: error.message }));
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
