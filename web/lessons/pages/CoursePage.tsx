/** The course: all lessons in order, and how far the student is in each. */
import { isHere } from '../../packages/inside';
import { useRoot } from '../../pages/root';
import { ASSIGN_ADDRESS, GRADE_ADDRESS } from '../../pages/route';
import { useObservable } from '../../run/observable';
import { COURSE, type Listed } from '../course';
import { progressIn } from '../progress';

export function CoursePage() {
  const root = useRoot();
  return (
    <main className="course" id="content">
      <title>Lessons · Vegas Lab</title>
      <header className="lesson-head">
        <h1>Find it out yourself</h1>
        <p className="lesson-question">
          Each lesson puts a question, asks what you expect, and lets the simulator answer. You change the
          parts and see what they do.
        </p>
        <p className="course-links">
          <a href={`${root}lessons/report/`}>Your report</a> ·{' '}
          <a href={`${root}lessons/glossary/`}>Glossary</a> ·{' '}
          <a href={`${root}lessons/model/`}>What is simulated, for teachers</a>
        </p>
      </header>
      <ol className="lessons">
        {COURSE.filter(({ name }) => isHere(name)).map((about) => (
          <Entry key={about.name} about={about} />
        ))}
      </ol>
      <p className="course-links">
        For teachers: <a href={root + ASSIGN_ADDRESS}>set a task</a>,{' '}
        <a href={root + GRADE_ADDRESS}>grade codes</a>
      </p>
    </main>
  );
}

function Entry({ about }: { about: Listed }) {
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
        <span className="entry-title">{about.title}</span>
        <span className="entry-question">{about.question}</span>
        <span className="entry-minutes">
          {about.minutes} min
          {begun > 0 && <b> · begun{passed > 0 && `, ${passed} done`}</b>}
        </span>
      </a>
    </li>
  );
}
