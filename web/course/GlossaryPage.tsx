/** The glossary: every term that a lesson explains. */

import { COURSE, GLOSSARY } from '../lessons/course';
import { LessonLink } from '../lessons/parts/marks';
import { documentTitle } from '../share/route';
import { EnglishOnly, inEnglish } from '../ui/InEnglish';
import { t } from '../words/words';
import './course.css';
import '../lessons/lesson.css';

export function GlossaryPage() {
  const words = [...GLOSSARY].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <main className="glossary" id="content">
      <title>{documentTitle(t('Glossary'))}</title>
      <header className="lesson-head">
        <h1>{t('Glossary')}</h1>
        <EnglishOnly />
      </header>
      <dl {...inEnglish()}>
        {words.map(([word, { means, source, lesson }]) => (
          <div key={word} id={word}>
            <dt>{word}</dt>
            <dd>
              {means} {source && <cite>{source}.</cite>}{' '}
              <LessonLink name={lesson}>{COURSE.find(({ name }) => name === lesson)?.title}</LessonLink>
            </dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
