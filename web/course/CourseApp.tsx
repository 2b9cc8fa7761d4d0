/** The pages of the course. Each is a file of its own, written out when the lab is built, and alive once this runs. */
import { type ReactNode, Suspense } from 'react';
import type { Opened } from '../lessons/course';
import { Footer } from '../ui/Footer';
import { RootProvider } from '../ui/root';
import { CoursePage } from './CoursePage';
import { GlossaryPage } from './GlossaryPage';
import { LessonPage } from './LessonPage';
import { ModelPage } from './ModelPage';
import type { Place } from './place';
import { ReportPage } from './ReportPage';

interface Props {
  place: Place;
  /** On the page of a lesson. */
  opened: Opened | null;
  /** The head of the page. */
  head: ReactNode;
}

export function CourseApp({ place, opened, head }: Props) {
  return (
    <RootProvider value={place.root}>
      {head}
      <Page place={place} opened={opened} />
      <Footer />
    </RootProvider>
  );
}

function Page({ place, opened }: Omit<Props, 'head'>) {
  if (opened !== null) return <LessonPage opened={opened} />;
  switch (place.page) {
    case 'report':
      return <ReportPage />;
    case 'glossary':
      return <GlossaryPage />;
    case 'model':
      return (
        <Suspense>
          <ModelPage />
        </Suspense>
      );
    default:
      return <CoursePage />;
  }
}
