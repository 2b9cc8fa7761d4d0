/**
 * The teacher's page for setting an assignment. Its address contains the whole draft, so a reload or a bookmark
 * restores it.
 */
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { rich } from '../../base/words/rich';
import { t, translated } from '../../base/words/words';
import { save } from '../../lab/export/save';
import { COURSE, LESSONS, lessonsToChoose } from '../../lessons/course';
import { replaceAddress } from '../../run/share/route';
import { fieldsOf } from '../../scenario/fields';
import { LinkField } from '../../ui/LinkField';
import { absolute } from '../../ui/root';
import {
  type Assignment,
  assignmentQuery,
  type BenchTask,
  type LessonTask,
  newSalt,
  pointsOf,
  withoutAnswers,
} from './assignment';
import { BenchTaskFields } from './BenchTaskFields';
import { BenchTaskView } from './BenchTaskView';
import { NumberBox } from './FieldRows';
import { type Problems, problemsOf } from './problems';
import { useBase } from './simulate';
import { seedOf } from './student';
import { Caveats, TaskSheet } from './TaskSheet';

interface Props {
  query: URLSearchParams;
  /** The assignment in the address, or null. */
  assignment: Assignment | null;
  /** The problem with the address, or ''. */
  problem: string;
  /** Called with each query that this page writes into the address. */
  onAddressChange(query: string): void;
}

/** The scenario of a new draft. */
const DEFAULT_QUERY = 'scenario=ahn-fig1-rr';

export function BuilderPage({ query, assignment, problem, onAddressChange }: Props) {
  const [draft, setDraft] = useState<Assignment>(
    () =>
      assignment ??
      lessonDraft(query.get('lesson')) ?? { title: '', due: '', task: benchTask(query), process: true },
  );
  const { task } = draft;
  // Keep the draft of the other kind, so that switching back and forth loses nothing.
  const [otherTask, setOtherTask] = useState<Assignment['task']>(() =>
    task.kind === 'bench' ? lessonTask(COURSE[0]?.name ?? '') : benchTask(new URLSearchParams(DEFAULT_QUERY)),
  );
  // A changed assignment is another one, with the new kind of link.
  const change = (next: Partial<Assignment>) => setDraft(({ old, ...before }) => ({ ...before, ...next }));
  const changeTask = (next: Partial<BenchTask> | Partial<LessonTask>) =>
    change({ task: { ...draft.task, ...next } as Assignment['task'] });
  const opened = useBase(task.kind === 'bench' ? task.base : '');
  const base = opened?.base ?? null;
  const problems = problemsOf(
    draft,
    base?.scenario ?? null,
    base ? fieldsOf(base.scenario, base.catalogue) : [],
  );
  const links = useLinks(draft, onAddressChange);
  const group = useId();
  // A lesson's link is ready from the start, so it comes first; a task's has to be made.
  const linkFirst = task.kind === 'lesson';
  const ready = problems.size === 0 && (task.kind === 'lesson' || base !== null);
  const gradeLink = { grade: (words: string) => <a href="#/grade">{words}</a> };
  const link = (
    <section className="assign-link" aria-label={t('The link')}>
      <h2>{t('The link')}</h2>
      {ready && links !== null ? (
        <>
          <LinkField label={t('For students')} address={links.task} opens={t('the assignment')} />
          {links.own !== null && <OwnLink address={links.own} title={draft.title} />}
          <p>
            {rich(
              '<grade>Grade the codes</grade> that you get back. Finish the assignment before you share the link: changing a single letter makes it another assignment, with other seeds.',
              { grade: (words) => <a href={links.grade}>{words}</a> },
            )}
          </p>
        </>
      ) : (
        <p className="wrong" role="status">
          {[...problems.values()][0] ?? opened?.failure ?? t('Loading the engine …')}
        </p>
      )}
    </section>
  );
  return (
    <main className="figure-page assign-page" id="content">
      <title>{t('Set a task · Vegas Lab')}</title>
      <header className="introduction">
        <h1>{t('Set a task')}</h1>
        {problem && (
          <p className="note" role="alert">
            {problem}
          </p>
        )}
        <p className="about">
          {task.kind === 'lesson'
            ? rich(
                'You get a link to share. Students work through the lesson and hand in a result code. <grade>The grading page</grade> repeats every run and plots what the class predicted.',
                gradeLink,
              )
            : rich(
                'You get a link to share. Each student’s name gives them their own runs. They hand in a result code, and <grade>the grading page</grade> repeats every run.',
                gradeLink,
              )}
        </p>
      </header>
      {linkFirst && link}
      <form className="task-form" onSubmit={(event) => event.preventDefault()}>
        <fieldset className="layout-choice">
          <legend className="visually-hidden">{t('Kind of task')}</legend>
          {(['bench', 'lesson'] as const).map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name={group}
                checked={task.kind === kind}
                onChange={() => {
                  setOtherTask(task);
                  change({ task: otherTask });
                }}
              />
              {kind === 'bench' ? t('A task on the bench') : t('A lesson')}
            </label>
          ))}
        </fieldset>
        <TextFields {...{ draft, change, changeTask, problems }} />
        {task.kind === 'lesson' ? (
          <LessonFields {...{ task, problems }} change={changeTask} />
        ) : (
          <BenchTaskFields
            {...{ task, problems, base }}
            change={changeTask}
            failure={opened?.failure ?? ''}
            sealed={draft.seal !== undefined}
          />
        )}
        <OptionField
          legend={t('How the work went')}
          label={t('Codes also report the time, the tries and changed answers')}
          words={t(
            'The student’s browser counts them, so they’re claims: a student can change them. They show a code that appeared without any work, if nobody took care to hide that. Students see what their code reports.',
          )}
          value={draft.process}
          change={(process) => change({ process })}
        />
        <OptionField
          legend={t('When the work begins')}
          label={t('Students type a word that you give them then')}
          words={t(
            'Seeds and drawn values follow from it, so nobody can prepare a run before. The word isn’t in the link: say it in class, and type it on the grading page.',
          )}
          value={draft.word}
          change={(word) => change({ word })}
        />
        {task.kind === 'bench' && (
          <OptionField
            legend={t('Answers')}
            label={t('Students see neither goals nor what readings are compared with')}
            words={t(
              'The students’ link leaves these answers out. Your own link has them: without it, nobody can give points. It stops a student or a program from trying until the page says “reached”, but not from working out what you may ask.',
            )}
            value={draft.seal && true}
            change={(sealed) => change({ seal: sealed && ['salt', newSalt()] })}
          />
        )}
      </form>
      {!linkFirst && link}
      {ready && <Preview draft={draft} />}
      <Caveats />
    </main>
  );
}

