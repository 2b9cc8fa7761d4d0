/** The student's page: a bench task or a lesson, and the code to hand in. */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useObservable } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { LESSONS, type OpenedLesson, openLesson } from '../../lessons/course';
import { forgetProgress, progressIn } from '../../lessons/progress';
import { StartOver } from '../../lessons/StartOver';
import { LessonPage } from '../LessonPage';
import { type Assignment, idOf, type LessonTask } from './assignment';
import { BenchTaskView } from './BenchTaskView';
import { loadLesson } from './grading';
import { lessonHandIn } from './lessonHandIn';
import { workOf } from './lessonWork';
import { followLesson, processOf, restartCourse } from './process';
import { lastName, lastWord, saveName, saveWord } from './savedTask';
import { BrowserSimulator } from './simulate';
import { displayName, nameKey, seedKey, seedOf } from './student';
import { HandIn, TaskSheet } from './TaskSheet';

interface Props {
  /** Null if the address contains no assignment. */
  assignment: Assignment | null;
  /** The problem with the address, or ''. */
  problem: string;
}

export function TaskPage({ assignment, problem }: Props) {
  if (assignment === null)
    return (
      <main className="figure-page task-page" id="content">
        <title>{t('Assignment · Vegas Lab')}</title>
        <header className="task-sheet">
          <h1>{t('Assignment')}</h1>
        </header>
        <p className="note" role="alert">
          {problem || t('This address contains no assignment. Ask your teacher for the link.')}
        </p>
      </main>
    );
  return <OpenTask key={idOf(assignment)} assignment={assignment} />;
}

function OpenTask({ assignment }: { assignment: Assignment }) {
  const id = idOf(assignment);
  const [who, setWho] = useState(() => lastName(id));
  const [word, setWord] = useState(() => (assignment.word ? lastWord(id) : ''));
  const begin = (name: string, given: string) => {
    saveName(id, name);
    saveWord(id, given);
    setWho(name);
    setWord(given);
  };
  const seed = seedOf(who, seedKey(id, word));
  const head = (
    <>
      <title>{t('{title} · Vegas Lab', { title: assignment.title || t('Assignment') })}</title>
      <TaskSheet assignment={assignment} />
      {who === '' ? (
        <NameForm asksWord={assignment.word === true} begin={begin} />
      ) : (
        <p className="task-who">
          {rich('You are <b>{who}</b>; your seed is <seed>{number}</seed>.', {
            b: (words) => <b>{words}</b>,
            who,
            seed: (words) => <b data-seed>{words}</b>,
            number: seed,
          })}{' '}
          {word !== '' &&
            rich('Your teacher’s word is <b>{word}</b>.', { b: (words) => <b>{words}</b>, word })}{' '}
          <button type="button" className="quiet" onClick={() => begin('', '')}>
            {t('I’m someone else')}
          </button>
        </p>
      )}
    </>
  );
  const { task } = assignment;
  if (task.kind === 'lesson') return <LessonTaskView key={who} {...{ assignment, task, who, seed, head }} />;
  return (
    <main className="figure-page task-page" id="content">
      {head}
      {who !== '' && <BenchTaskView key={`${who} ${seed}`} {...{ assignment, task, who, seed }} />}
    </main>
  );
}

interface NameProps {
  /** True if the assignment asks for the teacher's word. */
  asksWord: boolean;
  begin(name: string, word: string): void;
}

function NameForm({ asksWord, begin }: NameProps) {
  const [typed, setTyped] = useState('');
  const [word, setWord] = useState('');
  const isReady = nameKey(typed) !== '' && (!asksWord || nameKey(word) !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) begin(displayName(typed), asksWord ? displayName(word) : '');
  };
  return (
    <form className="task-name" onSubmit={submit}>
      <label>
        {t('Your name or number')}{' '}
        <input
          type="text"
          value={typed}
          maxLength={80}
          autoComplete="name"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {asksWord && (
        <label>
          {t('The word that your teacher gave')}{' '}
          <input
            type="text"
            value={word}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setWord(event.target.value)}
          />
        </label>
      )}
      <button type="submit" className="primary" disabled={!isReady}>
        {t('Start')}
      </button>
      <p className="words">
        {t(
          'Use the name that your teacher knows. It determines your runs, so they differ from your neighbor’s. Your work stays in this browser and in the code you hand in. The lab sends nothing.',
        )}
      </p>
    </form>
  );
}

