/** The pages of the course. Each is a file of its own, written out when the lab is built, and alive once this runs. */
import { type ReactNode, Suspense } from 'react';
import { Footer } from '../pages/Footer';
import { RootProvider } from '../pages/root';
import type { Opened } from './course';
import { CoursePage } from './pages/CoursePage';
import { GlossaryPage } from './pages/GlossaryPage';
import { LessonPage } from './pages/LessonPage';
import { ModelPage } from './pages/ModelPage';
import { ReportPage } from './pages/ReportPage';
import type { Place } from './place';

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
