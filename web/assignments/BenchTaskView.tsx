/** The student's view of a bench task: the run with its free fields, the checks, and the code to hand in. */
import { useEffect, useId, useMemo, useState } from 'react';
import { useObservable } from '../base/observable';
import type { Scenario } from '../engine/schema';
import { RunView } from '../lessons/experiment/RunView';
import type { RunExperiment } from '../lessons/lesson';
import { LessonSession, LessonSessionProvider } from '../lessons/lessonSession';
import type { Run } from '../run/trace';
import { changesBetween } from '../scenario/changes';
import { placeInWords } from '../scenario/describe';
import { measuresOf } from '../sweep/measures';
import { Boundary } from '../ui/Boundary';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import { type Assignment, type BenchTask, idOf, type TaskCheck } from './assignment';
import { checkInWords, judgeCheck, type Mark } from './examine';
import { codeOf } from './packedTask';
import { countTry, keepFirst, openCourse, processOf } from './process';
import type { BenchWork } from './result';
import { type TaskBase, useBase } from './simulate';
import {
  controlOf,
  drawnChanges,
  savedTask,
  saveTask,
  seedOf,
  studentScenario,
  withRecordingOf,
} from './student';
import { HandIn } from './TaskSheet';
import './TaskPage.css';
import '../lessons/parts/parts.css';

interface Props {
  assignment: Assignment;
  task: BenchTask;
  who: string;
  /** True in the teacher's preview, which stores nothing. */
  preview?: boolean;
}

export function BenchTaskView(props: Props) {
  const opened = useBase(props.task.base);
  if (opened === null) return <p className="task-waiting">{t('Loading the engine …')}</p>;
  if (opened.base === null)
    return (
      <p className="note" role="alert">
        {t('This assignment’s scenario couldn’t be opened. {failure}', { failure: opened.failure })}
      </p>
    );
  return <LoadedTask {...props} base={opened.base} />;
}

const EXPERIMENT = 'task';
const ARM = 'mine';

function LoadedTask({ assignment, task, who, preview = false, base }: Props & { base: TaskBase }) {
  const id = idOf(assignment);
  // The seed of a preview doesn't depend on the assignment, so that its run stays while the teacher edits the text.
  const seed = seedOf(who, preview ? '' : id);
  const given = useMemo(() => studentScenario(base.scenario, task, seed), [base, task, seed]);
  const [saved] = useState(() => (preview ? null : savedTask(id, who)));
  const [answers, setAnswers] = useState<Readonly<Record<number, string>>>(saved?.answers ?? {});
  const experiment = useMemo(() => experimentOf(task, given), [task, given]);
  const session = useMemo(() => sessionOf(experiment), [experiment]);
  const run = useObservable(session.experimentStates).get(EXPERIMENT)?.mine.get(ARM) ?? null;
  const changes = useMemo(
    () => run && changesBetween(given, withRecordingOf(run.scenario, given), base.catalogue),
    [run, given, base],
  );
  useEffect(() => {
    if (changes !== null && !preview) saveTask(id, who, { changes, answers });
  }, [id, who, changes, answers, preview]);
  const followed = assignment.process === true && !preview;
  const digest = run?.summary?.digest;
  useEffect(() => {
    if (followed) openCourse(id, who);
  }, [followed, id, who]);
  useEffect(() => {
    if (followed && digest !== undefined) countTry(id, who, 'run');
  }, [followed, id, who, digest]);
  const heading = useId();
  return (
    <>
      <section className="experiment task-run" aria-labelledby={heading}>
        <h2 id={heading}>{experiment.title}</h2>
        <p className="look">{experiment.look}</p>
        <Boundary name={t('The run')}>
          <LessonSessionProvider value={session}>
            <RunView id={EXPERIMENT} experiment={experiment} heading={heading} resume={saved?.changes} />
          </LessonSessionProvider>
        </Boundary>
      </section>
      <TaskChecks {...{ task, given, run, answers, setAnswers }} />
      {!preview && (
        <HandIn
          assignment={assignment}
          file={fileName(assignment, who)}
          work={changes && run?.summary ? JSON.stringify([changes, run.summary.digest, answers]) : null}
          make={async () => {
            if (run?.summary == null || changes === null) throw unfinishedError();
            const work = workOf(task, run, changes, answers);
            const { engine_version: engine } = run.summary;
            const result = { who, assignment: id, seed, engine, work };
            if (!followed) return await codeOf(result, task);
            // A reading is typed letter by letter, so the first one is that of the first code.
            const readings = Object.fromEntries(
              work.answers.flatMap((answer, index) =>
                typeof answer === 'number' ? [[String(index), answer]] : [],
              ),
            );
            keepFirst(id, who, readings);
            return await codeOf({ ...result, process: processOf(id, who, readings) }, task);
          }}
        />
      )}
    </>
  );
}

