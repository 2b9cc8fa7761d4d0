/** A prediction: the question, then the locked answer and its verdict; and the cover over what it hides. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useObservable, usePart, useReading } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { plural, t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { type Answer, acceptedRange, DRAWN_POINTS, judgedFeatures, rightAnswer } from '../answers';
import { featureInWords, judgedInWords } from '../features';
import type { Prediction } from '../lesson';
import { type LessonSession, useLessonSession, useRunUpdates, useUncovered } from '../lessonSession';
import { GAME_LESSON, hasPlayed, progressIn } from '../progress';
import type { Following } from '../reasons';
import { onceAvailable } from '../runs';
import { runsCurve } from '../runsCurve';
import { DrawnCurve, filled } from './DrawnCurve';
import { Reasons } from './Reasons';
import './parts.css';

export function Predict({ id }: { id: string }) {
  const session = useLessonSession();
  const prediction = session.opened.lesson.predictions[id];
  if (prediction === undefined) throw new Error(`The lesson has no prediction ${id}.`);
  const answered = usePart(session.progress, 'predictions')[id];
  const heading = useId();
  const [justLocked, setJustLocked] = useState(false);
  const Room = useObservable(session.room);
  if (Room !== null) return <Room id={id} />;
  return (
    <section className="ask predict" data-predict={id} aria-labelledby={heading} {...inInterfaceLanguage()}>
      <p className="ask-kind">{answered === undefined ? t('Your prediction') : t('You predicted')}</p>
      <p className="question" id={heading} {...session.opened.language}>
        {prediction.question}
      </p>
      {answered === undefined ? (
        <PredictionForm {...{ session, id, prediction, heading }} onLock={() => setJustLocked(true)} />
      ) : (
        <VerdictView {...{ id, prediction, justLocked, answer: answered.answer }} />
      )}
      <Reasons below={`Predict ${id}`} />
    </section>
  );
}

interface PredictionFormProps {
  session: LessonSession;
  id: string;
  prediction: Prediction;
  /** Id of the element with the question. */
  heading: string;
  onLock(): void;
}

function PredictionForm({ session, id, prediction, heading, onLock }: PredictionFormProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const lockAs = (locked: Answer | null) => {
    onLock();
    session.lock(id, locked);
  };
  const lock = (event: FormEvent) => {
    event.preventDefault();
    if (answer === null) return;
    lockAs(prediction.kind === 'draw' ? filled(answer as number[], prediction.y.from) : answer);
  };
  // The game keeps its results with its own lesson, also in a copy of it.
  const canAnswer = useReading(
    prediction.played === undefined ? session.progress : progressIn(GAME_LESSON),
    ({ made }) => prediction.played === undefined || hasPlayed(prediction.played, made),
  );
  const ready = answer !== null && (prediction.kind !== 'draw' || drawnEnough(answer as number[]));
  return (
    <form onSubmit={lock}>
      {canAnswer ? (
        <AnswerFields {...{ session, id, prediction, heading, answer, setAnswer }} />
      ) : (
        <p>{t('Play this path in the game first. Then you can answer.')}</p>
      )}
      <div className="ask-actions">
        {canAnswer && (
          <button type="submit" className="primary" disabled={!ready}>
            {t('Lock my prediction')}
          </button>
        )}
        <button type="button" className="quiet" onClick={() => lockAs(null)}>
          {t('Continue without a prediction')}
        </button>
      </div>
    </form>
  );
}

interface AnswerFieldsProps extends Omit<PredictionFormProps, 'onLock'> {
  answer: Answer | null;
  setAnswer(answer: Answer): void;
}

function AnswerFields({ session, id, prediction, heading, answer, setAnswer }: AnswerFieldsProps) {
  switch (prediction.kind) {
    case 'choice':
      return (
        <Options
          options={prediction.options}
          group={`predict-${id}`}
          chosen={answer}
          choose={setAnswer}
          heading={heading}
        />
      );
    case 'number':
      return <NumberAnswer {...{ prediction, answer, setAnswer, heading }} />;
    case 'draw':
      return (
        <>
          <DrawnCurve
            prediction={prediction}
            drawn={(answer as number[] | null) ?? null}
            draw={setAnswer}
            label={prediction.question}
            language={session.opened.language}
          />
          <p className="tolerance">{judgedInWords(prediction.features, prediction)}</p>
        </>
      );
  }
}

