/** Prerenders the home page and the pages of the course, so that they can be read before or without running scripts. */
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import type { simulateText } from '../../../scripts/check/simulated.mjs';
import { LESSONS, type OpenedLesson } from '../../lessons/course';
import { stepMistakes } from '../../lessons/stage/steps';
import { drawStill } from '../../lessons/stage/still';
import { StillsContext } from '../../lessons/stage/stills';
import { MastheadBar } from '../../ui/MastheadBar';
import { Front } from '../home/Front';
import { CourseApp, openPage } from './CourseApp';

export { snippetOf } from '../../deliver/embed/snippet';

/** The body of the home page. */
export async function writeHome(): Promise<string> {
  // Large parts would otherwise move into scripts.
  const { prelude } = await prerender(<Front head={<MastheadBar page="" />} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return await new Response(prelude).text();
}

export interface WrittenPage {
  /** The folder of the page's file, relative to the lab's: `lessons/rem/`. */
  folder: string;
  /** Attributes for the `html` element, read by `placeOf`. */
  data: Record<string, string>;
  title: string;
  description: string;
  /** The page's body. */
  body: string;
}

export async function writePages(simulate: typeof simulateText): Promise<WrittenPage[]> {
  const pages: WrittenPage[] = [];
  const write = async (page: string, folder: string, title: string, description: string, name = '') => {
    const root = '../'.repeat(folder.split('/').length - 1);
    const place = { page, name, root };
    const { content, opened } = await openPage(place);
    const app = (
      <StillsContext value={await stillsOf(opened, simulate)}>
        <CourseApp place={place} content={content} head={<MastheadBar page="lessons" />} />
      </StillsContext>
    );
    // These pages load data first, so they are rendered in the browser.
    const body = page === 'report' || page === 'model' ? '' : renderToString(app);
    pages.push({ folder, data: { page, name, root }, title, description, body });
  };
  await write(
    'course',
    'lessons/',
    'Lessons',
    'Lessons on TCP congestion control that let students find it out themselves.',
  );
  for (const { name, title, question } of LESSONS)
    await write('lesson', `lessons/${name}/`, title, question, name);
  await write(
    'play',
    'lessons/play/',
    'You’re the window',
    'Steer a TCP window by hand, and beat Reno and Vegas.',
  );
  await write('report', 'lessons/report/', 'Report', 'What you predicted, ran and answered.');
  await write('glossary', 'lessons/glossary/', 'Glossary', 'The words of the lessons, explained.');
  await write('model', 'lessons/model/', 'The model', 'What is simulated and what is not.');
  return pages;
}

/** The picture of a lesson's first step. Later stages are hidden until the reader has answered. */
async function stillsOf(
  opened: OpenedLesson | null,
  simulate: typeof simulateText,
): Promise<ReadonlyMap<string, string>> {
  const [first] = Object.keys(opened?.lesson.steps ?? {});
  if (opened === null || first === undefined) return new Map();
  const [mistake] = stepMistakes(opened.lesson);
  if (mistake !== undefined) throw new Error(`${opened.about.name}: ${mistake}`);
  return new Map([[first, await drawStill(opened, first, simulate)]]);
}
