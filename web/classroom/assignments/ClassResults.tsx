/** A class at a glance, without names: how many students have handed in, and how many reached each check. */
import { useId } from 'react';
import { formatCount, formatPlain } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { measuresOf } from '../../run/measures';
import { Marked } from '../../ui/InEnglish';
import { type Assignment, pointsOf } from './assignment';
import { checkInWords } from './examine';
import { type GradingResult, type Row, scoreOf } from './grading';
import type { GradingState } from './gradingSession';
import './ClassResults.css';

export function ClassResults({ session }: { session: GradingState }) {
  const heading = useId();
  const { assignment, graded } = session;
  if (assignment === null || graded === null) return null;
  const counted = [...graded.counted.values()].flatMap((index) => graded.rows[index] ?? []);
  const scores = counted.flatMap((row) => scoreOf(row) ?? []);
  const { classList } = graded;
  const others = classList?.others ?? 0;
  const points = pointsOf(assignment);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const counts: [value: string, label: string][] = [
    [
      classList === null
        ? formatCount(counted.length)
        : t('{count} of {all}', {
            count: formatCount(classList.handedIn),
            all: formatCount(classList.names),
          }),
      t('students'),
    ],
    ...(others === 0
      ? []
      : ([[formatCount(others), t('not in the class list')]] satisfies [string, string][])),
    [formatCount(scores.length), t('verified')],
    ...(scores.length === 0 || points === 0
      ? []
      : ([
          [
            t('{score} of {points}', { score: formatPlain(Number(mean.toPrecision(3))), points }),
            t('mean score'),
          ],
        ] satisfies [string, string][])),
  ];
  return (
    <section className="class-results" aria-labelledby={heading}>
      <h2 id={heading}>{t('The class so far')}</h2>
      <dl className="class-counts">
        {counts.map(([value, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {classList !== null && classList.alike.length > 0 && (
        <p className="wrong">
          {plural(
            classList.alike.length,
            '{n} line of the class list may mean the same student as another. Give them names that differ.',
            '{n} lines of the class list may mean the same student. Give them names that differ.',
          )}
        </p>
      )}
      <Checks {...{ assignment, graded, counted }} />
    </section>
  );
}

interface ChecksProps {
  assignment: Assignment;
  graded: GradingResult;
  /** The row that counts for each student. */
  counted: readonly Row[];
}

/** For each check, how many students reached it. */
function Checks({ assignment, graded, counted }: ChecksProps) {
  const { task } = assignment;
  const { base, lesson } = graded;
  const checks =
    task.kind === 'bench'
      ? task.checks.map((check, index) => ({
          key: String(index),
          words: base === null ? '' : checkInWords(check, measuresOf(base)),
          passed:
            check.kind === 'sealed'
              ? null
              : counted.filter(({ examination }) => examination?.marks[index]?.passed).length,
        }))
      : Object.entries(lesson?.lesson.checks ?? {}).map(([id, { task: words }]) => ({
          key: id,
          words,
          passed: counted.filter(
            ({ result, examination }) =>
              examination?.finding === null &&
              result?.work.kind === 'lesson' &&
              Object.hasOwn(result.work.checks, id) &&
              result.work.checks[id]?.passed,
          ).length,
        }));
  if (checks.length === 0 || counted.length === 0) return null;
  const language = lesson?.language ?? {};
  return (
    <>
      <h3>{task.kind === 'bench' ? t('Checks reached') : t('Tasks done')}</h3>
      <ul className="class-checks">
        {checks.map(({ key, words, passed }) => (
          <li key={key}>
            <span>{task.kind === 'bench' ? words : <Marked language={language}>{words}</Marked>}</span>
            <b>
              {passed === null
                ? '–'
                : t('{count} of {all}', { count: formatCount(passed), all: formatCount(counted.length) })}
            </b>
            <span className="class-bar" aria-hidden="true">
              <span style={{ width: `${(100 * (passed ?? 0)) / counted.length}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