interface LessonTaskProps {
  assignment: Assignment;
  task: LessonTask;
  who: string;
  seed: number;
  /** Content above the lesson. */
  head: ReactNode;
}

function LessonTaskView({ assignment, task, who, seed, head }: LessonTaskProps) {
  const [opened, setOpened] = useState<OpenedLesson | null>(null);
  useEffect(() => {
    let cancelled = false;
    void openLesson(task.lesson).then((one) => cancelled || setOpened(one));
    return () => {
      cancelled = true;
    };
  }, [task.lesson]);
  const id = idOf(assignment);
  useEffect(() => {
    if (who === '' || !assignment.process) return undefined;
    return followLesson(id, who, task.lesson);
  }, [id, who, assignment.process, task.lesson]);
  const known = LESSONS.some(({ name }) => name === task.lesson);
  if (who === '' || opened === null)
    return (
      <main className="figure-page task-page" id="content">
        {head}
        {!known && (
          <p className="note" role="alert">
            {t('Vegas Lab has no lesson called {name}.', { name: task.lesson })}
          </p>
        )}
      </main>
    );
  return (
    <>
      <section className="figure-page task-page" aria-label={t('Assignment')}>
        {head}
        <EarlierAnswers
          lesson={task.lesson}
          restart={() => (assignment.process ? restartCourse(id, who) : () => undefined)}
        />
      </section>
      <LessonPage opened={opened} />
      <div className="figure-page task-page">
        <LessonHandIn {...{ assignment, task, who, seed }} />
      </div>
    </>
  );
}

/** Offers to delete earlier answers, because the browser stores progress by lesson, not by student. `restart` returns its undo. */
function EarlierAnswers({ lesson, restart }: { lesson: string; restart(): () => void }) {
  const progress = progressIn(lesson);
  const { predictions, checks } = useObservable(progress);
  const begun = Object.keys(predictions).length + Object.keys(checks).length > 0;
  const [hadAnswers] = useState(begun);
  /** Undoes what else erasing has done; null if nothing is erased. */
  const [undo, setUndo] = useState<(() => void) | null>(null);
  if (!hadAnswers) return null;
  const forget = () => {
    forgetProgress(lesson);
    const back = restart();
    setUndo(() => back);
  };
  return (
    <p className="note">
      {undo === null && t('This browser already has answers to this lesson. You continue from there.')}{' '}
      <StartOver
        progress={progress}
        begun={begun && undo === null}
        hides
        forget={forget}
        onUndo={() => {
          undo?.();
          setUndo(null);
        }}
        label={t('They aren’t mine: start over')}
      />
    </p>
  );
}

function LessonHandIn({ assignment, task, who, seed }: Omit<LessonTaskProps, 'head'>) {
  const progress = useObservable(progressIn(task.lesson));
  const done = Object.keys(progress.predictions).length + Object.keys(progress.checks).length;
  const make = async () => {
    const id = idOf(assignment);
    const simulator = new BrowserSimulator();
    try {
      const [catalogue, engine] = await Promise.all([simulator.catalogue, simulator.engineVersion]);
      const loaded = await loadLesson(task, simulator, catalogue);
      if (loaded === null) throw new Error(t('The runs were canceled.'));
      const answers = Object.fromEntries(
        Object.entries(progress.predictions).map(([name, { answer }]) => [name, answer]),
      );
      const head = {
        ...{ who, assignment: id, seed, engine },
        ...(assignment.process && { process: processOf(id, who, answers) }),
      };
      return await lessonHandIn(loaded, progress, head, simulator);
    } finally {
      simulator.dispose();
    }
  };
  return (
    <HandIn
      assignment={assignment}
      file={`${task.lesson}.txt`}
      work={done === 0 ? null : JSON.stringify(workOf(progress))}
      make={make}
      waitingNote={t('Make your first prediction to get a code.')}
    />
  );
}
