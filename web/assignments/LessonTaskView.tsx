/** An assigned lesson: the lesson itself, and the code of the student's predictions and tasks. */
import { type ReactNode, useEffect, useState } from 'react';
import { useObservable } from '../base/observable';
import { LessonPage } from '../course/LessonPage';
import { COURSE, type OpenedLesson, openLesson } from '../lessons/course';
import { forgetProgress, progressIn } from '../lessons/progress';
import { t } from '../words/words';
import { type Assignment, idOf, type LessonTask } from './assignment';
import { lessonAtHand } from './grading';
import { checkedAnew, workOf } from './lessonWork';
import { codeOf } from './result';
import { BrowserSimulator } from './simulate';
import { seedOf } from './student';
import { HandIn } from './TaskSheet';

interface Props {
  assignment: Assignment;
  task: LessonTask;
  who: string;
  /** Content above the lesson. */
  head: ReactNode;
}

export function LessonTaskView({ assignment, task, who, head }: Props) {
  const [opened, setOpened] = useState<OpenedLesson | null>(null);
  useEffect(() => {
    let cancelled = false;
    void openLesson(task.lesson).then((one) => cancelled || setOpened(one));
    return () => {
      cancelled = true;
    };
  }, [task.lesson]);
  const known = COURSE.some(({ name }) => name === task.lesson);
  if (who === '' || opened === null)
    return (
      <main className="figure-page task-page" id="content">
        {head}
        {!known && (
          <p className="note" role="alert">
            {t('This lab has no lesson called {name}.', { name: task.lesson })}
          </p>
        )}
      </main>
    );
  return (
    <>
      <section className="figure-page task-page" aria-label={t('Assignment')}>
        {head}
        <EarlierAnswers lesson={task.lesson} />
      </section>
      <LessonPage opened={opened} />
      <div className="figure-page task-page">
        <LessonHandIn {...{ assignment, task, who }} />
      </div>
    </>
  );
}

/** Offers to delete earlier answers: the browser stores progress by lesson, not by student. */
function EarlierAnswers({ lesson }: { lesson: string }) {
  const [begun] = useState(() => {
    const { predictions, checks } = progressIn(lesson).value;
    return Object.keys(predictions).length + Object.keys(checks).length > 0;
  });
  const [kept, keep] = useState(true);
  if (!begun || !kept) return null;
  return (
    <p className="note">
      {t('This browser has answers to this lesson already, and goes on from there.')}{' '}
      <button
        type="button"
        onClick={() => {
          forgetProgress(lesson);
          keep(false);
        }}
      >
        {t('They are not mine: begin anew')}
      </button>
    </p>
  );
}

function LessonHandIn({ assignment, task, who }: Omit<Props, 'head'>) {
  const progress = useObservable(progressIn(task.lesson));
  const done = Object.keys(progress.predictions).length + Object.keys(progress.checks).length;
  const make = async () => {
    const id = idOf(assignment);
    const simulator = new BrowserSimulator();
    try {
      const [catalogue, engine] = await Promise.all([simulator.catalogue, simulator.engineVersion]);
      const atHand = await lessonAtHand(task, simulator, catalogue);
      if (atHand === null) throw new Error(t('The runs were cancelled.'));
      const work = await checkedAnew(atHand, workOf(progress), simulator);
      return await codeOf({ who, assignment: id, seed: seedOf(who, id), engine, work });
    } finally {
      simulator.dispose();
    }
  };
  return (
    <HandIn
      file={`${task.lesson}.txt`}
      of={done === 0 ? null : JSON.stringify(workOf(progress))}
      make={make}
      waits={t('It waits for your first prediction.')}
    />
  );
}
