/** A plot of what a class predicted, for each prediction of a lesson, next to what the run shows. Loaded with the results. */
import { type ReactNode, useId, useState } from 'react';
import { formatCount, formatPlain } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { type Answer, DRAWN_POINTS, rightAnswer } from '../../lessons/answers';
import type { Prediction } from '../../lessons/lesson';
import { DrawnCurve } from '../../lessons/parts/DrawnCurve';
import { inWords } from '../../lessons/parts/Predict';
import { onceAvailable } from '../../lessons/runs';
import { runsCurve } from '../../lessons/runsCurve';
import { type LanguageAttributes, Marked } from '../../ui/InEnglish';
import { LinkField } from '../../ui/LinkField';
import { absolute } from '../../ui/root';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { shares } from '../presenting/Bars';
import { mostWrong, NO_HANDS } from '../presenting/hands';
import { ClassPicture } from './ClassPicture';
import {
  type ClassAnswers,
  classAnswers,
  countRight,
  fitting,
  median,
  medianCurve,
  votes,
} from './classAnswers';
import { classFragment, FEWEST, MOST } from './classLink';
import type { GradingResult } from './grading';
import type { LoadedLesson } from './lessonWork';
import './ClassPredictions.css';

interface Props {
  graded: GradingResult;
  /** The name of the lesson's folder. */
  name: string;
  lesson: LoadedLesson;
  /** The predictions whose answers the class may see, by id. */
  revealed: readonly string[];
  setRevealed(revealed: readonly string[]): void;
}

export function ClassPredictions({ graded, name, lesson: loaded, revealed, setRevealed }: Props) {
  const heading = useId();
  const [tables, setTables] = useState(false);
  const all = classAnswers(graded);
  const predictions = Object.entries(loaded.lesson.predictions);
  if (all.students === 0 || predictions.length === 0) return null;
  const hidden = predictions.map(([id]) => id).filter((id) => !revealed.includes(id));
  return (
    <section className="class-predictions" aria-labelledby={heading}>
      <h2 id={heading}>{t('What the class predicted')}</h2>
      <p className="words">
        {plural(all.students, 'From the codes of {n} student.', 'From the codes of {n} students.')}{' '}
        {t('No names are shown. The answers stay hidden until you reveal them.')}
      </p>
      <p className="ask-actions">
        {hidden.length > 0 && (
          <button type="button" onClick={() => setRevealed([...revealed, ...hidden])}>
            {t('Reveal all answers')}
          </button>
        )}
        <button type="button" onClick={() => window.print()}>
          {t('Print the plots')}
        </button>
        <label>
          <input type="checkbox" checked={tables} onChange={({ target }) => setTables(target.checked)} />{' '}
          {t('Show the tables')}
        </label>
      </p>
      <ShowClass name={name} fragment={classFragment(loaded.lesson, all)} />
      {predictions.map(([id, prediction], index) => (
        <ClassPrediction
          key={id}
          number={index + 1}
          revealed={revealed.includes(id)}
          setRevealed={(shown) =>
            setRevealed(shown ? [...revealed, id] : revealed.filter((one) => one !== id))
          }
          {...{ id, prediction, all, loaded, tables }}
        />
      ))}
    </section>
  );
}

/** The link that shows students what their class predicted, over their own answers in the lesson. */
function ShowClass({ name, fragment }: { name: string; fragment: string | null }) {
  return (
    <details className="show-class">
      <summary>{t('Show the class what it predicted')}</summary>
      <p className="words">
        {t(
          'The link opens the lesson. Each student sees the class’s drawings and votes once they have locked their own. It has no names, at most {most} different answers to a question, and only questions with {fewest} answers or more.',
          { most: MOST, fewest: FEWEST },
        )}
      </p>
      {fragment === null ? (
        <p>{t('No question has enough answers yet.')}</p>
      ) : (
        <LinkField
          label={t('Link for the class')}
          address={absolute(`lessons/${name}/${fragment}`)}
          opens={t('the lesson, with what the class predicted')}
        />
      )}
    </details>
  );
}

interface PredictionProps {
  id: string;
  number: number;
  prediction: Prediction;
  all: ClassAnswers;
  loaded: LoadedLesson;
  tables: boolean;
  revealed: boolean;
  setRevealed(revealed: boolean): void;
}

function ClassPrediction(props: PredictionProps) {
  const { id, number, prediction, all, loaded, tables, revealed, setRevealed } = props;
  const heading = useId();
  const { language } = loaded;
  const given = all.answers.get(id) ?? [];
  const answers = fitting(prediction, given);
  const right = revealed ? onceAvailable(() => rightAnswer(prediction, loaded.runs)) : null;
  const count = countRight(prediction, answers, loaded.runs);
  const missing = all.students - answers.length;
  return (
    <section className="class-prediction" data-prediction={id} aria-labelledby={heading}>
      <h3 id={heading}>
        {formatCount(number)}. <Marked language={language}>{prediction.question}</Marked>
      </h3>
      <p className="ask-actions">
        <button type="button" onClick={() => setRevealed(!revealed)}>
          {revealed ? t('Hide the answer') : t('Reveal the answer')}
        </button>
        {missing > 0 && (
          <span>
            {plural(missing, '{n} student made no prediction.', '{n} students made no prediction.')}
          </span>
        )}
      </p>
      {count !== null && right !== null && (
        <p>
          <Summary {...{ prediction, answers, right, count }} />
        </p>
      )}
      <div {...language}>{picture(prediction, answers, right, loaded)}</div>
      {tables && (
        <ScrollRegion label={t('Table: {columns}', { columns: prediction.question })} className="class-table">
          <table>{table(prediction, answers, right, language)}</table>
        </ScrollRegion>
      )}
    </section>
  );
}

