/** A task that the student solves by changing or reading a run. */
import { type FormEvent, useEffect, useId, useState } from 'react';
import { usePart } from '../../base/observable';
import { formatExact, formatFixed } from '../../base/words/format';
import { readReading } from '../../base/words/reading';
import { t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { ReadingInput } from '../../ui/ReadingInput';
import { isRight } from '../answers';
import type { Check as CheckSpec, Mine, Verdict } from '../lesson';
import { type LessonSession, useExperimentState, useLessonSession } from '../lessonSession';
import { setCheck } from '../progress';
import { onceAvailable } from '../runs';
import { Options } from './Predict';

export function Check({ id }: { id: string }) {
  const session = useLessonSession();
  const check = session.opened.lesson.checks[id];
  if (check === undefined) throw new Error(`The lesson has no check ${id}.`);
  const checked = usePart(session.progress, 'checks')[id];
  const heading = useId();
  return (
    <section
      className="ask check"
      data-check={id}
      data-passed={checked?.passed === true}
      aria-labelledby={heading}
      {...inInterfaceLanguage()}
    >
      <p className="ask-kind">
        {checked?.passed ? t('Done ✓') : checked?.shown ? t('Answer shown') : t('Your turn')}
      </p>
      <p className="question" id={heading} {...session.opened.language}>
        {check.task}
      </p>
      {check.kind === 'reach' ? <Reach {...{ id, check }} /> : <AnswerForm {...{ id, check, heading }} />}
    </section>
  );
}

function storeVerdict(
  session: LessonSession,
  id: string,
  { experiment }: CheckSpec,
  verdict: Verdict & { shown?: boolean },
  answer: string | null,
): void {
  const links = session.experimentStates.value.get(experiment)?.links ?? [];
  setCheck(session.opened.about.name, id, { ...verdict, answer, links: [...links] });
}

/** A goal to reach. It is judged whenever the student's runs change; once passed, it stays passed. */
function Reach({ id, check }: { id: string; check: Extract<CheckSpec, { kind: 'reach' }> }) {
  const session = useLessonSession();
  const checked = usePart(session.progress, 'checks')[id];
  const experimentState = useExperimentState(check.experiment);
  const verdict = onceAvailable(() => check.judge(session.mine(check.experiment)));
  const touched = experimentState?.changed === true;
  useEffect(() => {
    if (verdict === null || !touched || checked?.passed) return;
    if (checked?.words !== verdict.words) storeVerdict(session, id, check, verdict, null);
  }, [session, id, check, verdict, touched, checked]);
  return (
    <p className="verdict" role="status">
      {verdict === null ? t('Waiting for the run.') : verdict.passed && touched ? <b>✓ </b> : null}
      {verdict !== null &&
        (touched ? (
          <Marked language={session.opened.language}>{verdict.words}</Marked>
        ) : (
          t('Use the controls of the picture.')
        ))}
      {checked?.passed && !(verdict?.passed && touched) && ` ${t('You’ve already done this.')}`}
    </p>
  );
}

interface AnswerFormProps {
  id: string;
  check: Exclude<CheckSpec, { kind: 'reach' }>;
  heading: string;
}

/** A number to read off the run, or a choice. */
function AnswerForm({ id, check, heading }: AnswerFormProps) {
  const session = useLessonSession();
  useExperimentState(check.experiment);
  const checked = usePart(session.progress, 'checks')[id];
  const [typed, setTyped] = useState(() => shownAnswer(check, checked?.answer ?? ''));
  // Progress and codes have numbers in English, whatever the language of the page.
  const given = answerOf(check, typed);
  const [misses, setMisses] = useState(0);
  /** A wrong answer after the right one. The task stays done. */
  const [later, setLater] = useState<string | null>(null);
  const mine = session.mine(check.experiment);
  const ready = onceAvailable(() => check.answer(mine)) !== null;
  const judge = (event: FormEvent) => {
    event.preventDefault();
    const passed = onceAvailable(() => isRight(check, given, mine));
    if (passed === null || given === '') return;
    const hint = check.hints[misses];
    const tried = checked?.passed === true && !passed;
    setLater(tried ? given : null);
    if (tried) return;
    if (passed) storeVerdict(session, id, check, { passed, words: check.why(mine) }, given);
    else if (hint !== undefined) storeVerdict(session, id, check, { passed, words: hint }, given);
    else storeVerdict(session, id, check, { passed, words: rightAnswer(check, mine), shown: true }, given);
    if (!passed) setMisses(misses + 1);
  };
  return (
    <form onSubmit={judge}>
      {check.kind === 'choose' ? (
        <Options
          options={check.options}
          group={`check-${id}`}
          chosen={given}
          choose={setTyped}
          heading={heading}
        />
      ) : (
        <p className="read-off">
          <ReadingInput typed={typed} unit={check.unit} aria-labelledby={heading} onTyped={setTyped}>
            <Marked language={session.opened.language}>{check.unit}</Marked>
          </ReadingInput>
        </p>
      )}
      <div className="ask-actions">
        <button
          type="submit"
          className="primary"
          disabled={!ready || given === '' || checked?.shown === true}
        >
          {t('Check')}
        </button>
      </div>
      <p className="verdict" role="status">
        {!ready && t('Waiting for the run.')}
        {later === given && t('≠ That isn’t right. The task stays done.')}
        {checked &&
          (checked.shown || shownAnswer(check, checked.answer ?? '') === shownAnswer(check, given)) && (
            <>
              {!checked.shown && <b>{checked.passed ? t('✓ Right.') : t('≠ Not yet.')} </b>}
              <Marked language={session.opened.language}>{checked.words}</Marked>
            </>
          )}
      </p>
    </form>
  );
}

/** An answer as it's stored; '' if it isn't a number. */
function answerOf(check: AnswerFormProps['check'], typed: string): string {
  if (check.kind === 'choose') return typed;
  const value = readReading(typed, check.unit);
  return Number.isFinite(value) ? String(value) : '';
}

/** A stored answer as the page shows numbers. */
function shownAnswer(check: AnswerFormProps['check'], answer: string): string {
  if (check.kind === 'choose' || answer.trim() === '' || Number.isNaN(Number(answer))) return answer;
  return formatExact(Number(answer));
}

function rightAnswer(check: AnswerFormProps['check'], mine: Mine): string {
  const right = check.kind === 'choose' ? check.options[check.answer(mine)] : readOff(check, mine);
  return t('The answer: {right}. {why}', { right: right ?? '', why: check.why(mine) });
}

function readOff({ answer, unit, within }: Extract<CheckSpec, { kind: 'read' }>, mine: Mine): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(within)));
  return `${formatFixed(answer(mine), decimals)} ${unit}`;
}
