/** Three predictions that were wrong, with what the run showed: what the student learned most from. */
import { useEffect, useState } from 'react';
import { useObservable } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { plural } from '../../base/words/words';
import { ContentText, Marked } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import { type LessonEntry, type OpenedLesson, openLesson } from '../course';
import { inWords } from '../parts/Predict';
import type { PredictionRecord } from '../progress';
import { courseProgress } from '../standing';
import './course.css';

const MOST = 3;

interface Surprise {
  about: LessonEntry;
  id: string;
  record: PredictionRecord;
}

/** @param lessons in the order of the course; the latest surprises come first */
export function Surprises({ lessons }: { lessons: readonly LessonEntry[] }) {
  const progress = useObservable(courseProgress);
  const all = lessons.flatMap((about) =>
    Object.entries(progress.get(about.name)?.predictions ?? {}).flatMap(([id, record]): Surprise[] =>
      record.passed === false ? [{ about, id, record }] : [],
    ),
  );
  const shown = all.slice(-MOST).reverse();
  if (shown.length === 0) return null;
  return (
    <section className="surprises" aria-labelledby="surprises">
      <h2 id="surprises">{plural(shown.length, 'Your surprise', 'Your {n} surprises')}</h2>
      <ol>
        {shown.map((one) => (
          <SurpriseItem key={`${one.about.name} ${one.id}`} surprise={one} />
        ))}
      </ol>
    </section>
  );
}

function SurpriseItem({ surprise: { about, id, record } }: { surprise: Surprise }) {
  const root = useRoot();
  const [opened, setOpened] = useState<OpenedLesson | null>(null);
  useEffect(() => {
    void openLesson(about.name).then(setOpened);
  }, [about.name]);
  const prediction = opened?.lesson.predictions[id];
  if (opened === null || prediction === undefined || record.answer === null) return null;
  const { answer } = record;
  const { language } = opened;
  return (
    <li>
      <p className="question" {...language}>
        {prediction.question}
      </p>
      <p>
        {rich('You expected: {answer}.', {
          answer: <Marked language={language}>{inWords(prediction, answer)}</Marked>,
        })}{' '}
        <Marked language={language}>{record.words}</Marked>
      </p>
      <p>
        <a href={`${root}lessons/${about.name}/`}>
          <ContentText>{about.title}</ContentText>
        </a>
      </p>
    </li>
  );
}
