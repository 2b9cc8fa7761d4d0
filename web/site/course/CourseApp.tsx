/** The pages of the course. Each is a separate file, prerendered by the build and hydrated by this component. */
import { type ReactNode, Suspense } from 'react';
import { openPackaged } from '../../lessons/copy/packaged';
import type { OpenedLesson } from '../../lessons/course';
import { Footer } from '../../ui/Footer';
import { RootProvider } from '../../ui/root';

export interface Place {
  /** `course`, `lesson`, `play`, `report`, `glossary` or `model`. */
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

export interface OpenedPage {
  content: ReactNode;
  /** The lesson; null on other pages. */
  opened: OpenedLesson | null;
}

/** Loads a page's code and, for a lesson, its text. Done before the page is hydrated, so that nothing is missing then. */
export async function openPage({ page, name }: Place): Promise<OpenedPage> {
  switch (page) {
    case 'lesson': {
      const [opened, { LessonPage }] = await Promise.all([
        openPackaged(name),
        import('../../classroom/LessonPage'),
      ]);
      if (opened === null) throw new Error(`There is no lesson ${name}.`);
      return { content: <LessonPage opened={opened} />, opened };
    }
    case 'play': {
      const { PlayPage } = await import('../../lessons/course/PlayPage');
      return { content: <PlayPage />, opened: null };
    }
    case 'report': {
      const { ReportPage } = await import('../../lessons/course/ReportPage');
      return { content: <ReportPage />, opened: null };
    }
    case 'glossary': {
      const { GlossaryPage } = await import('../../lessons/course/GlossaryPage');
      return { content: <GlossaryPage />, opened: null };
    }
    case 'model': {
      const { ModelPage } = await import('../../lessons/course/ModelPage');
      return {
        content: (
          <Suspense>
            <ModelPage />
          </Suspense>
        ),
        opened: null,
      };
    }
    default: {
      const { CoursePage } = await import('../../lessons/course/CoursePage');
      return { content: <CoursePage />, opened: null };
    }
  }
}

interface Props {
  place: Place;
  content: ReactNode;
  /** The page's header. */
  head: ReactNode;
}

export function CourseApp({ place, content, head }: Props) {
  return (
    <RootProvider value={place.root}>
      {head}
      {content}
      <Footer />
    </RootProvider>
  );
}
