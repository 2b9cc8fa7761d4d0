/**
 * The printed lesson: questions with room to write, tasks, and the address of each run. Hidden on screen. Published
 * numbers are left for the student to fill in, because they give some predictions away.
 */
import type { ReactNode } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { useHydrated } from '../../ui/hooks';
import { ContentText, contentText, Marked } from '../../ui/InEnglish';
import { absolute } from '../../ui/root';
import { queryOf } from '../arms';
import type { OpenedLesson } from '../course';
import type { Arm, Check, Experiment, Prediction } from '../lesson';
import { DrawnCurve } from '../parts/DrawnCurve';
import './Worksheet.css';

interface Props {
  opened: OpenedLesson;
  /** A code that opens the lesson. On the lesson's own page there's no need for it. */
  code?: ReactNode;
}

export function Worksheet({ opened, code }: Props) {
  const { about, lesson, language } = opened;
  return (
    <section className="worksheet" aria-label={t('Worksheet')}>
      <p className="worksheet-name">
        {t('Name')} <span className="line" /> {t('Date')} <span className="line" />
      </p>
      {code}
      <h1>
        {about.number}. <ContentText>{about.title}</ContentText>
      </h1>
      <p {...contentText(about.question)} />
      <h2>{t('Before the runs')}</h2>
      <ol>
        {Object.entries(lesson.predictions).map(([id, prediction]) => (
          <li key={id}>
            <p {...language}>{prediction.question}</p>
            <AnswerSpace prediction={prediction} language={language} />
          </li>
        ))}
      </ol>
      <h2 className="next-page">{t('The runs')}</h2>
      <ul>
        {Object.entries(lesson.experiments).map(([id, experiment]) => (
          <li key={id}>
            <p {...language}>
              <b>{experiment.title}.</b> {experiment.look}
            </p>
            {armsOf(experiment).map((arm) => (
              <p key={arm.label} className="printed-address">
                <Marked language={language}>{arm.label}</Marked>: <Address of={arm} />
              </p>
            ))}
          </li>
        ))}
      </ul>
      <h2>{t('Your turn')}</h2>
      <ol>
        {Object.entries(lesson.checks).map(([id, check]) => (
          <li key={id}>
            <p {...language}>{check.task}</p>
            <CheckSpace check={check} language={language} />
          </li>
        ))}
      </ol>
      {lesson.beside.length > 0 && (
        <>
          <h2>{t('Compared with the paper')}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('metric')}</th>
                <th scope="col">{t('in your run')}</th>
                <th scope="col">{t('in the paper')}</th>
              </tr>
            </thead>
            <tbody>
              {lesson.beside.map(({ quantity, unit }) => (
                <tr key={quantity}>
                  <th scope="row" {...language}>
                    {quantity}
                    {unit && ` (${unit})`}
                  </th>
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <h2>{t('What I learned')}</h2>
      <Lines count={4} />
    </section>
  );
}

function armsOf(experiment: Experiment): Arm[] {
  return experiment.kind === 'sweep' ? [experiment.base] : Object.values(experiment.arms);
}

/** An address of the lab. Prerendering doesn't know the host, so the address is completed after hydration. */
function Address({ of }: { of: Arm }) {
  const address = `#/bench?${queryOf(of)}`;
  return <span translate="no">{useHydrated() ? absolute(address) : address}</span>;
}

interface Texts {
  language: OpenedLesson['language'];
}

function AnswerSpace({ prediction, language }: Texts & { prediction: Prediction }) {
  switch (prediction.kind) {
    case 'choice':
      return (
        <>
          <Boxes options={prediction.options} language={language} />
          <p>{t('Because')}</p>
          <Lines count={1} />
        </>
      );
    case 'number':
      return (
        <p>
          {rich('{line} {unit}, because {reason}', {
            line: <span className="line" />,
            unit: <Marked language={language}>{prediction.unit}</Marked>,
            reason: <span className="line" />,
          })}
        </p>
      );
    case 'draw':
      return (
        <DrawnCurve prediction={prediction} drawn={null} label={prediction.question} language={language} />
      );
  }
}

function CheckSpace({ check, language }: Texts & { check: Check }) {
  if (check.kind === 'choose') return <Boxes options={check.options} language={language} />;
  if (check.kind === 'read')
    return (
      <p>
        <span className="line" /> <Marked language={language}>{check.unit}</Marked>
      </p>
    );
  return <Lines count={2} />;
}

function Boxes({ options, language }: Texts & { options: Readonly<Record<string, string>> }) {
  return (
    <ul className="boxes">
      {Object.entries(options).map(([id, words]) => (
        <li key={id} {...language}>
          {words}
        </li>
      ))}
    </ul>
  );
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
    <p key={line} className="line whole" />
  ));
}
