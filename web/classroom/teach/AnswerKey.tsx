/** The answers of a lesson's predictions and tasks. Opening it makes the lesson's runs, so they are those of the reader's engine. */
import { type ReactNode, useEffect, useState } from 'react';
import { formatPlain } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import type { OpenedLesson } from '../../lessons/course';

import { featureInWords } from '../../lessons/features';
import type { Check, Lesson, Prediction } from '../../lessons/lesson';
import { DrawnCurve } from '../../lessons/parts/DrawnCurve';
import { inWords } from '../../lessons/parts/Predict';
import { ContentText, type LanguageAttributes, Marked } from '../../ui/InEnglish';
import { BrowserSimulator } from '../assignments/simulate';
import { answersOf, type CheckAnswer, type LessonAnswers, type PredictionAnswer } from './answerKey';
import './AnswerKey.css';

interface Props {
  opened: OpenedLesson;
  open: boolean;
  setOpen(open: boolean): void;
}

export function AnswerKey({ opened, open, setOpen }: Props) {
  const { about, lesson } = opened;
  const [begun, setBegun] = useState(open);
  if (open && !begun) setBegun(true);
  const { answers, failure, done, total } = useAnswers(lesson, begun);
  return (
    <section className="answer-key" data-answers={about.name} data-ready={answers !== null}>
      <h3>{t('Answer key')}</h3>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {t('Show the answers')}
          <span className="visually-hidden">
            {' '}
            <ContentText>{about.title}</ContentText>
          </span>
        </summary>
        <p role="status">
          {answers !== null
            ? t('Found just now in this browser, by simulating the lesson’s experiments.')
            : failure === '' &&
              begun &&
              t('Simulating the lesson’s experiments: {done} of {total}', { done, total })}
        </p>
        {failure !== '' && (
          <p className="failure" role="alert">
            {t('The experiments couldn’t be simulated: {failure}', { failure })}
          </p>
        )}
        {answers !== null && <Answers opened={opened} answers={answers} />}
      </details>
    </section>
  );
}

/** Lessons take turns, because each uses all processors. */
let turn: Promise<unknown> = Promise.resolve();

const NOTHING = { answers: null, failure: '', done: 0, total: 0 };

function useAnswers(lesson: Lesson, begun: boolean) {
  const [state, setState] = useState<
    typeof NOTHING | (Omit<typeof NOTHING, 'answers'> & { answers: LessonAnswers })
  >(NOTHING);
  useEffect(() => {
    if (!begun) return undefined;
    let cancelled = false;
    let cancel = () => {};
    const work = async () => {
      if (cancelled) return;
      const simulator = new BrowserSimulator();
      const { jobs, read, run } = simulator;
      cancel = () => jobs.cancel();
      jobs.state.subscribe(() => {
        const { done, total } = jobs.state.value;
        if (!cancelled) setState({ ...NOTHING, done, total });
      });
      try {
        const runs = {
          read,
          run: async (list: Parameters<typeof run>[0]) => !cancelled && (await run(list)),
        };
        const answers = await answersOf(lesson, runs, await simulator.catalogue);
        if (answers !== null) setState({ ...NOTHING, answers });
      } catch (error) {
        setState({ ...NOTHING, failure: (error as Error).message });
      } finally {
        simulator.dispose();
      }
    };
    turn = turn.then(work);
    return () => {
      cancelled = true;
      cancel();
    };
  }, [lesson, begun]);
  return state;
}

function Answers({ opened, answers }: { opened: OpenedLesson; answers: LessonAnswers }) {
  const { lesson, language } = opened;
  return (
    <>
      <h4>{t('Predictions')}</h4>
      <ol>
        {Object.entries(lesson.predictions).map(([id, prediction]) => (
          <li key={id} data-prediction={id}>
            <p className="question" {...language}>
              {prediction.question}
            </p>
            {answerTo(prediction, answers.predictions.get(id), language)}
          </li>
        ))}
      </ol>
      <h4>{t('Tasks')}</h4>
      <ol>
        {Object.entries(lesson.checks).map(([id, check]) => (
          <li key={id} data-task={id}>
            <p className="question" {...language}>
              {check.task}
            </p>
            {solutionOf(opened, check, answers.checks.get(id))}
          </li>
        ))}
      </ol>
    </>
  );
}

function answerTo(
  prediction: Prediction,
  found: PredictionAnswer | undefined,
  language: LanguageAttributes,
): ReactNode {
  if (found === undefined) return null;
  const { answer, curve, why } = found;
  const reason = <p {...language}>{why}</p>;
  switch (prediction.kind) {
    case 'choice':
      return (
        <>
          <Right>
            <Marked language={language}>{inWords(prediction, answer)}</Marked>
          </Right>
          {reason}
          <dl className="instead" {...language}>
            {Object.entries(prediction.instead ?? {})
              .filter(([option]) => option !== answer)
              .map(([option, words]) => (
                <div key={option}>
                  <dt>{prediction.options[option]}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
          </dl>
        </>
      );
    case 'number':
      return (
        <>
          <Right>
            {t('{answer}, give or take {within}', {
              answer: inWords(prediction, answer),
              within: formatPlain(prediction.within),
            })}
          </Right>
          {reason}
        </>
      );
    case 'draw':
      return (
        <>
          <DrawnCurve
            prediction={prediction}
            drawn={null}
            truth={curve}
            label={prediction.question}
            caption={t('What the run shows.')}
            language={language}
          />
          <p>
            {t('A drawing is right if it has these features: {features}.', {
              features: prediction.features.map((one) => featureInWords(one, prediction)).join('; '),
            })}
          </p>
          {reason}
        </>
      );
  }
}

function solutionOf(
  { lesson: { experiments }, language }: OpenedLesson,
  check: Check,
  found: CheckAnswer | undefined,
): ReactNode {
  if (found === undefined) return null;
  const reason = <p {...language}>{found.why}</p>;
  if (check.kind === 'reach') {
    const experiment = experiments[check.experiment];
    const controls = experiment?.kind === 'runs' ? (experiment.controls ?? []) : [];
    return (
      <>
        <p>{t('For example:')}</p>
        <ul>
          {Object.entries(check.right).map(([path, value]) => (
            <li key={path} {...language}>
              {controls.find((one) => one.path === path)?.label} <code>{path}</code> ={' '}
              <b className="right-answer">{typeof value === 'number' ? formatPlain(value) : String(value)}</b>
            </li>
          ))}
        </ul>
        {reason}
      </>
    );
  }
  const { answer } = found;
  return (
    <>
      <Right>
        {check.kind === 'choose' ? (
          <Marked language={language}>{check.options[String(answer)]}</Marked>
        ) : (
          t('{answer} {unit}, give or take {within}', {
            answer: formatPlain(Number(Number(answer).toPrecision(3))),
            unit: check.unit,
            within: formatPlain(check.within),
          })
        )}
      </Right>
      {reason}
    </>
  );
}

function Right({ children }: { children: ReactNode }) {
  return <p>{rich('Right: {answer}', { answer: <b className="right-answer">{children}</b> })}</p>;
}