function lessonTask(lesson: string): LessonTask {
  return { kind: 'lesson', lesson, words: '', points: LESSON_POINTS };
}

/** Points of a lesson in a new draft. */
const LESSON_POINTS = 10;

/** A draft that is ready to hand out; null if there is no such lesson. */
function lessonDraft(name: string | null): Assignment | null {
  const about = LESSONS.find((one) => one.name === name);
  return about === undefined
    ? null
    : { title: translated(about.title), due: '', task: lessonTask(about.name), process: true };
}

/** A new task, without text and checks, with the scenario of a bench link. */
function benchTask(query: URLSearchParams): BenchTask {
  const base = new URLSearchParams(query);
  for (const name of ['with', 'v']) base.delete(name);
  return {
    kind: 'bench',
    base: base.toString() || DEFAULT_QUERY,
    words: '',
    free: [],
    drawn: [],
    panels: ['window', 'queue'],
    checks: [],
  };
}

interface Links {
  task: string;
  grade: string;
  /** The link that the teacher has to keep, because it has the sealed answers; null if none are sealed. */
  own: string | null;
}

function OwnLink({ address, title }: { address: string; title: string }) {
  return (
    <LinkField
      label={t('For you, with the answers')}
      address={address}
      opens={t('grading, with the answers')}
    >
      <button type="button" onClick={() => save(fileNameOf(title), 'text/plain', [`${address}\n`])}>
        {t('Save as a file')}
      </button>
    </LinkField>
  );
}

function fileNameOf(title: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 80) || 'task'}-answers.txt`;
}

/** Returns a draft's links for students and for grading. Also updates the page's address. */
function useLinks(draft: Assignment, onAddressChange: Props['onAddressChange']): Links | null {
  const notifyAddressChange = useEffectEvent(onAddressChange);
  const [links, setLinks] = useState<(Links & { draft: Assignment }) | null>(null);
  useEffect(() => {
    let cancelled = false;
    const shown = withoutAnswers(draft);
    void Promise.all([assignmentQuery(draft), assignmentQuery(shown)]).then(([query, task]) => {
      if (cancelled) return;
      const grade = absolute(`#/grade?${query}`);
      setLinks({ draft, task: absolute(`#/task?${task}`), grade, own: shown === draft ? null : grade });
      notifyAddressChange(query.toString());
      replaceAddress(`#/assign?${query}`);
    });
    return () => {
      cancelled = true;
    };
  }, [draft]);
  return links?.draft === draft ? links : null;
}

