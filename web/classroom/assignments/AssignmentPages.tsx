/** The three pages of assignments: for setting one, doing it, and grading the codes. */
import { lazy, useEffect, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import type { AssignmentPage } from '../../run/share/route';
import { type Assignment, assignmentOf, lacksAnswers, withoutAnswers } from './assignment';

const BuilderPage = lazy(async () => ({ default: (await import('./BuilderPage')).BuilderPage }));
const TaskPage = lazy(async () => ({ default: (await import('./TaskPage')).TaskPage }));
const GradePage = lazy(async () => ({ default: (await import('./GradePage')).GradePage }));

interface Props {
  page: AssignmentPage;
  query: URLSearchParams;
}

interface ParsedAddress {
  query: URLSearchParams;
  assignment: Assignment | null;
  problem: string;
}

export function AssignmentPages({ page, query }: Props) {
  const [read, setRead] = useState<ParsedAddress>();
  // The builder writes its draft into the address. Ignore these changes.
  const ownQuery = useRef<string | null>(null);
  const isExternal = page !== 'assign' || ownQuery.current !== query.toString();
  useEffect(() => {
    if (!isExternal) return undefined;
    let cancelled = false;
    assignmentOf(query).then(
      (assignment) => cancelled || setRead({ query, assignment, problem: '' }),
      (error: Error) => cancelled || setRead({ query, assignment: null, problem: error.message }),
    );
    return () => {
      cancelled = true;
    };
  }, [query, isExternal]);
  if (read === undefined || (isExternal && read.query !== query))
    return <main className="figure-page" id="content" />;
  const { assignment, problem } = read;
  switch (page) {
    case 'assign': {
      const isSealed = assignment !== null && lacksAnswers(assignment);
      const sealed = t(
        'The answers of this assignment are sealed, so it can’t be changed from this link. Open your own link or file.',
      );
      return (
        <BuilderPage
          key={read.query.toString()}
          query={read.query}
          assignment={isSealed ? null : assignment}
          problem={isSealed ? sealed : problem}
          onAddressChange={(written) => {
            ownQuery.current = written;
          }}
        />
      );
    }
    case 'task':
      return <TaskPage assignment={assignment && withoutAnswers(assignment)} problem={problem} />;
    case 'grade':
      return <GradePage {...{ assignment, problem }} />;
  }
}