function drawnEnough(drawn: readonly number[]): boolean {
  return drawn.filter((value) => !Number.isNaN(value)).length >= DRAWN_POINTS / 4;
}

interface OptionsProps {
  options: Readonly<Record<string, string>>;
  /** Name of the radio group. */
  group: string;
  chosen: unknown;
  choose(option: string): void;
  heading: string;
}

export function Options({ options, group, chosen, choose, heading }: OptionsProps) {
  const { language } = useLessonSession().opened;
  return (
    <div className="options" role="radiogroup" aria-labelledby={heading}>
      {Object.entries(options).map(([option, words]) => (
        <label key={option}>
          <input
            type="radio"
            name={group}
            value={option}
            checked={chosen === option}
            onChange={() => choose(option)}
          />
          <span {...language}>{words}</span>
        </label>
      ))}
    </div>
  );
}

interface NumberProps {
  prediction: Extract<Prediction, { kind: 'number' }>;
  answer: Answer | null;
  setAnswer(answer: number): void;
  heading: string;
}

function NumberAnswer({ prediction, answer, setAnswer, heading }: NumberProps) {
  const { range, step, unit } = prediction;
  const [from, to] = range;
  const { language } = useLessonSession().opened;
  const marked = <Marked language={language}>{unit}</Marked>;
  return (
    <div className="number-answer">
      <input
        type="range"
        min={from}
        max={to}
        step={step}
        value={Number(answer ?? (from + to) / 2)}
        data-untouched={answer === null}
        aria-labelledby={heading}
        aria-valuetext={answer === null ? t('not set') : withUnit(Number(answer), unit)}
        onChange={(event) => setAnswer(Number(event.target.value))}
        onPointerUp={(event) => setAnswer(Number(event.currentTarget.value))}
      />
      <output>
        {answer === null
          ? rich('{from} to {to} {unit}', { from, to, unit: marked })
          : rich('{value} {unit}', { value: Number(answer), unit: marked })}
      </output>
    </div>
  );
}

interface VerdictViewProps {
  id: string;
  prediction: Prediction;
  answer: Answer | null;
  /** True if the student has just answered; then the answer gets the focus that the form had. */
  justLocked: boolean;
}

/** The student's answer next to the runs' answer, with the verdict. The reason comes below the run. */
function VerdictView({ id, prediction, answer, justLocked }: VerdictViewProps) {
  const session = useRunUpdates();
  const place = useRef<HTMLDivElement>(null);
  const status = useId();
  useEffect(() => {
    if (justLocked) place.current?.focus();
  }, [justLocked]);
  const passed = usePart(session.progress, 'predictions')[id]?.passed ?? null;
  const right = onceAvailable(() => rightAnswer(prediction, session.runs));
  const others = useObservable(session.others);
  const theirs = others?.answers.get(id) ?? [];
  const inAnswer = (given: Answer) => (
    <Marked language={session.opened.language}>{inWords(prediction, given)}</Marked>
  );
  const verdict = answer === null ? 'none' : passed === null ? 'waiting' : passed ? 'right' : 'wrong';
  const isOpen = answer === null ? right === null : passed === null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it's no form
    <div
      className="outcome"
      data-verdict={verdict}
      ref={place}
      tabIndex={-1}
      role="group"
      aria-labelledby={status}
    >
      {prediction.kind === 'draw' ? (
        <DrawnCurve
          prediction={prediction}
          drawn={answer as number[] | null}
          truth={onceAvailable(() => runsCurve(session.opened.lesson, prediction, session.runs))}
          others={theirs as readonly (readonly number[])[]}
          label={prediction.question}
          language={session.opened.language}
        />
      ) : (
        <dl>
          <dt>{t('You')}</dt>
          <dd>{answer === null ? t('no prediction') : inAnswer(answer)}</dd>
          {right !== null && (
            <>
              <dt>{t('The run')}</dt>
              <dd>{inAnswer(right)}</dd>
            </>
          )}
        </dl>
      )}
      {theirs.length > 0 && (
        <div className="others">
          <p>
            {plural(theirs.length, 'Your class: {n} prediction.', 'Your class: {n} predictions.')}
            {prediction.kind === 'draw' && ` ${t('The thin lines are what they drew.')}`}
          </p>
          {others && prediction.kind !== 'draw' && (
            <others.Picture prediction={prediction} answers={theirs} right={right} />
          )}
        </div>
      )}
      {right !== null && <Tolerance {...{ prediction, answer, right, session }} />}
      <p className="verdict" role="status" id={status}>
        {isOpen && nextInWords(answer !== null, session.following.get(id))}
        {verdict === 'right' && <b>{t('✓ As you predicted.')} </b>}
        {verdict === 'wrong' && <b>{t('≠ Different from your prediction.')} </b>}
      </p>
    </div>
  );
}