function workOf(
  task: BenchTask,
  run: Run,
  changes: BenchWork['changes'],
  typed: Readonly<Record<number, string>>,
): BenchWork {
  const { summary, scenario } = run;
  if (summary === null) throw unfinishedError();
  const measures = measuresOf(scenario);
  const answers = task.checks.map((check, index) =>
    check.kind === 'reach' ? judgeCheck(check, null, summary, measures).passed : readAnswer(typed[index]),
  );
  return { kind: 'bench', changes, digest: summary.digest, answers };
}

function unfinishedError(): Error {
  return new Error(t('The run hasn’t finished.'));
}

/** Parses a number with a decimal comma or point; null if it isn't a number. */
export function readAnswer(typed = ''): number | null {
  const value = Number(typed.trim().replace(',', '.'));
  return typed.trim() !== '' && Number.isFinite(value) ? value : null;
}

function experimentOf(task: BenchTask, given: Scenario): RunExperiment {
  const figures = task.checks.flatMap((check) => (check.kind === 'reach' ? [check.measure] : []));
  return {
    kind: 'runs',
    title: t('Your run'),
    look:
      task.free.length > 0
        ? t('You can change the fields below. Everything else is fixed.')
        : t('The scenario is fixed.'),
    arms: {
      [ARM]: {
        label: t('your run'),
        link: task.base,
        set: Object.fromEntries(drawnChanges(task, given.seed)),
      },
    },
    panels: task.panels,
    ...(task.free.length > 0 && {
      controls: task.free.map((one) => ({ ...controlOf(one), label: placeInWords(one.path, given) })),
    }),
    figures: [...new Set(figures)],
  };
}

/** A session of a lesson that consists of this experiment only. */
function sessionOf(experiment: RunExperiment): LessonSession {
  const about = {
    name: 'assignment',
    number: 0,
    title: '',
    question: '',
    minutes: 0,
    objectives: [],
    builds_on: [],
    sources: [],
  };
  const lesson = {
    experiments: { [EXPERIMENT]: experiment },
    predictions: {},
    checks: {},
    claims: {},
    beside: [],
    steps: {},
  };
  return new LessonSession({ about, lesson, Text: () => null, language: {} });
}

function fileName({ title }: Assignment, who: string): string {
  const plain = `${title} ${who}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 80) || 'result'}.txt`;
}

interface TaskChecksProps {
  task: BenchTask;
  given: Scenario;
  /** The student's run, or null until it finishes. */
  run: Run | null;
  answers: Readonly<Record<number, string>>;
  setAnswers(answers: Readonly<Record<number, string>>): void;
}

/** The task's checks with their results, and inputs for values that the student reads off. */
export function TaskChecks({ task, given, run, answers, setAnswers }: TaskChecksProps) {
  if (task.checks.length === 0) return null;
  return (
    <section className="task-checks" aria-label={t('Tasks')}>
      <h2>{t('Tasks')}</h2>
      <ol>
        {task.checks.map((check, index) => {
          const key = `${index} ${check.kind} ${check.measure}`;
          return check.kind === 'reach' ? (
            <ReachCheck key={key} {...{ check, given, run }} />
          ) : (
            <ReadCheck
              key={key}
              {...{ check, given }}
              answer={answers[index] ?? ''}
              onAnswer={(answer) => setAnswers({ ...answers, [index]: answer })}
            />
          );
        })}
      </ol>
    </section>
  );
}

function ReachCheck({ check, given, run }: { check: TaskCheck; given: Scenario; run: Run | null }) {
  const measures = measuresOf(given);
  const mark = run?.summary ? judgeCheck(check, null, run.summary, measures) : null;
  const state = mark === null ? 'waiting' : mark.passed ? 'passed' : 'failed';
  return (
    <li data-check={state}>
      <p>
        {t('Goal for your run: {figure}.', { figure: checkInWords(check, measures) })}{' '}
        <Points check={check} />
      </p>
      <p className="verdict" role="status">
        {mark === null ? t('Waiting for the run.') : <Verdict mark={mark} />}
      </p>
    </li>
  );
}

function Verdict({ mark }: { mark: Mark }) {
  const values = { b: (words: string) => <b>{words}</b>, found: mark.words() };
  return mark.passed ? rich('<b>✓ Reached:</b> {found}', values) : rich('<b>≠ Not yet:</b> {found}', values);
}

interface ReadProps {
  check: TaskCheck;
  given: Scenario;
  answer: string;
  onAnswer(answer: string): void;
}

function ReadCheck({ check, given, answer, onAnswer }: ReadProps) {
  const measures = measuresOf(given);
  const question = useId();
  const unit = measures.find(({ name }) => name === check.measure)?.unit;
  return (
    <li>
      <p id={question}>
        {checkInWords(check, measures)} <Points check={check} />
      </p>
      <p className="read-off">
        <input
          type="text"
          inputMode="decimal"
          value={answer}
          aria-labelledby={question}
          onChange={(event) => onAnswer(event.target.value)}
        />{' '}
        {unit}
      </p>
    </li>
  );
}

function Points({ check: { points } }: { check: TaskCheck }) {
  return points > 0 ? <span className="unit">{plural(points, '({n} point)', '({n} points)')}</span> : null;
}
