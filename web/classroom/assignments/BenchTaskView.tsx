/** The student's view of a bench task: the run with its free fields, the checks, and the code to hand in. */
import { useEffect, useId, useMemo, useState } from 'react';
import { Observable, useObservable } from '../../base/observable';
import { readReading } from '../../base/words/reading';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { StorageNotice } from '../../lab/export/StorageNotice';
import { queryOf } from '../../lessons/arms';
import { RunView } from '../../lessons/experiment/RunView';
import { experimentSession } from '../../lessons/experimentSession';
import type { RunExperiment } from '../../lessons/lesson';
import { LessonSessionProvider } from '../../lessons/lessonSession';
import { type Measure, measuresOf } from '../../run/measures';
import type { DisplayUnit } from '../../run/metrics';
import type { Run } from '../../run/trace';
import { changesBetween } from '../../scenario/changes';
import { pathInWords } from '../../scenario/describe';
import { fieldsOf } from '../../scenario/fields';
import { fullName } from '../../sweep/vocabulary';
import { Boundary } from '../../ui/Boundary';
import { ReadingInput } from '../../ui/ReadingInput';
import { absolute } from '../../ui/root';
import { type Assignment, type BenchTask, idOf, type TaskCheck } from './assignment';
import { benchHandIn } from './benchHandIn';
import { asksFor, checkInWords, judgeCheck, type Mark, NO_UNIT, readingUnitOf } from './examine';
import { countTry, keepFirst, openCourse, processOf } from './process';
import type { BenchWork } from './result';
import { changesAsText, changesIn, NO_WORK, type SavedTask, savedTask } from './savedTask';
import { BrowserSimulator, type TaskBase, useBase } from './simulate';
import { controlOf, drawnChanges, studentScenario, withRecordingOf } from './student';
import { HandIn } from './TaskSheet';
import './TaskPage.css';
import '../../lessons/parts/parts.css';

