/** Checks that an unchanged copy of each lesson is rendered like the lesson, and that a copy survives its file. */
import type { MDXContent } from 'mdx/types';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { COURSE, openLesson } from '../course';
import { LessonSession, LessonSessionProvider } from '../lessonSession';
import { PARTS } from '../parts';
import { readCopy, writeCopy } from './format';
import { baseOf, lessonOfCopy, newCopy, openCopy } from './openCopy';

const ID = 'abcdefgh';

/** The markup without what differs between two renderings of one text: ids, white space between blocks, and marks of what needs the engine. */
function markup(opened: NonNullable<Awaited<ReturnType<typeof openLesson>>>, Text: MDXContent): string {
  const session = new LessonSession(opened);
  session.uncovered.set(new Set(Object.keys(opened.lesson.predictions)));
  const html = renderToStaticMarkup(
    <LessonSessionProvider value={session}>
      <Text components={PARTS} />
    </LessonSessionProvider>,
  );
  return html
    .replace(/_R_\w*_/g, 'ID')
    .replace(/\s+/g, ' ')
    .replace(
      / ?(<\/?(?:p|h\d|ul|ol|li|table|thead|tbody|tr|th|td|div|section|details|figure)\b[^>]*>) ?/g,
      '$1',
    )
    .replace(/<span class="stage-instruction">(.*?)<\/span>/g, '$1')
    .replace(/<(\/?)b>/g, '<$1strong>');
}

describe.each(COURSE.map(({ name }) => name))('%s', (name) => {
  it('is rendered the same from an unchanged copy', async () => {
    const [opened, base] = await Promise.all([openLesson(name), baseOf(name)]);
    if (opened === null || base === null) throw new Error(`There is no lesson ${name}.`);
    const copy = lessonOfCopy(newCopy(base, ID), base);
    expect(markup(opened, copy.Text)).toBe(markup(opened, opened.Text));
  });

  it('is the same after a copy was saved and opened', async () => {
    const base = await baseOf(name);
    if (base === null) throw new Error(`There is no lesson ${name}.`);
    const copy = newCopy(base, ID);
    expect(readCopy(writeCopy(copy))).toEqual({ copy });
    expect(await openCopy(writeCopy(copy))).toMatchObject({ copy });
  });
});
