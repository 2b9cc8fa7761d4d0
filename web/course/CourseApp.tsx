/** The pages of the course. Each is a separate file, prerendered by the build and hydrated by this component. */
import { type ReactNode, Suspense } from 'react';
import type { OpenedLesson } from '../lessons/course';
import { Footer } from '../ui/Footer';
import { RootProvider } from '../ui/root';
import { CoursePage } from './CoursePage';
import { GlossaryPage } from './GlossaryPage';
import { LessonPage } from './LessonPage';
import { ModelPage } from './ModelPage';
import { ReportPage } from './ReportPage';

export interface Place {
  /** `course`, `lesson`, `report`, `glossary` or `model`. */
  page: string;
  /** The lesson's folder; empty on other pages. */
  name: string;
  /** The address of the lab's main page, relative to this one. */
  root: string;
}

/** Reads which page is open from the data attributes of its `html` element. */
export function placeOf({ page = 'course', name = '', root = '../' }: DOMStringMap): Place {
  return { page, name, root };
}

interface Props {
  place: Place;
  /** The lesson; null on other pages. */
  opened: OpenedLesson | null;
  /** The page's header. */
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
