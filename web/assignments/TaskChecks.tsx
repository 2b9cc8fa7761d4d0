/** The task's checks with their results, and inputs for values that the student reads off. */
import { useId } from 'react';
import type { Scenario } from '../engine/schema';
import type { Run } from '../run/trace';
import { measuresOf } from '../sweep/measures';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import type { BenchTask, TaskCheck } from './assignment';
import { askedIn, type Mark, markOf } from './judge';
import './TaskPage.css';
import '../lessons/parts/parts.css';

interface Props {
  task: BenchTask;
  given: Scenario;
  /** The student's run, or null until it finishes. */
  run: Run | null;
  answers: Readonly<Record<number, string>>;
  setAnswers(answers: Readonly<Record<number, string>>): void;
}

export function TaskChecks({ task, given, run, answers, setAnswers }: Props) {
  if (task.checks.length === 0) return null;
  return (
    <section className="task-checks" aria-label={t('What is asked')}>
      <h2>{t('What is asked')}</h2>
      <ol>
        {task.checks.map((check, place) => {
          const key = `${place} ${check.kind} ${check.measure}`;
          return check.kind === 'reach' ? (
            <Reach key={key} {...{ check, given, run }} />
          ) : (
            <Read
              key={key}
              {...{ check, given }}
              answer={answers[place] ?? ''}
              give={(answer) => setAnswers({ ...answers, [place]: answer })}
            />
          );
        })}
      </ol>
    </section>
  );
}

function Reach({ check, given, run }: { check: TaskCheck; given: Scenario; run: Run | null }) {
  const measures = measuresOf(given);
  const mark = run?.summary ? markOf(check, null, run.summary, measures) : null;
  const state = mark === null ? 'waiting' : mark.passed ? 'passed' : 'failed';
  return (
    <li data-check={state}>
      <p>
        {t('Bring your run to this: {figure}.', { figure: askedIn(check, measures) })}{' '}
        <Points check={check} />
      </p>
      <p className="verdict" role="status">
        {mark === null ? t('Waits for the run.') : <Verdict mark={mark} />}
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
  give(answer: string): void;
}

function Read({ check, given, answer, give }: ReadProps) {
  const measures = measuresOf(given);
  const question = useId();
  const unit = measures.find(({ name }) => name === check.measure)?.unit;
  return (
    <li>
      <p id={question}>
        {askedIn(check, measures)} <Points check={check} />
      </p>
      <p className="read-off">
        <input
          type="text"
          inputMode="decimal"
          value={answer}
          aria-labelledby={question}
          onChange={(event) => give(event.target.value)}
        />{' '}
        {unit}
      </p>
    </li>
  );
}

function Points({ check: { points } }: { check: TaskCheck }) {
  return points > 0 ? <span className="unit">{plural(points, '({n} point)', '({n} points)')}</span> : null;
}