interface Props {
  assignment: Assignment;
  task: BenchTask;
  who: string;
  /** The student's seed. */
  seed: number;
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
const LESSON = { name: 'assignment', title: '', id: EXPERIMENT };
const ARM = 'mine';

function LoadedTask({ assignment, task, who, seed, preview = false, base }: Props & { base: TaskBase }) {
  const id = idOf(assignment);
  const given = useMemo(() => studentScenario(base.scenario, task, seed), [base, task, seed]);
  const [work] = useState(() => (preview ? null : savedTask(id, who)));
  const [unsaved] = useState(() => new Observable(NO_WORK));
  const saved = useObservable<SavedTask>(work ?? unsaved);
  const { answers } = saved;
  const setAnswers = (next: SavedTask['answers']) => (work ?? unsaved).set({ ...saved, answers: next });
  /** The changes that this page has stored last or begun with, and how often it has begun. */
  const [{ own, begun }, setOwn] = useState({ own: saved.changes, begun: 0 });
  const experiment = useMemo(() => experimentOf(task, given, base.catalogue), [task, given, base]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: no run is left of the settings before
  const session = useMemo(() => experimentSession(experiment, LESSON), [experiment, begun]);
  const run = useObservable(session.experimentStates).get(EXPERIMENT)?.mine.get(ARM) ?? null;
  const changes = useMemo(
    () => run && changesBetween(given, withRecordingOf(run.scenario, given), base.catalogue),
    [run, given, base],
  );
  const mine = changes && changesAsText(changes);
  useEffect(() => {
    // Another tab's changes stay until the student decides.
    if (work === null || mine === null || mine === own || work.value.changes !== own) return;
    setOwn({ own: mine, begun });
    work.set({ ...work.value, changes: mine });
  }, [work, mine, own, begun]);
  const followed = assignment.process === true && !preview;
  const digest = run?.summary?.digest;
  useEffect(() => {
    if (followed) openCourse(id, who);
  }, [followed, id, who]);
  useEffect(() => {
    if (followed && digest !== undefined) countTry(id, who, 'run', digest, true);
  }, [followed, id, who, digest]);
  const heading = useId();
  return (
    <>
      <section className="experiment task-run" aria-labelledby={heading}>
        <h2 id={heading}>{experiment.title}</h2>
        <p className="look">{experiment.look}</p>
        {saved.changes !== own && (
          <div className="note" role="alert">
            <p>{t('Another tab has changed the settings of this run.')}</p>
            <p className="ask-actions">
              <button type="button" onClick={() => setOwn({ own: saved.changes, begun: begun + 1 })}>
                {t('Use the other tab’s settings')}
              </button>
              <button type="button" onClick={() => setOwn({ own: saved.changes, begun })}>
                {t('Keep the settings here')}
              </button>
            </p>
          </div>
        )}
        <Boundary name={t('The run')}>
          <LessonSessionProvider value={session}>
            <RunView
              key={begun}
              id={EXPERIMENT}
              experiment={experiment}
              heading={heading}
              resume={changesIn(saved)}
            />
          </LessonSessionProvider>
        </Boundary>
      </section>
      <TaskChecks {...{ task, given, run, answers, setAnswers }} />
      {work && (
        <StorageNotice work={work} file={fileName(assignment, who)} text={() => asText(task, seed, saved)} />
      )}
      {!preview && (
        <HandIn
          assignment={assignment}
          file={fileName(assignment, who)}
          work={changes && run?.summary ? JSON.stringify([changes, run.summary.digest, answers]) : null}
          make={async () => {
            if (run?.summary == null || changes === null) throw unfinishedError();
            const work = workOf(task, run, changes, answers);
            const { engine_version: engine } = run.summary;
            // A reading is typed letter by letter, so the first one is that of the first code.
            const readings = Object.fromEntries(
              work.answers.flatMap((answer, index) =>
                typeof answer === 'number' ? [[String(index), answer]] : [],
              ),
            );
            if (followed) keepFirst(id, who, readings);
            const result = {
              ...{ who, assignment: id, seed, engine, work },
              ...(followed && { process: processOf(id, who, readings) }),
            };
            const simulator = new BrowserSimulator();
            try {
              const { code, missing } = await benchHandIn(assignment, result, simulator, base.catalogue);
              return { code, missing: [...unreadAnswers(task, measuresOf(given), answers), ...missing] };
            } finally {
              simulator.dispose();
            }
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
    asksFor(check) === 'reach'
      ? judgeCheck(check, null, summary, measures).passed
      : readAnswer(typed[index], unitOf(check, measures)),
  );
  return { kind: 'bench', changes, digest: summary.digest, answers };
}

/** Answers that aren't numbers, which the code therefore leaves out. */
export function unreadAnswers(
  { checks }: Pick<BenchTask, 'checks'>,
  measures: readonly Measure[],
  typed: Readonly<Record<number, string>>,
): string[] {
  return checks.flatMap((check, index) => {
    const answer = typed[index]?.trim() ?? '';
    if (asksFor(check) === 'reach' || answer === '' || readAnswer(answer, unitOf(check, measures)) !== null)
      return [];
    const question = checkInWords(check, measures);
    return t('The code leaves out your answer to “{question}”: “{answer}” isn’t a number.', {
      question,
      answer,
    });
  });
}

function unfinishedError(): Error {
  return new Error(t('The run hasn’t finished.'));
}

/** A number that was read off and typed, in the metric's stored unit; null if it isn't a number. */
export function readAnswer(typed = '', { unit, size }: DisplayUnit = NO_UNIT): number | null {
  const value = readReading(typed, unit);
  return Number.isFinite(value) ? Number((value * size).toPrecision(12)) : null;
}

function unitOf(check: TaskCheck, measures: readonly Measure[]): DisplayUnit {
  if (check.kind !== 'read') return NO_UNIT;
  return readingUnitOf(
    check.question,
    measures.find(({ name }) => name === check.measure),
    false,
  );
}

function experimentOf(task: BenchTask, given: Scenario, catalogue: Catalogue): RunExperiment {
  const fields = task.free.length > 0 ? fieldsOf(given, catalogue) : [];
  const nameOf = (path: string) => {
    const field = fields.find((one) => one.path === path);
    return field === undefined ? pathInWords(path, given) : fullName(field);
  };
  const metrics = task.checks.flatMap((check) => (check.kind === 'reach' ? [check.measure] : []));
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
      controls: task.free.map((one) => ({ ...controlOf(one), label: nameOf(one.path) })),
    }),
    metrics: [...new Set(metrics)],
  };
}

function fileName({ title }: Assignment, who: string): string {
  const plain = `${title} ${who}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 80) || 'result'}.txt`;
}

/** The run's address on the bench, and the typed answers. */
function asText(task: BenchTask, seed: number, saved: SavedTask): string {
  const set = Object.fromEntries([...drawnChanges(task, seed), ...changesIn(saved)]);
  const answers = Object.entries(saved.answers).map(([index, answer]) => `${Number(index) + 1}: ${answer}`);
  return [absolute(`#/bench?${queryOf({ label: '', link: task.base, set })}`), ...answers, ''].join('\n');
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
          const key = `${index} ${check.kind} ${check.kind === 'sealed' ? check.of : check.measure}`;
          return asksFor(check) === 'reach' ? (
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
  if (check.kind === 'sealed')
    return (
      <li data-check="sealed">
        <p>
          {checkInWords(check, measures)}. <Points check={check} />
        </p>
      </li>
    );
  const state = mark === null ? 'waiting' : mark.passed ? 'passed' : 'failed';
  return (
    <li data-check={state}>
      <p>
        {t('Goal for your run: {metric}.', { metric: checkInWords(check, measures) })}{' '}
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
  const { unit } = unitOf(check, measures);
  return (
    <li>
      <p id={question}>
        {checkInWords(check, measures)} <Points check={check} />
      </p>
      <p className="read-off">
        <ReadingInput typed={answer} unit={unit} aria-labelledby={question} onTyped={onAnswer} />
      </p>
    </li>
  );
}

function Points({ check: { points } }: { check: TaskCheck }) {
  return points > 0 ? <span className="unit">{plural(points, '({n} point)', '({n} points)')}</span> : null;
}