interface TextFieldsProps {
  draft: Assignment;
  change(next: Partial<Assignment>): void;
  changeTask(next: { words: string }): void;
  problems: Problems;
}

function TextFields({ draft, change, changeTask, problems }: TextFieldsProps) {
  return (
    <div className="task-form-words">
      <label>
        {t('Title')}{' '}
        <input
          type="text"
          value={draft.title}
          maxLength={120}
          aria-invalid={problems.has('title')}
          onChange={({ target }) => change({ title: target.value })}
        />
      </label>
      <label>
        {t('Due, in your words')}{' '}
        <input
          type="text"
          value={draft.due}
          maxLength={120}
          placeholder={t('Friday, 12:00')}
          onChange={({ target }) => change({ due: target.value })}
        />
      </label>
      <label className="task-form-wide">
        {t('The task, in your words')}{' '}
        <textarea
          rows={4}
          value={draft.task.words}
          maxLength={4000}
          onChange={({ target }) => changeTask({ words: target.value })}
        />
      </label>
    </div>
  );
}

interface OptionProps {
  legend: string;
  label: string;
  /** An explanation. */
  words: string;
  value: true | undefined;
  change(value: true | undefined): void;
}

/** Asks whether an assignment uses one of its options. */
function OptionField({ legend, label, words, value, change }: OptionProps) {
  return (
    <fieldset className="task-form-part">
      <legend>{legend}</legend>
      <label>
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => change(target.checked ? true : undefined)}
        />{' '}
        {label}
      </label>
      <p className="words">{words}</p>
    </fieldset>
  );
}

interface LessonProps {
  task: LessonTask;
  problems: Problems;
  change(next: Partial<LessonTask>): void;
}

function LessonFields({ task, problems, change }: LessonProps) {
  return (
    <fieldset className="task-form-part">
      <legend>{t('Lesson')}</legend>
      <div className="task-form-parts">
        <label>
          {t('Lesson')}{' '}
          <select value={task.lesson} onChange={({ target }) => change({ lesson: target.value })}>
            {lessonsToChoose(task.lesson).map(({ name, number, title }) => (
              <option key={name} value={name}>
                {number}. {translated(title)}
              </option>
            ))}
          </select>
        </label>
        <NumberBox
          label={t('points')}
          value={task.points}
          change={(points) => change({ points: points ?? 0 })}
        />
      </div>
      {problems.has('points') && <p className="wrong">{problems.get('points')}</p>}
      <p className="words">
        {t(
          'In a lesson, all students see the same runs, because its text is proved for those seeds. The code contains what differs: their predictions, answers and settings. Grading repeats each run that a check needs. The score is the share of predictions made and tasks done. Wrong predictions cost nothing, and skipped ones don’t count.',
        )}
      </p>
    </fieldset>
  );
}

/** The student's name in the preview. The seed depends on it. */
const SAMPLE_NAME = 'Sample Student';

function Preview({ draft }: { draft: Assignment }) {
  const heading = useId();
  const { task } = draft;
  return (
    <section className="assign-preview" aria-labelledby={heading}>
      <h2 id={heading}>{t('What students see')}</h2>
      <div className="preview-frame">
        <TaskSheet assignment={withoutAnswers(draft)} nested />
        {task.kind === 'lesson' ? (
          <p>
            {rich(
              'The whole lesson <lesson>{title}</lesson>, followed by the code to hand in. {points} points.',
              {
                lesson: (words) => <a href={`lessons/${task.lesson}/`}>{words}</a>,
                title: translated(LESSONS.find(({ name }) => name === task.lesson)?.title ?? task.lesson),
                points: pointsOf(draft),
              },
            )}
          </p>
        ) : (
          <RunPreview draft={draft} />
        )}
      </div>
    </section>
  );
}

/** The task without its text, so that editing the text doesn't start the run again. */
function RunPreview({ draft }: { draft: Assignment }) {
  const shown = withoutAnswers(draft);
  const key = JSON.stringify({ ...shown.task, words: '' });
  const stableTask = useMemo(() => JSON.parse(key) as BenchTask, [key]);
  // The seed doesn't depend on the assignment, so that the run stays while the teacher edits the text.
  const seed = seedOf(SAMPLE_NAME, '');
  return <BenchTaskView assignment={draft} task={stableTask} who={SAMPLE_NAME} seed={seed} preview />;
}
