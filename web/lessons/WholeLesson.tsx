/** A lesson without the lab's pages around it, as in frames and files: title, question and text. */
import { contentText } from '../ui/InEnglish';
import type { OpenedLesson } from './course';
import { LessonText } from './LessonText';
import { PARTS } from './parts';
import { KeyOfMarks } from './parts/marks';
import './lesson.css';

export function WholeLesson({ opened: { about, text, language } }: { opened: OpenedLesson }) {
  return (
    <>
      <header className="lesson-head">
        <h1 {...contentText(about.title)} />
        <p className="lesson-question" {...contentText(about.question)} />
      </header>
      <article className="lesson-text" {...language}>
        <LessonText text={text} parts={PARTS} />
      </article>
      <KeyOfMarks />
    </>
  );
}