interface SummaryProps {
  prediction: Prediction;
  answers: readonly Answer[];
  right: Answer;
  count: number;
}

/** How many were right, and where the others went wrong. */
function Summary({ prediction, answers, right, count }: SummaryProps): ReactNode {
  const answer = inWords(prediction, right);
  const of = shares(count, answers.length);
  switch (prediction.kind) {
    case 'choice': {
      const counts = votes(answers);
      const wrong = mostWrong({ ...NO_HANDS, counts }, String(right));
      return (
        <>
          {t('{count} of {all} chose what the run shows: “{answer}”.', { ...of, answer })}{' '}
          {wrong !== null &&
            t('{count} of {all} chose “{answer}”.', {
              ...shares(counts[wrong] ?? 0, answers.length),
              answer: inWords(prediction, wrong),
            })}
        </>
      );
    }
    case 'number':
      return (
        <>
          {t('The run shows {answer}. {count} of {all} came close.', { ...of, answer })}{' '}
          {answers.length > 0 &&
            t('The median of the class is {answer}.', {
              answer: inWords(prediction, median(answers.map(Number))),
            })}
        </>
      );
    case 'draw':
      return t('{count} of {all} drawings came close to the run.', of);
  }
}

function picture(
  prediction: Prediction,
  answers: readonly Answer[],
  right: Answer | null,
  { lesson, runs, language }: LoadedLesson,
): ReactNode {
  if (prediction.kind !== 'draw') return <ClassPicture {...{ prediction, answers, right }} />;
  const curves = answers as readonly (readonly number[])[];
  return (
    <DrawnCurve
      prediction={prediction}
      others={curves}
      drawn={curves.length === 0 ? null : medianCurve(curves)}
      truth={right === null ? null : runsCurve(lesson, prediction, runs)}
      label={prediction.question}
      language={language}
      caption={
        right === null
          ? t('Thin: each drawing. Dashed: the class’s median.')
          : t('Thin: each drawing. Dashed: the class’s median. Solid: the run.')
      }
    />
  );
}

/** Columns of the table of drawings, as numbers of points. */
const SAMPLES = [0, 1, 2, 3, 4].map((quarter) => (quarter * (DRAWN_POINTS - 1)) / 4);

/** The numbers behind the plot. */
function table(
  prediction: Prediction,
  answers: readonly Answer[],
  right: Answer | null,
  language: LanguageAttributes,
): ReactNode {
  switch (prediction.kind) {
    case 'choice': {
      const counts = votes(answers);
      return (
        <>
          <Head names={[t('answer'), t('students'), t('the run')]} />
          <tbody>
            {Object.entries(prediction.options).map(([option, words]) => (
              <tr key={option}>
                <th scope="row" {...language}>
                  {words}
                </th>
                <td>{formatCount(counts[option] ?? 0)}</td>
                <td>{option === right && '✓'}</td>
              </tr>
            ))}
          </tbody>
        </>
      );
    }
    case 'number': {
      const counts = Object.entries(votes(answers)).sort(([a], [b]) => Number(a) - Number(b));
      return (
        <>
          <Head names={[t('number ({unit})', { unit: prediction.unit }), t('students'), t('close')]} />
          <tbody>
            {counts.map(([number, count]) => (
              <tr key={number}>
                <th scope="row">{formatPlain(Number(number))}</th>
                <td>{formatCount(count)}</td>
                <td>
                  {right !== null && Math.abs(Number(number) - Number(right)) <= prediction.within && '✓'}
                </td>
              </tr>
            ))}
          </tbody>
        </>
      );
    }
    case 'draw': {
      const { x, y } = prediction;
      const curves = answers as readonly (readonly number[])[];
      const truth = right as readonly number[] | null;
      const rounded = (value: number | undefined) =>
        value === undefined || !Number.isFinite(value) ? '–' : formatPlain(Number(value.toPrecision(3)));
      return (
        <>
          <Head
            names={[
              `${x.label}${x.unit && ` (${x.unit})`}`,
              t('lowest'),
              t('median'),
              t('highest'),
              t('the run'),
            ]}
          />
          <tbody>
            {SAMPLES.map((place) => {
              const heights = curves.map((curve) => curve[place] ?? y.from);
              return (
                <tr key={place}>
                  <th scope="row">{rounded(x.from + (place / (DRAWN_POINTS - 1)) * (x.to - x.from))}</th>
                  <td>{rounded(Math.min(...heights))}</td>
                  <td>{rounded(median(heights))}</td>
                  <td>{rounded(Math.max(...heights))}</td>
                  <td>{rounded(truth?.[place])}</td>
                </tr>
              );
            })}
          </tbody>
        </>
      );
    }
  }
}

function Head({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