/** Says what comes next, as long as the run isn't known. */
function nextInWords(isLocked: boolean, following: Following | undefined): string {
  const next = {
    run: t('The run below shows the answer once it has finished.'),
    start: t('Start the runs below to see the answer.'),
    question: t('One more question comes before the run.'),
    other: t('Read on. The run comes further down.'),
  }[following ?? 'run'];
  return isLocked ? `${t('Locked.')} ${next}` : next;
}

interface ToleranceProps {
  prediction: Prediction;
  answer: Answer | null;
  right: Answer;
  session: LessonSession;
}

/** Says which answers count as right. */
function Tolerance({ prediction, answer, right, session }: ToleranceProps) {
  if (prediction.kind === 'draw')
    return answer !== null && <Features {...{ prediction, session }} drawn={answer as readonly number[]} />;
  const words = toleranceInWords(prediction, right);
  return (
    words !== '' && (
      <p className="tolerance">
        <Marked language={session.opened.language}>{words}</Marked>
      </p>
    )
  );
}

interface FeaturesProps {
  prediction: Extract<Prediction, { kind: 'draw' }>;
  drawn: readonly number[];
  session: LessonSession;
}

/** The features that a drawing is judged by, each with its own verdict. */
function Features({ prediction, drawn, session }: FeaturesProps) {
  return (
    <ul className="features">
      <li>{t('What counts:')}</li>
      {judgedFeatures(prediction, drawn, session.runs).map(({ feature, has }) => {
        const words = featureInWords(feature, prediction);
        return (
          <li key={words} data-has={has}>
            <span role="img" aria-label={has ? t('right') : t('different')}>
              {has ? '✓' : '≠'}
            </span>{' '}
            <Marked language={session.opened.language}>{words}</Marked>
          </li>
        );
      })}
    </ul>
  );
}

function toleranceInWords(prediction: Exclude<Prediction, { kind: 'draw' }>, right: Answer): string {
  switch (prediction.kind) {
    case 'choice':
      return '';
    case 'number': {
      const [from, to] = acceptedRange(prediction, Number(right));
      return t('Anything from {from} to {to} {unit} counts as right.', { from, to, unit: prediction.unit });
    }
  }
}

/** Describes an answer to a prediction. */
export function inWords(prediction: Prediction, answer: Answer): string {
  switch (prediction.kind) {
    case 'choice':
      return prediction.options[String(answer)] ?? String(answer);
    case 'number':
      return withUnit(rounded(Number(answer), prediction.step), prediction.unit);
    case 'draw':
      return t('a drawn curve');
  }
}

/** Rounds to one more digit than the answers have. */
function rounded(value: number, step: number): number {
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(step) + 1e-9));
  return Number(value.toFixed(decimals));
}

function withUnit(value: number, unit: string): string {
  return t('{value} {unit}', { value, unit });
}

/** Hides the rest of a lesson until a prediction is locked. Lesson texts don't name it; `copy/elements.ts` inserts it. */
export function Covered({ by, children }: { by: string; children?: ReactNode }) {
  const uncovered = useUncovered();
  if (uncovered(by)) return children;
  return (
    <p className="covered" {...inInterfaceLanguage()}>
      {t('Lock your prediction to read on, or continue without one.')}
    </p>
  );
}
