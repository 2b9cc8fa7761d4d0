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
import { t } from '../words/words';
import { type Assignment, type BenchTask, idOf } from './assignment';
import { controlOf, drawnChanges, givenTo } from './given';
import { HandIn } from './HandIn';
import { seedOf } from './identity';
import { markOf } from './judge';
import { comparable, keepTask, keptTask } from './keptTask';
import { type BenchWork, codeOf } from './result';
import { TaskChecks } from './TaskChecks';
import { type Base, useBase } from './useBase';

interface Props {
  assignment: Assignment;
  task: BenchTask;
  who: string;
  /** True in the teacher's preview, which stores nothing. */
  preview?: boolean;
}

export function BenchTaskView(props: Props) {
  const opened = useBase(props.task.base);
  if (opened === null) return <p className="task-waiting">{t('The engine is loading.')}</p>;
  if (opened.base === null)
    return (
      <p className="note" role="alert">
        {t('The scenario of this assignment could not be opened. {failure}', { failure: opened.failure })}
      </p>
    );
  return <LoadedTask {...props} base={opened.base} />;
}

const EXPERIMENT = 'task';
const ARM = 'mine';

function LoadedTask({ assignment, task, who, preview = false, base }: Props & { base: Base }) {
  const id = idOf(assignment);
  // A preview keeps its run while the teacher edits the task's text.
  const seed = seedOf(who, preview ? '' : id);
  const given = useMemo(() => givenTo(base.scenario, task, seed), [base, task, seed]);
  const [earlier] = useState(() => (preview ? null : keptTask(id, who)));
  const [answers, setAnswers] = useState<Readonly<Record<number, string>>>(earlier?.answers ?? {});
  const experiment = useMemo(() => experimentOf(task, given), [task, given]);
  const session = useMemo(() => sessionOf(experiment), [experiment]);
  const run = useObservable(session.experimentStates).get(EXPERIMENT)?.mine.get(ARM) ?? null;
  const changes = useMemo(
    () => run && changesBetween(given, comparable(run.scenario, given), base.catalogue),
    [run, given, base],
  );
  useEffect(() => {
    if (changes !== null && !preview) keepTask(id, who, { changes, answers });
  }, [id, who, changes, answers, preview]);
  const heading = useId();
  return (
    <>
      <section className="experiment task-run" aria-labelledby={heading}>
        <h2 id={heading}>{experiment.title}</h2>
        <p className="look">{experiment.look}</p>
        <Boundary name={t('The run')}>
          <LessonSessionProvider value={session}>
            <RunView id={EXPERIMENT} experiment={experiment} heading={heading} resume={earlier?.changes} />
          </LessonSessionProvider>
        </Boundary>
      </section>
      <TaskChecks {...{ task, given, run, answers, setAnswers }} />
      {!preview && (
        <HandIn
          file={fileName(assignment, who)}
          of={changes && run?.summary ? JSON.stringify([changes, run.summary.digest, answers]) : null}
          make={async () => {
            if (run?.summary == null || changes === null) throw unfinished();
            const work = workOf(task, run, changes, answers);
            const { engine_version: engine } = run.summary;
            return await codeOf({ who, assignment: id, seed, engine, work });
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
  if (summary === null) throw unfinished();
  const measures = measuresOf(scenario);
  const answers = task.checks.map((check, place) =>
    check.kind === 'reach' ? markOf(check, null, summary, measures).passed : readAnswer(typed[place]),
  );
  return { kind: 'bench', changes, digest: summary.digest, answers };
}

function unfinished(): Error {
  return new Error(t('The run has not come to its end.'));
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
        ? t('What you may change stands here; all else is as it was given to you.')
        : t('It is as it was given to you.'),
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

/** A visit of a lesson that is nothing but this experiment. */
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
  };
  return new LessonSession({ about, lesson, Text: () => null });
}

function fileName({ title }: Assignment, who: string): string {
  const plain = `${title} ${who}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 80) || 'result'}.txt`;
}
