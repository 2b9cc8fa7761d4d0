/** The list of lessons in order, with the student's progress in each. */
import { useObservable } from '../base/observable';
import { COURSE, type LessonEntry } from '../lessons/course';
import { progressIn } from '../lessons/progress';
import { ASSIGN_ADDRESS, documentTitle, GRADE_ADDRESS } from '../share/route';
import { EnglishOnly, inEnglish } from '../ui/InEnglish';
import { isLessonAvailable } from '../ui/package';
import { useRoot } from '../ui/root';
import { rich } from '../words/rich';
import { t } from '../words/words';
import './course.css';
import '../lessons/lesson.css';

export function CoursePage() {
  const root = useRoot();
  return (
    <main className="course" id="content">
      <title>{documentTitle(t('Lessons'))}</title>
      <header className="lesson-head">
        <h1>{t('Find out for yourself')}</h1>
        <p className="lesson-question">
          {t(
            'Each lesson asks a question. You predict the answer, then the simulator shows it. You change the parts and see what they do.',
          )}
        </p>
        <p className="course-links">
          <a href={`${root}lessons/report/`}>{t('Your report')}</a> ·{' '}
          <a href={`${root}lessons/glossary/`}>{t('Glossary')}</a> ·{' '}
          <a href={`${root}lessons/model/`}>{t('What is simulated, for teachers')}</a>
        </p>
        <EnglishOnly>
          {t('The lessons, the glossary and the page for teachers are in English only.')}
        </EnglishOnly>
      </header>
      <ol className="lessons">
        {COURSE.filter(({ name }) => isLessonAvailable(name)).map((about) => (
          <Entry key={about.name} about={about} />
        ))}
      </ol>
      <p className="course-links">
        {rich('For teachers: <assign>set a task</assign>, <grade>grade codes</grade>', {
          assign: (words) => <a href={root + ASSIGN_ADDRESS}>{words}</a>,
          grade: (words) => <a href={root + GRADE_ADDRESS}>{words}</a>,
        })}
      </p>
    </main>
  );
}

function Entry({ about }: { about: LessonEntry }) {
  const root = useRoot();
  const { predictions, checks } = useObservable(progressIn(about.name));
  const begun = Object.keys(predictions).length + Object.keys(checks).length;
  const passed = Object.values(checks).filter((one) => one.passed).length;
  return (
    <li value={about.number}>
      <a href={`${root}lessons/${about.name}/`}>
        <span className="entry-number" aria-hidden="true">
          {about.number}
        </span>
        <span className="entry-title" {...inEnglish()}>
          {about.title}
        </span>
        <span className="entry-question" {...inEnglish()}>
          {about.question}
        </span>
        <span className="entry-minutes">
          {t('{count} min', { count: about.minutes })}
          {begun > 0 && <b> · {passed > 0 ? t('started, {count} done', { count: passed }) : t('started')}</b>}
        </span>
      </a>
    </li>
  );
}
